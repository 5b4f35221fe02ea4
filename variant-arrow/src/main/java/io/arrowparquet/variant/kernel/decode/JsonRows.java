// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.internal.BitAppender;
import io.arrowparquet.variant.internal.ByteCopy;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.JsonBuffer;
import io.arrowparquet.variant.internal.SizeEstimate;
import io.arrowparquet.variant.internal.VectorMemory;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;

/**
 * The text of all rows of a column while it is built. Owns its memory until loaded or released.
 *
 * <p>For one thread.
 */
final class JsonRows {
  private static final int VIEW_BYTES = 16;
  private static final int VIEW_INLINE_BYTES = 12;

  private final BufferAllocator allocator;
  private final int offsetWidth;
  private final GrowableBuffer bytes = new GrowableBuffer();
  private final GrowableBuffer ends = new GrowableBuffer();
  private final BitAppender validity = new BitAppender();

  private final SizeEstimate expected;

  /**
   * No rows.
   *
   * @param offsetWidth 4 or 8, the bytes of an offset of the vector to load
   * @param rows how many there will be
   */
  JsonRows(BufferAllocator allocator, int offsetWidth, int rows) {
    this.allocator = allocator;
    this.offsetWidth = offsetWidth;
    this.expected = new SizeEstimate(rows);
    bytes.start(allocator);
    ends.start(allocator);
    validity.start(allocator);
    ends.reserve((expected.rows() + 1L) * offsetWidth);
    appendEnd();
  }

  void add(JsonBuffer json) {
    expected.beforeRow(validity.count(), bytes);
    long at = bytes.reserve(json.length());
    MemoryUtil.copyToMemory(json.bytes(), 0, at, json.length());
    bytes.advance(json.length());
    appendEnd();
    validity.appendOne();
  }

  void addNull() {
    appendEnd();
    validity.appendZero();
  }

  private void appendEnd() {
    if (offsetWidth == Long.BYTES) {
      ends.appendLong(bytes.length());
    } else if (bytes.length() <= Integer.MAX_VALUE) {
      ends.appendInt((int) bytes.length());
    } else {
      throw new IllegalArgumentException(
          "the text of one batch takes more than 2 GiB: use writeLarge, or fewer rows at a time");
    }
  }

  /** Hands the rows over. */
  void load(FieldVector vector) {
    int count = validity.count();
    int nulls = validity.zeros();
    if (vector instanceof BaseVariableWidthViewVector) {
      VectorMemory.load(vector, count, nulls, validity, () -> views(count), bytes);
    } else {
      VectorMemory.load(vector, count, nulls, validity, ends, bytes);
    }
  }

  /**
   * A view for each row, of offsets of four bytes.
   *
   * <pre>
   *   length (4) | the bytes, up to 12
   *   length (4) | first 4 bytes | number of the data buffer (4): 0 | offset in it (4)
   * </pre>
   */
  private ArrowBuf views(int count) {
    ArrowBuf views = allocator.buffer(Math.max(1, (long) count * VIEW_BYTES));
    views.setZero(0, views.capacity());
    for (int row = 0; row < count; row++) {
      long offsets = ends.address() + (long) row * Integer.BYTES;
      int start = MemoryUtil.getInt(offsets);
      int length = MemoryUtil.getInt(offsets + Integer.BYTES) - start;
      long view = views.memoryAddress() + (long) row * VIEW_BYTES;
      MemoryUtil.putInt(view, length);
      if (length <= VIEW_INLINE_BYTES) {
        ByteCopy.copy(bytes.address() + start, view + Integer.BYTES, length);
      } else {
        MemoryUtil.putInt(view + Integer.BYTES, MemoryUtil.getInt(bytes.address() + start));
        MemoryUtil.putInt(view + 3 * Integer.BYTES, start);
      }
    }
    return views.writerIndex((long) count * VIEW_BYTES);
  }

  void release() {
    bytes.release();
    ends.release();
    validity.release();
  }
}
