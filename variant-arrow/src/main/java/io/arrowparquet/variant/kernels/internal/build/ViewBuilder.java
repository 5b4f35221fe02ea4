// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels.internal.build;

import io.arrowparquet.variant.memory.internal.ByteCopy;
import io.arrowparquet.variant.memory.internal.GrowableBuffer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/**
 * BinaryView and Utf8View: binaries or strings, short ones within the view.
 *
 * <pre>
 *   length (4) | the bytes, up to 12
 *   length (4) | first 4 bytes | number of the data buffer (4) | offset in it (4)
 * </pre>
 */
final class ViewBuilder extends FixedWidthBuilder {
  private static final int VIEW_BYTES = 16;
  private static final int INLINE_BYTES = 12;

  private final boolean text;
  private final GrowableBuffer bytes = new GrowableBuffer();

  ViewBuilder(Target target, boolean text) {
    super(target);
    this.text = text;
  }

  public @Override int width() {
    return VIEW_BYTES;
  }

  @Override
  boolean takeString(long address, int length) {
    return text && append(address, length);
  }

  @Override
  boolean takeBinary(long address, int length) {
    return !text && append(address, length);
  }

  /** Views are taken one by one, since each has to point into the one buffer there is here. */
  public @Override boolean appendColumn(FieldVector column, Selection rows) {
    return false;
  }

  private boolean append(long address, int length) {
    if (length <= INLINE_BYTES) {
      long view = values.reserve(VIEW_BYTES);
      MemoryUtil.putLong(view, 0);
      MemoryUtil.putLong(view + Long.BYTES, 0);
      MemoryUtil.putInt(view, length);
      ByteCopy.copy(address, view + Integer.BYTES, length);
      values.advance(VIEW_BYTES);
    } else {
      if (bytes.length() + length > Integer.MAX_VALUE) {
        throw tooLarge(text ? "LargeUtf8" : "LargeBinary");
      }
      values.appendInt(length);
      values.appendInt(MemoryUtil.getInt(address));
      values.appendInt(0);
      values.appendInt((int) bytes.length());
      bytes.appendBytes(address, length);
    }
    return markValid();
  }

  public @Override void start(BufferAllocator allocator) {
    super.start(allocator);
    bytes.start(allocator);
  }

  public @Override void load(FieldVector vector) {
    loadWith(vector, bytes);
  }

  public @Override void release() {
    super.release();
    bytes.release();
  }
}
