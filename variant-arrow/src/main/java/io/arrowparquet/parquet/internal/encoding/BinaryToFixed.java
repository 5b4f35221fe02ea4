// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.variant.internal.GrowableBuffer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/** Values in an encoding of byte arrays, each converted to one of fixed width in a vector. */
final class BinaryToFixed implements FixedValues {
  private static final int WINDOW = 256;

  private final BinaryValues values;
  private final int width;
  private final GrowableBuffer bytes;
  private final int[] lengths = new int[WINDOW];
  private final boolean decimals;

  /** Null where values are converted. */
  private final DictionaryIndices indices;

  private BinaryToFixed(
      BinaryValues values,
      int width,
      boolean decimals,
      DictionaryIndices indices,
      BufferAllocator allocator) {
    this.values = values;
    this.decimals = decimals;
    this.indices = indices;
    this.width = width;
    this.bytes = new GrowableBuffer(allocator);
  }

  /** BYTE_ARRAY decimals, big-endian two's complement of any length, to those of a vector. */
  static BinaryToFixed decimals(BinaryValues values, int width, BufferAllocator allocator) {
    return new BinaryToFixed(values, width, true, null, allocator);
  }

  /** FIXED_LEN_BYTE_ARRAY values in an encoding of byte arrays: every length must be the width. */
  static BinaryToFixed copies(BinaryValues values, int width, BufferAllocator allocator) {
    return new BinaryToFixed(values, width, false, null, allocator);
  }

  /** BYTE_ARRAY values to their indices in a dictionary. */
  static BinaryToFixed indices(
      BinaryValues values, DictionaryIndices indices, BufferAllocator allocator) {
    return new BinaryToFixed(values, Integer.BYTES, false, indices, allocator);
  }

  private void convert(long from, int length, long to) {
    if (indices != null) {
      MemoryUtil.putInt(to, indices.index(from, length));
    } else if (decimals) {
      FixedConversion.bigEndian(from, length, to, width);
    } else if (length == width) {
      MemoryUtil.copyMemory(from, to, length);
    } else {
      throw new CorruptPageException(
          "length of a fixed-length value", Integer.toString(length), width + " bytes");
    }
  }

  @Override
  public void wrap(long start, long end, int count) {
    values.wrap(start, end, count);
  }

  @Override
  public void read(int count, long address) {
    long to = address;
    for (int done = 0; done < count; ) {
      int step = Math.min(WINDOW, count - done);
      bytes.clear();
      values.append(step, lengths, bytes, Long.MAX_VALUE);
      long from = bytes.address();
      for (int i = 0; i < step; i++, to += width) {
        convert(from, lengths[i], to);
        from += lengths[i];
      }
      done += step;
    }
  }

  @Override
  public void select(int[] positions, int count, int total, long address) {
    int passed = 0;
    for (int next = 0; next < count; ) {
      int end = BinaryValues.runEnd(positions, next, count);
      skip(positions[next] - passed, address);
      read(end - next, address + (long) next * width);
      passed = positions[end - 1] + 1;
      next = end;
    }
    skip(total - passed, address);
  }

  @Override
  public void skip(int count, long scratch) {
    for (int done = 0; done < count; ) {
      int step = Math.min(WINDOW, count - done);
      values.skip(step, lengths);
      done += step;
    }
  }

  @Override
  public void close() {
    bytes.close();
  }
}
