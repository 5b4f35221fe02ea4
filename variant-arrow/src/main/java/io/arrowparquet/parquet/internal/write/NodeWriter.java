// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.internal.ValidityBits;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;

/**
 * One place of the schema: hands the entries of its vector on to the columns below it.
 *
 * <p>Per batch {@link #start}, then {@link #write} for one run of rows after another, then {@link
 * #end}, which is called after failures too, and any number of times.
 */
abstract class NodeWriter {
  /** Dotted path in the file, for messages. */
  private final String path;

  /** Definition level of an entry that is there, and not null. */
  private final int definition;

  private final boolean nullable;
  private ValidityBits validity;

  NodeWriter(String path, Levels levels, boolean nullable) {
    this.path = path;
    this.nullable = nullable;
    this.definition = levels.definition() + (nullable ? 1 : 0);
  }

  /**
   * Levels at which the entries of a place's parent are there.
   *
   * @param definition definition level of an entry that is there
   * @param repetition repetition level of the innermost list
   */
  record Levels(int definition, int repetition) {
    static final Levels TOP = new Levels(0, 0);

    Levels optional(boolean nullable) {
      return nullable ? new Levels(definition + 1, repetition) : this;
    }

    Levels repeated() {
      return new Levels(definition + 1, repetition + 1);
    }
  }

  final String path() {
    return path;
  }

  /** Definition level of an entry that is there, and not null. */
  final int definition() {
    return definition;
  }

  final int nullDefinition() {
    return nullable ? definition - 1 : definition;
  }

  final boolean isNullable() {
    return nullable;
  }

  /** Takes the vector of a batch; borrowed until {@link #end}. */
  void start(FieldVector vector) {
    validity = ValidityBits.of(vector);
  }

  final boolean isNull(int row) {
    return validity.isNull(row);
  }

  /** Fills {@code below} with one entry for each of a group, for its children. */
  final void addEntries(Slots slots, Slots below, boolean allowNulls) {
    below.clearFor(slots);
    for (int i = 0; i < slots.count(); i++) {
      int row = slots.index(i);
      if (row == Slots.NONE) {
        below.addAbsent(slots.definition(i), slots.repetition(i));
      } else if (!isNull(row)) {
        below.addPresent(row, slots.repetition(i));
      } else if (allowNulls) {
        below.addAbsent(nullDefinition(), slots.repetition(i));
      } else {
        throw nullInRequired(slots.rowOf(i));
      }
    }
  }

  abstract void write(Slots slots);

  void end() {
    validity = null;
  }

  /** The vector that holds the values: of an extension type its storage. */
  static FieldVector storage(FieldVector vector) {
    return vector instanceof ExtensionTypeVector<?> extension
        ? (FieldVector) extension.getUnderlyingVector()
        : vector;
  }

  static FieldVector requireRows(FieldVector vector, long rows) {
    if (vector.getValueCount() < rows) {
      throw new IllegalArgumentException(
          "vector "
              + vector.getName()
              + " has "
              + vector.getValueCount()
              + " rows, expected "
              + rows);
    }
    return vector;
  }

  final DiagnosedException nullInRequired(int row) {
    return new ConversionException(path, "null", "a value: the field is not nullable").atRow(row);
  }
}
