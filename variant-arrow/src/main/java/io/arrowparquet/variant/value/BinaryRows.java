// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.LittleEndian;
import java.util.BitSet;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * The rows of a binary vector that grows, in the layout Arrow has for it: bytes, and 32-bit offsets
 * between them. Handing them to a vector copies nothing but the validity bits.
 */
final class BinaryRows implements AutoCloseable {
  private static final int VIEW_BYTES = 16;
  private static final int VIEW_INLINE_BYTES = 12;
  private static final GrowableBuffer.SizeEstimate NOTHING_EXPECTED =
      new GrowableBuffer.SizeEstimate(0);

  private final BufferAllocator allocator;
  final GrowableBuffer bytes;
  private final GrowableBuffer offsets;
  private final BitSet nulls = new BitSet();
  private GrowableBuffer.SizeEstimate expected = NOTHING_EXPECTED;
  private int count;

  BinaryRows(BufferAllocator allocator) {
    this.allocator = allocator;
    bytes = new GrowableBuffer(allocator);
    offsets = new GrowableBuffer(allocator);
  }

  void expect(int rows) {
    offsets.reserve((rows + 1L) * Integer.BYTES);
    expected = new GrowableBuffer.SizeEstimate(rows);
  }

  int count() {
    return count;
  }

  int nullCount() {
    return nulls.cardinality();
  }

  boolean isNull(int row) {
    return nulls.get(row);
  }

  long start(int row) {
    return LittleEndian.int32(offsets.address() + (long) row * Integer.BYTES);
  }

  long end(int row) {
    return row + 1 < count ? start(row + 1) : bytes.length();
  }

  long add(int length) {
    if (bytes.length() + length > Integer.MAX_VALUE) {
      throw new IllegalStateException("a batch of more than 2 GiB: finish it before row " + count);
    }
    expected.beforeRow(count, bytes);
    LittleEndian.putInt32(offsets.append(Integer.BYTES), (int) bytes.length());
    count++;
    return bytes.append(length);
  }

  void addNull() {
    add(0);
    nulls.set(count - 1);
  }

  /** Forgets rows added since there were this many rows and bytes, one half added included. */
  void rollBack(int rows, long byteLength) {
    bytes.truncate(byteLength);
    offsets.truncate((long) rows * Integer.BYTES);
    nulls.clear(rows, Math.max(rows, nulls.length()));
    count = rows;
  }

  void moveTo(VarBinaryVector vector) {
    LittleEndian.putInt32(offsets.append(Integer.BYTES), (int) bytes.length());
    try (ArrowBuf validity = allocator.buffer((count + 7L) / Byte.SIZE);
        ArrowBuf offsetBuffer = offsets.take();
        ArrowBuf byteBuffer = bytes.take()) {
      validity.setOne(0, validity.capacity());
      for (int row = nulls.nextSetBit(0); row >= 0; row = nulls.nextSetBit(row + 1)) {
        BitVectorHelper.unsetBit(validity, row);
      }
      vector.clear();
      vector.loadFieldBuffers(
          new ArrowFieldNode(count, nulls.cardinality()),
          List.of(validity, offsetBuffer, byteBuffer));
    } finally {
      clear();
    }
  }

  /**
   * Gives the bytes of the first row to a vector that has as many rows as the caller says, a view
   * of those bytes each, and is empty then.
   *
   * <pre>
   *   length (4) | the bytes, up to 12
   *   length (4) | first 4 bytes | number of the data buffer (4): 0 | offset in it (4): 0
   * </pre>
   */
  void repeatTo(ViewVarBinaryVector vector, int rows) {
    int length = (int) end(0);
    int shown = length <= VIEW_INLINE_BYTES ? length : Integer.BYTES;
    try (ArrowBuf views = allocator.buffer(Math.max(1, (long) rows * VIEW_BYTES));
        ArrowBuf shared = bytes.take(length)) {
      views.setZero(0, views.capacity());
      for (int row = 0; row < rows; row++) {
        long view = (long) row * VIEW_BYTES;
        views.setInt(view, length);
        views.setBytes(view + Integer.BYTES, shared, 0, shown);
      }
      views.writerIndex((long) rows * VIEW_BYTES);
      vector.clear();
      vector.loadFieldBuffers(
          new ArrowFieldNode(rows, 0), List.of(allocator.getEmpty(), views, shared));
    } finally {
      clear();
    }
  }

  void clear() {
    bytes.truncate(0);
    offsets.truncate(0);
    nulls.clear();
    count = 0;
  }

  @Override
  public void close() {
    clear();
    bytes.close();
    offsets.close();
  }
}
