// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.parquet.internal.encode.ByteOutput;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

final class BytesLeaf extends LeafNodeWriter {
  /** As many bytes in each entry of a run are no page too long: entries may be of the same row. */
  private static final int FEW_BYTES = 128 << 10;

  private final byte[] forNull;
  private BinaryColumn column;

  /** The buffers of a vector with offsets of 32 bits, most columns; null for other forms. */
  private ArrowBuf data;

  private long offsets;

  /** Whether the vector is dictionary- or run-end-encoded, and has its nulls elsewhere. */
  private boolean encoded;

  /** {@code forNull}: what a null of a required column is written as; null where it is an error. */
  BytesLeaf(Node node, byte[] forNull) {
    super(node);
    this.forNull = forNull == null ? null : forNull.clone();
  }

  @Override
  void start(FieldVector vector) {
    start(VariantPrimitive.storage(vector), null);
  }

  /** As {@link #start(FieldVector)}, with the dictionaries of an encoded vector. */
  void start(FieldVector vector, DictionaryProvider dictionaries) {
    super.start(vector);
    column = BinaryColumn.of(vector, dictionaries);
    encoded = vector.getField().getDictionary() != null || vector instanceof RunEndEncodedVector;
    data = null;
    if (vector instanceof BaseVariableWidthVector && vector.getValueCount() > 0) {
      data = vector.getDataBuffer();
      offsets = vector.getOffsetBuffer().memoryAddress();
    }
  }

  @Override
  boolean isNull(int row) {
    return super.isNull(row) || (encoded && column.isNull(row));
  }

  @Override
  boolean hasOtherNulls() {
    return encoded;
  }

  @Override
  boolean hasValueForNull() {
    return forNull != null;
  }

  private int offset(int row) {
    return MemoryUtil.getInt(offsets + (long) row * Integer.BYTES);
  }

  @Override
  int runLength(int row, int most) {
    int length = most;
    int room = chunk().roomOfPage();
    while (data != null && length > 1 && (long) offset(row + length) - offset(row) > room) {
      length /= 2;
    }
    return length;
  }

  @Override
  int runLength(Slots slots, int from, int most) {
    if (data == null || data.writerIndex() <= FEW_BYTES) {
      return most;
    }
    long left = chunk().roomOfPage();
    if (slots.isAscending() && bytesAround(slots, from, from + most - 1) <= left) {
      return most;
    }
    for (int i = 0; i < most; i++) {
      int row = slots.index(from + i);
      left -= row == Slots.NONE ? 0 : (long) offset(row + 1) - offset(row);
      if (left < 0) {
        return Math.max(1, i);
      }
    }
    return most;
  }

  /** What the values from one entry to another take, with those between them of no entry. */
  private long bytesAround(Slots slots, int from, int to) {
    int first = from;
    int last = to;
    while (first < last && slots.index(first) == Slots.NONE) {
      first++;
    }
    while (first < last && slots.index(last) == Slots.NONE) {
      last--;
    }
    int row = slots.index(first);
    return row == Slots.NONE ? 0 : (long) offset(slots.index(last) + 1) - offset(row);
  }

  private int pageBytes() {
    return chunk().pageBytes();
  }

  @Override
  void gather(int count, WriteScratch scratch) {
    if (data != null && isOneRange(count, scratch)) {
      int[] ends = scratch.offsets;
      byte[] bytes = scratch.bytes(ends[count]);
      MemoryUtil.copyFromMemory(
          data.memoryAddress() + offset(scratch.rows[0]), bytes, 0, ends[count]);
      chunk().add(bytes, ends, count);
    } else {
      gatherEach(count, scratch);
    }
  }

  /** Whether the values follow one another in memory; their offsets are in the scratch then. */
  private boolean isOneRange(int count, WriteScratch scratch) {
    int[] rows = scratch.rows;
    int[] ends = scratch.offsets;
    if (rows[0] < 0) {
      return false;
    }
    int start = offset(rows[0]);
    int end = start;
    boolean joined = true;
    for (int i = 0; i < count; i++) {
      int row = Math.max(0, rows[i]);
      int next = offset(row + 1);
      joined &= rows[i] >= 0;
      joined &= offset(row) == end;
      joined &= next >= end;
      end = next;
      ends[i + 1] = end - start;
    }
    return joined && BufferChecks.contains(data, start, end) && end - start <= pageBytes();
  }

  private void gatherEach(int count, WriteScratch scratch) {
    int[] ends = scratch.offsets;
    int held = 0;
    for (int i = 0; i < count; i++) {
      gathering(i);
      int length = scratch.rows[i] == Slots.NONE ? forNull.length : seek(scratch.rows[i], i);
      if (held > 0 && (long) ends[held] + length > pageBytes()) {
        chunk().add(scratch.bytes(0), ends, held);
        held = 0;
      }
      int end = ends[held];
      byte[] bytes = scratch.bytes((long) end + length);
      if (scratch.rows[i] == Slots.NONE) {
        System.arraycopy(forNull, 0, bytes, end, length);
      } else {
        long from = column.buffer().memoryAddress() + column.start();
        MemoryUtil.copyFromMemory(from, bytes, end, length);
      }
      ends[++held] = end + length;
    }
    chunk().add(scratch.bytes(0), ends, held);
  }

  /** Moves to a row; how many bytes it has. */
  private int seek(int row, int value) {
    column.seek(row);
    BufferChecks.requireRange("range of a value", column.buffer(), column.start(), column.end());
    long length = column.end() - column.start();
    if (length > ByteOutput.MOST_BYTES) {
      throw conversionException(value, length + " bytes", "at most " + ByteOutput.MOST_BYTES);
    }
    return (int) length;
  }

  @Override
  void end() {
    super.end();
    column = null;
    data = null;
  }
}
