// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Values that are decoded to scratch memory and converted from there. Owns the scratch memory. */
final class ConvertedFixed implements FixedValues, AutoCloseable {
  private final FixedValues physical;
  private final int physicalWidth;
  private final FixedConversion conversion;
  private final BufferAllocator allocator;
  private final int width;
  private ArrowBuf scratch;

  ConvertedFixed(
      BufferAllocator allocator,
      FixedValues physical,
      int physicalWidth,
      int width,
      FixedConversion conversion) {
    this.allocator = allocator;
    this.physical = physical;
    this.physicalWidth = physicalWidth;
    this.width = width;
    this.conversion = conversion;
  }

  @Override
  public void wrap(long start, long end, int count) {
    physical.wrap(start, end, count);
  }

  @Override
  public void read(int count, long address) {
    long window = window();
    long to = address;
    for (int done = 0; done < count; ) {
      int step = Math.min(WINDOW, count - done);
      physical.read(step, window);
      try {
        conversion.convert(window, to, step);
      } catch (TimestampRangeException e) {
        throw e.at(done + e.index());
      }
      to += (long) step * width;
      done += step;
    }
  }

  @Override
  public void select(int[] positions, int count, int total, long address) {
    long window = window();
    physical.select(positions, count, total, window);
    conversion.convert(window, address, count);
  }

  /** Without the conversion: what is not asked for may be of any kind. */
  @Override
  public void skip(int count, long unused) {
    long window = window();
    for (int done = 0; done < count; ) {
      int step = Math.min(WINDOW, count - done);
      physical.skip(step, window);
      done += step;
    }
  }

  private long window() {
    if (scratch == null) {
      scratch = allocator.buffer((long) WINDOW * physicalWidth);
    }
    return scratch.memoryAddress();
  }

  @Override
  public void close() {
    if (scratch != null) {
      scratch.close();
      scratch = null;
    }
  }
}
