// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import java.util.List;

/**
 * A path to one place inside a Variant value: {@code $} the value itself, {@code .name} or {@code
 * ['any name']} a field, {@code [3]} an element counted from 0. Immutable; any thread may share
 * one. {@link VariantPathFinder} follows it.
 */
public final class VariantPath {
  private final List<PathStep> steps;

  private VariantPath(List<PathStep> steps) {
    this.steps = List.copyOf(steps);
  }

  /**
   * Reads the text of a path.
   *
   * @throws IllegalArgumentException if it is none, saying at which position and what was expected
   */
  public static VariantPath parse(String text) {
    return new VariantPath(new PathParser(text).parse());
  }

  /** The steps from the whole value inwards; none for {@code $}. Cannot be modified. */
  public List<PathStep> steps() {
    return steps;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VariantPath that && steps.equals(that.steps);
  }

  @Override
  public int hashCode() {
    return steps.hashCode();
  }

  /** Text that reads back as an equal path. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("$");
    steps.forEach(text::append);
    return text.toString();
  }
}
