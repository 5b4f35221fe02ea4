// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.ByteFunctionHelpers;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * Text or bytes as indices into a dictionary of the values met so far. Hashing once for a value:
 * equal hashes are compared by their bytes. One thread at a time.
 */
final class DictionaryIndices {
  private static final int FIRST_SLOTS = 1 << 10;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final long mostBytes;
  private final BufferAllocator allocator;

  /** Open addressing, a power of two: one more than the index of a value, 0 where there is none. */
  private int[] slots = new int[FIRST_SLOTS];

  private int[] hashes = new int[FIRST_SLOTS / 2];
  private int count;

  /** A dictionary of more bytes is not continued by another batch. */
  DictionaryIndices(long mostBytes, BufferAllocator allocator) {
    this.mostBytes = mostBytes;
    this.allocator = allocator;
  }

  /**
   * Makes the indices of a batch.
   *
   * @param source Utf8 or Binary
   * @param target an empty vector of Int32
   * @param dictionary of the source's type, with the values of the batches before; more are added
   */
  void encode(FieldVector source, FieldVector target, FieldVector dictionary, int rows) {
    BaseVariableWidthVector values = (BaseVariableWidthVector) dictionary;
    if (count > 0 && values.getOffsetBuffer().getInt((long) count * Integer.BYTES) > mostBytes) {
      Arrays.fill(slots, 0);
      count = 0;
      values.clear();
    }
    try (ArrowBuf indices = allocator.buffer((long) rows * Integer.BYTES)) {
      indices.setZero(0, (long) rows * Integer.BYTES);
      ArrowBuf offsets = source.getOffsetBuffer();
      ArrowBuf data = source.getDataBuffer();
      for (int row = 0; row < rows; row++) {
        if (!source.isNull(row)) {
          long at = (long) row * Integer.BYTES;
          int start = offsets.getInt(at);
          int end = offsets.getInt(at + Integer.BYTES);
          indices.setInt(at, index(values, data, start, end));
        }
      }
      indices.writerIndex((long) rows * Integer.BYTES);
      values.setValueCount(count);
      target.loadFieldBuffers(
          new ArrowFieldNode(rows, source.getNullCount()),
          List.of(source.getValidityBuffer(), indices));
    }
  }

  private int index(BaseVariableWidthVector values, ArrowBuf data, int start, int end) {
    int hash = hash(data, start, end);
    int slot = hash & (slots.length - 1);
    while (slots[slot] != 0) {
      int index = slots[slot] - 1;
      if (hashes[index] == hash && isEqual(values, index, data, start, end)) {
        return index;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    values.setSafe(count, start, end - start, data);
    hashes[count] = hash;
    slots[slot] = ++count;
    if (count == hashes.length) {
      grow();
    }
    return count - 1;
  }

  private static boolean isEqual(
      BaseVariableWidthVector values, int index, ArrowBuf data, int start, int end) {
    int from = values.getStartOffset(index);
    int to = values.getEndOffset(index);
    return to - from == end - start
        && ByteFunctionHelpers.equal(values.getDataBuffer(), from, to, data, start, end) == 1;
  }

  private static int hash(ArrowBuf data, int start, int end) {
    data.checkBytes(start, end);
    long address = data.memoryAddress() + start;
    long left = (long) end - start;
    long hash = left;
    for (; left >= Long.BYTES; left -= Long.BYTES, address += Long.BYTES) {
      hash = mix(hash ^ MemoryUtil.getLong(address));
    }
    for (; left > 0; left--, address++) {
      hash = mix(hash ^ MemoryUtil.getByte(address));
    }
    return (int) (hash ^ (hash >>> Integer.SIZE));
  }

  private static long mix(long bits) {
    long mixed = bits * MULTIPLIER;
    return mixed ^ (mixed >>> 29);
  }

  private void grow() {
    hashes = Arrays.copyOf(hashes, hashes.length * 2);
    slots = new int[slots.length * 2];
    for (int index = 0; index < count; index++) {
      int slot = hashes[index] & (slots.length - 1);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = index + 1;
    }
  }
}
