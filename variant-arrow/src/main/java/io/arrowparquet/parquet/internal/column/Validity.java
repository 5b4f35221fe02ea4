// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * The validity of a vector's slots. No bit is written before the first null, and none at all for a
 * vector that cannot have nulls.
 */
final class Validity implements AutoCloseable {
  private final BufferAllocator allocator;
  private final boolean nullable;
  private final BitmapBuilder bits;
  private int count;
  private int nulls;

  Validity(BufferAllocator allocator, boolean nullable) {
    this.allocator = allocator;
    this.nullable = nullable;
    this.bits = new BitmapBuilder(allocator);
  }

  void clear() {
    count = 0;
    nulls = 0;
    bits.clear();
  }

  /** Appends slots whose level of definition is given; null below {@code threshold}. */
  void append(int[] levels, int from, int length, int present, int threshold) {
    if (nullable && (nulls > 0 || present < length)) {
      if (nulls == 0 && count > 0) {
        bits.fill(true, count);
      }
      if (present == length) {
        bits.fill(true, length);
      } else if (present == 0) {
        bits.fill(false, length);
      } else {
        bits.append(levels, from, length, threshold);
      }
      nulls += length - present;
    }
    count += length;
  }

  int count() {
    return count;
  }

  int nulls() {
    return nulls;
  }

  /** Gives the bitmap away, empty if there are no nulls. */
  ArrowBuf take() {
    return nulls == 0 ? allocator.getEmpty() : bits.take();
  }

  @Override
  public void close() {
    bits.close();
  }
}
