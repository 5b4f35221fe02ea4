// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.value.VariantBuilder;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

abstract class IndexedWriter extends ColumnWriter {
  private final ColumnWriter values;

  IndexedWriter(String path, FieldVector vector, ColumnWriter values) {
    super(path, vector);
    this.values = values;
  }

  abstract int index(int row);

  final boolean hasNoIndex(int row) {
    return super.isNull(row);
  }

  @Override
  boolean isNull(int row) {
    return values.isNull(index(row));
  }

  @Override
  void write(int row, VariantBuilder out) {
    values.write(index(row), out);
  }

  /** A dictionary-encoded vector: the value that a row's index points at. */
  static final class OfDictionary extends IndexedWriter {
    private final BaseIntVector indices;
    private final int size;

    /** {@code size}: the rows that {@code values} has. */
    OfDictionary(String path, BaseIntVector indices, int size, ColumnWriter values) {
      super(path, indices, values);
      this.indices = indices;
      this.size = size;
      BufferChecks.requireIndices(indices);
    }

    @Override
    boolean isNull(int row) {
      return hasNoIndex(row) || super.isNull(row);
    }

    @Override
    int index(int row) {
      long index = indices.getValueAsLong(row);
      if (index < 0 || index >= size) {
        throw malformed("dictionary index", Long.toString(index), "0 to " + (size - 1));
      }
      return (int) index;
    }
  }

  /** A run-end-encoded vector: the value of the run that a row is in. */
  static final class OfRuns extends IndexedWriter {
    private final int rows;
    private final int runs;
    private final int width;
    private final long ends;

    /** The run of the row before and the rows it spans; rows mostly come in order. */
    private int run = -1;

    private long runStart;
    private long runEnd;

    OfRuns(String path, RunEndEncodedVector vector, ColumnWriter values) {
      super(path, null, values);
      FieldVector runEnds = vector.getRunEndsVector();
      this.rows = vector.getValueCount();
      this.runs = runEnds.getValueCount();
      this.width = ((ArrowType.Int) runEnds.getField().getType()).getBitWidth() / Byte.SIZE;
      BufferChecks.requireLength(runEnds, "value", runEnds.getDataBuffer(), (long) runs * width);
      requireRows(vector.getValuesVector(), runs);
      this.ends = runEnds.getDataBuffer().memoryAddress();
    }

    @Override
    boolean isNull(int row) {
      if (row < 0 || row >= rows) {
        throw new IndexOutOfBoundsException("row " + row + " of a vector with " + rows + " rows");
      }
      return super.isNull(row);
    }

    @Override
    int index(int row) {
      if (row < runStart || row >= runEnd) {
        seek(row);
      }
      return run;
    }

    private void seek(int row) {
      boolean next = run >= 0 && row == runEnd && run + 1 < runs && end(run + 1) > row;
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
      if (low == runs) {
        throw malformed(
            "end of the last run",
            runs == 0 ? "no runs" : Long.toString(end(runs - 1)),
            "more than row " + row);
      }
      return low;
    }

    private long end(int index) {
      long address = ends + (long) index * width;
      return switch (width) {
        case Short.BYTES -> MemoryUtil.getShort(address);
        case Integer.BYTES -> MemoryUtil.getInt(address);
        default -> MemoryUtil.getLong(address);
      };
    }
  }
}
