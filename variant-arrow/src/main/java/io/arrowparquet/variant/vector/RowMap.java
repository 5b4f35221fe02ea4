// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import io.arrowparquet.variant.MalformedVariantException;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** From a row to the place where an encoded column keeps its value; negative for a null. */
interface RowMap {
  /** Rows stand where they are. */
  RowMap IDENTITY = row -> row;

  int place(int row);

  /** Rows are runs; the run found last is tried first, since rows mostly come in order. */
  final class Runs implements RowMap {
    private final FieldVector ends;
    private final int width;
    private final int runs;
    private int run;

    Runs(RunEndEncodedVector vector) {
      ends = vector.getRunEndsVector();
      width = ((ArrowType.Int) ends.getField().getType()).getBitWidth() / Byte.SIZE;
      runs = ends.getValueCount();
    }

    @Override
    public int place(int row) {
      if (run >= runs || row >= end(run) || (run > 0 && row < end(run - 1))) {
        run = find(row);
      }
      return run;
    }

    private int find(int row) {
      int low = 0;
      int high = runs;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (end(middle) > row) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      if (low == runs) {
        throw new MalformedVariantException(
            "end of the last run",
            MalformedVariantException.UNKNOWN,
            runs == 0 ? "no runs" : Long.toString(end(runs - 1)),
            "more than row " + row);
      }
      return low;
    }

    private long end(int index) {
      long address = ends.getDataBufferAddress() + (long) index * width;
      return switch (width) {
        case Short.BYTES -> MemoryUtil.getShort(address);
        case Integer.BYTES -> MemoryUtil.getInt(address);
        default -> MemoryUtil.getLong(address);
      };
    }
  }

  /** Rows are indices into a dictionary. */
  final class Indices implements RowMap {
    private final RowMap rows;
    private final BaseIntVector indices;
    private final int size;
    private final boolean mayHaveNulls;

    Indices(RowMap rows, BaseIntVector indices, int size) {
      this.rows = rows;
      this.indices = indices;
      this.size = size;
      this.mayHaveNulls = indices.getNullCount() != 0;
    }

    @Override
    public int place(int row) {
      int place = rows.place(row);
      if (mayHaveNulls && indices.isNull(place)) {
        return -1;
      }
      long index = indices.getValueAsLong(place);
      if (index < 0 || index >= size) {
        throw new MalformedVariantException(
            "dictionary index of row " + row,
            MalformedVariantException.UNKNOWN,
            Long.toString(index),
            "0 to " + (size - 1));
      }
      return (int) index;
    }
  }
}
