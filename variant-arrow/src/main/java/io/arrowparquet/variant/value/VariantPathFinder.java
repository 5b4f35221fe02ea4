// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;

/**
 * Follows one path, or the rest of one, in many values. Field names are resolved to ids once and
 * looked up again only when the metadata changes; each step first looks where the row before had
 * its field. Allocates nothing. For one thread at a time.
 */
public final class VariantPathFinder {
  /** In place of an id: the dictionary has no such name. */
  private static final int MISSING = -1;

  /** In place of an id: the dictionary has the name more than once, so objects are searched. */
  private static final int AMBIGUOUS = -2;

  private final String start;

  private final VariantPath.Step[] steps;
  private final int[] ids;

  /** At which index of its object the field was found last. */
  private final int[] hints;

  private VariantMetadata metadata;
  private long generation;

  /** A finder for a whole path. */
  public VariantPathFinder(VariantPath path) {
    this(path, 0);
  }

  /** A finder for a path without its first steps, which the caller takes some other way. */
  public VariantPathFinder(VariantPath path, int firstStep) {
    StringBuilder taken = new StringBuilder("$");
    path.steps().subList(0, firstStep).forEach(taken::append);
    start = taken.toString();
    steps = path.steps().subList(firstStep, path.steps().size()).toArray(VariantPath.Step[]::new);
    ids = new int[steps.length];
    hints = new int[steps.length];
  }

  /**
   * Points a cursor at the place in a value.
   *
   * @param value where the path starts; keeps showing what it does, unless it is the target too
   * @param target shows the place if it is there, and some value on the way to it if not
   * @return whether the value has the place: false for a field that is not there, an index beyond
   *     the end, and a step into anything that is not the container it needs
   * @throws MalformedVariantException if a value on the way violates the format
   */
  public boolean find(VariantCursor value, VariantCursor target) {
    resolve(value.metadata());
    if (steps.length == 0) {
      target.wrap(
          value.metadata(), value.buffer(), value.start(), value.start() + value.lengthBytes());
      return true;
    }
    int step = 0;
    try {
      VariantCursor at = value;
      for (; step < steps.length; step++) {
        int index = index(at, step);
        if (index < 0) {
          return false;
        }
        at.element(index, target);
        at = target;
      }
    } catch (MalformedVariantException e) {
      throw e.at(prefix(step + 1));
    }
    return true;
  }

  private int index(VariantCursor at, int step) {
    return steps[step].isField() ? fieldIndex(at, step) : elementIndex(at, steps[step].index());
  }

  private String prefix(int count) {
    StringBuilder text = new StringBuilder(start);
    for (int i = 0; i < count; i++) {
      text.append(steps[i]);
    }
    return text.toString();
  }

  private void resolve(VariantMetadata current) {
    if (current == metadata && current.generation() == generation) {
      return;
    }
    for (int i = 0; i < steps.length; i++) {
      if (steps[i].isField()) {
        byte[] name = steps[i].utf8();
        int id = current.find(name);
        ids[i] = id < 0 ? MISSING : current.isUniqueAfter(id, name) ? id : AMBIGUOUS;
      }
    }
    metadata = current;
    generation = current.generation();
  }

  private int fieldIndex(VariantCursor at, int step) {
    if (at.typeId() != VariantTypeIds.OBJECT || ids[step] == MISSING) {
      return -1;
    }
    int index =
        ids[step] == AMBIGUOUS
            ? at.findField(steps[step].utf8())
            : at.findField(ids[step], hints[step]);
    if (index >= 0) {
      hints[step] = index;
    }
    return index;
  }

  private static int elementIndex(VariantCursor at, int index) {
    return at.typeId() == VariantTypeIds.ARRAY && index < at.elementCount() ? index : -1;
  }
}
