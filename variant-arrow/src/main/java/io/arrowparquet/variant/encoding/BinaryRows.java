// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.encoding;

import io.arrowparquet.variant.memory.internal.GrowableBuffer;
import io.arrowparquet.variant.memory.internal.LittleEndian;
import java.util.BitSet;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * The rows of a binary vector that grows, in the layout Arrow has for it: bytes, and 32-bit offsets
 * between them. Handing them to a vector copies nothing but the validity bits.
 */
final class BinaryRows implements AutoCloseable {
  private final BufferAllocator allocator;
  final GrowableBuffer bytes;
  private final GrowableBuffer offsets;
  private final BitSet nulls = new BitSet();
  private int count;

  BinaryRows(BufferAllocator allocator) {
    this.allocator = allocator;
    bytes = new GrowableBuffer(allocator);
    offsets = new GrowableBuffer(allocator);
  }

  int count() {
    return count;
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

  /** Adds a row of so many bytes and returns the address to write them to. */
  long add(int length) {
    if (bytes.length() + length > Integer.MAX_VALUE) {
      throw new IllegalStateException("a batch of more than 2 GiB: finish it before row " + count);
    }
    LittleEndian.putInt32(offsets.append(Integer.BYTES), (int) bytes.length());
    count++;
    return bytes.append(length);
  }

  void addNull() {
    add(0);
    nulls.set(count - 1);
  }

  /** Forgets rows added since there were so many rows and bytes, one half added included. */
  void rollBack(int rows, long byteLength) {
    bytes.truncate(byteLength);
    offsets.truncate((long) rows * Integer.BYTES);
    nulls.clear(rows, Math.max(rows, nulls.length()));
    count = rows;
  }

  /** Gives the rows to a vector, in place of what it held, and is empty then. */
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
