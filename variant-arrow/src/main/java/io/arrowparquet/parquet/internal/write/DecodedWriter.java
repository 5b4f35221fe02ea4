// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.BufferChecks;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;

/** A dictionary-encoded column: its entries are those of the dictionary that it points at. */
final class DecodedWriter extends NodeWriter {
  private final NodeWriter values;
  private final FieldVector dictionary;
  private final Slots below = new Slots();
  private BaseIntVector indices;

  /**
   * A column.
   *
   * @param values writes the dictionary's values; as nullable as the column
   * @param dictionary borrowed
   */
  DecodedWriter(
      String path, Levels levels, boolean nullable, NodeWriter values, FieldVector dictionary) {
    super(path, levels, nullable);
    this.values = values;
    this.dictionary = dictionary;
  }

  @Override
  void start(FieldVector vector) {
    super.start(vector);
    indices = (BaseIntVector) vector;
    BufferChecks.requireIndices(indices);
    values.start(dictionary);
  }

  @Override
  void write(Slots slots) {
    below.clearFor(slots);
    for (int i = 0; i < slots.count(); i++) {
      int row = slots.index(i);
      if (row == Slots.NONE) {
        below.addAbsent(slots.definition(i), slots.repetition(i));
      } else if (!isNull(row)) {
        below.addPresent(place(slots, i), slots.repetition(i));
      } else if (isNullable()) {
        below.addAbsent(nullDefinition(), slots.repetition(i));
      } else {
        throw nullInRequired(slots.rowOf(i));
      }
    }
    values.write(below);
  }

  private int place(Slots slots, int entry) {
    long index = indices.getValueAsLong(slots.index(entry));
    if (index < 0 || index >= dictionary.getValueCount()) {
      throw new MalformedVariantException(
              "dictionary index", Long.toString(index), "0 to " + (dictionary.getValueCount() - 1))
          .at(path())
          .atRow(slots.rowOf(entry));
    }
    return (int) index;
  }

  @Override
  void end() {
    super.end();
    indices = null;
    values.end();
  }
}
