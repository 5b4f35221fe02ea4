// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import org.apache.parquet.column.ColumnWriter;

/** One column: hands each entry's value, or that there is none, to parquet-java's column writer. */
abstract class LeafNodeWriter extends NodeWriter {
  private ColumnWriter out;

  LeafNodeWriter(String path, Levels levels, boolean nullable) {
    super(path, levels, nullable);
  }

  /** Where values go from now on: the column's chunk of the next row group. */
  final void bind(ColumnWriter writer) {
    out = writer;
  }

  final ColumnWriter out() {
    return out;
  }

  @Override
  void write(Slots slots) {
    int entry = 0;
    try {
      for (; entry < slots.count(); entry++) {
        int row = slots.index(entry);
        if (row == Slots.NONE) {
          out.writeNull(slots.repetition(entry), slots.definition(entry));
        } else if (isNull(row)) {
          putNull(slots.repetition(entry));
        } else {
          put(row, slots.repetition(entry));
        }
      }
    } catch (ConversionException | MalformedVariantException e) {
      throw e.at(path()).atRow(slots.rowOf(entry));
    }
  }

  abstract void put(int row, int repetition);

  void putNull(int repetition) {
    if (!isNullable()) {
      throw conversionException("null", NOT_NULLABLE);
    }
    out.writeNull(repetition, nullDefinition());
  }

  final ConversionException conversionException(String found, String expected) {
    return new ConversionException(path(), found, expected);
  }
}
