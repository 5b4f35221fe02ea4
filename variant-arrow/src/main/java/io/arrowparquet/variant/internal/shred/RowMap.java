// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.LittleEndian;
import io.arrowparquet.variant.internal.ValidityBits;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** From a row to the place where an encoded column keeps its value. For one thread at a time. */
public interface RowMap {
  RowMap IDENTITY = row -> row;

  /** Negative for a null. The caller proves that there is such a place; the row is the column's. */
  int place(int row);

  /** Rows of runs; the run found last is tried first, since rows mostly come in order. */
  final class Runs implements RowMap {
    private final int width;
    private final int runs;
    private final long ends;
    private int run = -1;
    private long runStart;
    private long runEnd;

    /** Proves that the run ends rise from 1 or more to the last row, and have as many values. */
    public Runs(RunEndEncodedVector vector) {
      FieldVector runEnds = vector.getRunEndsVector();
      width = ((ArrowType.Int) runEnds.getField().getType()).getBitWidth() / Byte.SIZE;
      runs = runEnds.getValueCount();
      BufferChecks.requireLength(runEnds, "value", runEnds.getDataBuffer(), (long) runs * width);
      if (runEnds.getNullCount() != 0) {
        throw new MalformedVariantException("run ends", "a null", "none");
      }
      ends = runEnds.getDataBuffer().memoryAddress();
      long before = 0;
      for (int i = 0; i < runs; i++) {
        long end = end(i);
        if (end <= before) {
          throw new MalformedVariantException(
              "end of run " + i, Long.toString(end), "more than " + before);
        }
        before = end;
      }
      if (before < vector.getValueCount()) {
        throw new MalformedVariantException(
            "end of the last run",
            runs == 0 ? "no runs" : Long.toString(before),
            "at least the number of rows, " + vector.getValueCount());
      }
      int values = vector.getValuesVector().getValueCount();
      if (values < runs) {
        throw new MalformedVariantException(
            "values of the runs", Integer.toString(values), runs + ", one for each run");
      }
    }

    @Override
    public int place(int row) {
      if (row < runStart || row >= runEnd) {
        seek(row);
      }
      return run;
    }

    private void seek(int row) {
      boolean next = row == runEnd && run + 1 < runs && end(run + 1) > row;
      run = next ? run + 1 : find(row);
      runStart = run == 0 ? 0 : end(run - 1);
      runEnd = end(run);
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
      return LittleEndian.signed(ends + (long) index * width, width);
    }
  }

  /** Rows, perhaps of runs, that are indices of a dictionary. */
  final class Indices implements RowMap {
    private final RowMap rows;
    private final BaseIntVector indices;
    private final ValidityBits validity;
    private final int size;

    /** {@code size}: the rows that the dictionary has. */
    public Indices(RowMap rows, BaseIntVector indices, int size) {
      this.rows = rows;
      this.indices = indices;
      this.validity = ValidityBits.of(indices);
      this.size = size;
      BufferChecks.requireIndices(indices);
    }

    @Override
    public int place(int row) {
      int place = rows.place(row);
      if (validity.isNull(place)) {
        return -1;
      }
      long index = indices.getValueAsLong(place);
      if (index < 0 || index >= size) {
        throw new MalformedVariantException(
            "dictionary index", Long.toString(index), "0 to " + (size - 1));
      }
      return (int) index;
    }
  }
}
