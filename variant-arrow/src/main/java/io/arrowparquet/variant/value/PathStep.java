// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import java.nio.charset.StandardCharsets;

/**
 * One step of a {@link VariantPath}: into a field of an object, or an element of an array.
 *
 * <p>Immutable.
 */
public final class PathStep {
  private final String name;
  private final byte[] utf8;
  private final int index;

  private PathStep(String name, int index) {
    this.name = name;
    this.utf8 = name == null ? null : name.getBytes(StandardCharsets.UTF_8);
    this.index = index;
  }

  /** A step into the field of this name. */
  public static PathStep field(String name) {
    return new PathStep(name, -1);
  }

  static PathStep element(int index) {
    return new PathStep(null, index);
  }

  /** Whether this step is into a field; otherwise it is into an element. */
  public boolean isField() {
    return name != null;
  }

  /** The field's name, null if this step is into an element. */
  public String name() {
    return name;
  }

  /** The element's index from 0, -1 if this step is into a field. */
  public int index() {
    return index;
  }

  /** The field's name in UTF-8, as in metadata; not to be changed. */
  byte[] utf8() {
    return utf8;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PathStep that
        && index == that.index
        && (name == null ? that.name == null : name.equals(that.name));
  }

  @Override
  public int hashCode() {
    return name == null ? index : name.hashCode();
  }

  /** The step as it is written in a path: {@code .name}, {@code ['any name']} or {@code [3]}. */
  @Override
  public String toString() {
    if (name == null) {
      return "[" + index + "]";
    }
    return PathParser.isPlain(name)
        ? "." + name
        : "['" + name.replace("\\", "\\\\").replace("'", "\\'") + "']";
  }
}
