// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import java.util.Arrays;

/**
 * Goes through the fields of an object that is partly shredded, in the order of the names' bytes:
 * those that have columns merged with those of {@code value}. A name that has a column counts there
 * only, even where {@code value} has it against the rules.
 */
final class FieldMerge {
  private static final int NONE = -1;

  /** Of the fields that have columns, in order. */
  private final byte[][] names;

  private final VariantCursor child;
  private VariantCursor rest;

  /** The fields of {@code value} in the order of their names' bytes; null if they are so there. */
  private Integer[] sorted;

  /** The next of each. */
  private int nextColumn;

  private int nextOfRest;

  /** How many bytes the values still to come from {@code value} may have. */
  private int bytesLeft;

  private int column;
  private int fieldId;

  FieldMerge(byte[][] names, VariantLimits limits) {
    this.names = names;
    this.child = new VariantCursor(limits);
  }

  /** Begins an object, of whose {@code value} this is. */
  void start(VariantCursor newRest) {
    rest = newRest;
    nextColumn = 0;
    nextOfRest = 0;
    bytesLeft = newRest.lengthBytes();
    sorted = newRest.metadata().mayDifferInOrder() ? sorted(newRest) : null;
  }

  private static Integer[] sorted(VariantCursor object) {
    VariantMetadata metadata = object.metadata();
    Integer[] fields = new Integer[object.elementCount()];
    Arrays.setAll(fields, i -> i);
    Arrays.sort(fields, (a, b) -> metadata.compare(object.fieldId(a), object.fieldId(b)));
    return fields;
  }

  private int fieldOfRest() {
    return sorted == null ? nextOfRest : sorted[nextOfRest];
  }

  /**
   * Moves to the next field; false if there is none.
   *
   * @throws MalformedVariantException if {@code value} has no such field, or its values overlap
   */
  boolean next() {
    while (nextOfRest < rest.elementCount()) {
      int id = rest.fieldId(fieldOfRest());
      int order =
          nextColumn == names.length ? -1 : rest.metadata().compareName(id, names[nextColumn]);
      if (order > 0) {
        break;
      }
      int index = fieldOfRest();
      nextOfRest++;
      if (order < 0) {
        rest.element(index, child);
        bytesLeft = child.takeFrom(bytesLeft);
        fieldId = id;
        column = NONE;
        return true;
      }
    }
    column = nextColumn;
    return nextColumn++ < names.length;
  }

  /** Whether the field has a column, {@link #column}; else it is in {@code value}. */
  boolean hasColumn() {
    return column != NONE;
  }

  int column() {
    return column;
  }

  /** The id of a field of {@code value}. */
  int fieldId() {
    return fieldId;
  }

  /** The value of a field of {@code value}. */
  VariantCursor value() {
    return child;
  }
}
