// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.ValidityBits;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/**
 * One place of the schema: hands the entries of its vector on to the columns below it.
 *
 * <p>Per batch {@link #start}, then {@link #write} for one run of rows after another, then {@link
 * #end}, which is called after failures too, and any number of times.
 */
abstract class NodeWriter {
  static final String NOT_NULLABLE = "a value: the field is not nullable";

  /** Dotted path in the file, for messages. */
  private final String path;

  /** Definition level of an entry that is there, and not null. */
  private final int definition;

  /** Repetition level of the innermost list around the place. */
  private final int repetition;

  private final boolean nullable;
  private ValidityBits validity;

  NodeWriter(String path, Levels levels, boolean nullable) {
    this.path = path;
    this.nullable = nullable;
    this.definition = levels.definition() + (nullable ? 1 : 0);
    this.repetition = levels.repetition();
  }

  /** The same place, for other columns below it. */
  NodeWriter(NodeWriter same) {
    path = same.path;
    nullable = same.nullable;
    definition = same.definition;
    repetition = same.repetition;
  }

  /**
   * Writers of a part of the columns each, which different threads may use at the same time; this
   * one is not used any more then.
   */
  List<NodeWriter> parts() {
    return List.of(this);
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

  final int repetition() {
    return repetition;
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

  /** Which rows are null; null where all are. */
  final ValidityBits validity() {
    return validity;
  }

  boolean isNull(int row) {
    return validity == null || validity.isNull(row);
  }

  /**
   * The entries of a group's children: the same if none is null, or else put into {@code below}.
   */
  final Slots entriesOfChildren(Slots slots, Slots below, boolean allowNulls) {
    if (validity.noneNull()) {
      return slots;
    }
    if (allowNulls) {
      below.clearFor(slots);
      below.addNotNull(slots, validity, nullDefinition());
    } else {
      addEntries(slots, below, false);
    }
    return below;
  }

  /** Fills {@code below}, for what is below this place, with the entries of each entry of it. */
  final void addEntries(Slots slots, Slots below, boolean allowNulls) {
    below.clearFor(slots);
    for (int i = 0; i < slots.count(); i++) {
      int row = slots.index(i);
      if (row == Slots.NONE) {
        below.addAbsent(slots.definition(i), slots.repetition(i));
      } else if (!isNull(row)) {
        try {
          addEntries(row, slots.repetition(i), below);
        } catch (MalformedVariantException e) {
          throw e.at(path).atRow(slots.rowOf(i));
        }
      } else if (allowNulls) {
        below.addAbsent(nullDefinition(), slots.repetition(i));
      } else {
        throw new ConversionException(path, "null", NOT_NULLABLE).atRow(slots.rowOf(i));
      }
    }
  }

  /** Adds the entries of a row that is there: one in a group. */
  void addEntries(int row, int firstRepetition, Slots below) {
    below.addPresent(row, firstRepetition);
  }

  abstract void write(Slots slots);

  void end() {
    validity = null;
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
}
