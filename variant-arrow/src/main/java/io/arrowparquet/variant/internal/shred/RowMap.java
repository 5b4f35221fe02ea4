// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.BufferChecks;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** From a row to the place where an encoded column keeps its value; negative for a null. */
interface RowMap {
  /** A row is its own place. */
  RowMap IDENTITY = row -> row;

  int place(int row);

  /** Refuses a vector of numbers, or of their nulls, whose buffer is too short for its rows. */
  private static void requireBytes(FieldVector numbers, long bytes) {
    int rows = numbers.getValueCount();
    if (rows > 0) {
      BufferChecks.requireLength(numbers, "value", numbers.getDataBuffer(), bytes);
    }
    if (rows > 0 && numbers.getNullCount() != 0) {
      BufferChecks.requireLength(
          numbers, "validity", numbers.getValidityBuffer(), BufferChecks.bytesOfBits(rows));
    }
  }

  private static MalformedVariantException illegal(String what, String found, String expected) {
    return new MalformedVariantException(what, MalformedVariantException.UNKNOWN, found, expected);
  }

  /** Rows are runs; the run found last is tried first, since rows mostly come in order. */
  final class Runs implements RowMap {
    private final FieldVector ends;
    private final int width;
    private final int runs;
    private int run;

    /** Proves that the run ends rise from 1 or more to the last row, and have as many values. */
    Runs(RunEndEncodedVector vector) {
      ends = vector.getRunEndsVector();
      width = ((ArrowType.Int) ends.getField().getType()).getBitWidth() / Byte.SIZE;
      runs = ends.getValueCount();
      requireBytes(ends, (long) runs * width);
      if (ends.getNullCount() != 0) {
        throw illegal("run ends", "a null", "none");
      }
      long before = 0;
      for (int i = 0; i < runs; i++) {
        long end = end(i);
        if (end <= before) {
          throw illegal("end of run " + i, Long.toString(end), "more than " + before);
        }
        before = end;
      }
      if (before < vector.getValueCount()) {
        throw illegal(
            "end of the last run",
            runs == 0 ? "no runs" : Long.toString(before),
            "at least the number of rows, " + vector.getValueCount());
      }
      int values = vector.getValuesVector().getValueCount();
      if (values < runs) {
        throw illegal("values of the runs", Integer.toString(values), runs + ", one for each run");
      }
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
      int width = ((ArrowType.Int) indices.getField().getType()).getBitWidth() / Byte.SIZE;
      requireBytes(indices, (long) indices.getValueCount() * width);
    }

    @Override
    public int place(int row) {
      int place = rows.place(row);
      if (mayHaveNulls && indices.isNull(place)) {
        return -1;
      }
      long index = indices.getValueAsLong(place);
      if (index < 0 || index >= size) {
        throw illegal("dictionary index of row " + row, Long.toString(index), "0 to " + (size - 1));
      }
      return (int) index;
    }
  }
}
