// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.variant.internal.GrowableBuffer;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Values in an encoding of byte arrays, each converted to one of fixed width in a vector. Owns
 * memory for values that are not converted yet.
 */
abstract class BinaryToFixed implements FixedValues, AutoCloseable {
  private static final int WINDOW = 256;

  private final BinaryValues values;
  private final int width;
  private final GrowableBuffer bytes;
  private final int[] lengths = new int[WINDOW];

  BinaryToFixed(BinaryValues values, int width, BufferAllocator allocator) {
    this.values = values;
    this.width = width;
    this.bytes = new GrowableBuffer(allocator);
  }

  /** Bytes of a value in the vector. */
  final int width() {
    return width;
  }

  /** Writes one value's {@link #width} bytes to an address. */
  abstract void convert(long from, int length, long to);

  @Override
  public final void wrap(long start, long end, int count) {
    values.wrap(start, end, count);
  }

  @Override
  public final void read(int count, long address) {
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
  public final void select(int[] positions, int count, int total, long address) {
    int passed = 0;
    for (int next = 0; next < count; ) {
      int end = SelectedRuns.end(positions, next, count);
      skip(positions[next] - passed, address);
      read(end - next, address + (long) next * width);
      passed = positions[end - 1] + 1;
      next = end;
    }
    skip(total - passed, address);
  }

  @Override
  public final void skip(int count, long scratch) {
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
