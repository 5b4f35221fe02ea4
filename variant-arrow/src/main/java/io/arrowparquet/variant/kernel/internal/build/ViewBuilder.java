// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.ByteCopy;
import io.arrowparquet.variant.internal.GrowableBuffer;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * BinaryView and Utf8View: binaries or strings, short ones within the view.
 *
 * <pre>
 *   length (4) | the bytes, up to 12
 *   length (4) | first 4 bytes | number of the data buffer (4) | offset in it (4)
 * </pre>
 */
public final class ViewBuilder extends FixedWidthBuilder {
  private static final int VIEW_BYTES = 16;
  private static final int INLINE_BYTES = 12;

  private final boolean text;
  private final GrowableBuffer bytes = own(new GrowableBuffer());

  public ViewBuilder(Target target) {
    super(target);
    text = target.field().getType() instanceof ArrowType.Utf8View;
  }

  /** The bytes of the rows that are too long for their view. */
  public GrowableBuffer bytes() {
    return bytes;
  }

  @Override
  public void expectRows(int rows) {
    values.reserve((long) rows * VIEW_BYTES);
  }

  @Override
  public int width() {
    return VIEW_BYTES;
  }

  @Override
  public boolean takeString(long address, int length) {
    return text && append(address, length);
  }

  @Override
  public boolean takeBinary(long address, int length) {
    return !text && append(address, length);
  }

  /** Views are taken one by one, since each has to point into the one buffer there is here. */
  @Override
  public boolean appendColumn(FieldVector column, Selection rows) {
    return false;
  }

  @Override
  public boolean takeText(byte[] utf8, int length) {
    if (!text) {
      return false;
    }
    if (length <= INLINE_BYTES) {
      MemoryUtil.copyToMemory(utf8, 0, startInline(length), length);
      values.advance(VIEW_BYTES);
    } else {
      requireRoom(length);
      long start = bytes.length();
      MemoryUtil.copyToMemory(utf8, 0, bytes.append(length), length);
      appendView(start, length);
    }
    return markValid();
  }

  private boolean append(long address, int length) {
    if (length <= INLINE_BYTES) {
      ByteCopy.copy(address, startInline(length), length);
      values.advance(VIEW_BYTES);
    } else {
      requireRoom(length);
      long start = bytes.length();
      bytes.appendBytes(address, length);
      appendView(start, length);
    }
    return markValid();
  }

  private long startInline(int length) {
    long view = values.reserve(VIEW_BYTES);
    MemoryUtil.putLong(view, 0);
    MemoryUtil.putLong(view + Long.BYTES, 0);
    MemoryUtil.putInt(view, length);
    return view + Integer.BYTES;
  }

  private void appendView(long start, int length) {
    values.appendInt(length);
    values.appendInt(MemoryUtil.getInt(bytes.address() + start));
    values.appendInt(0);
    values.appendInt((int) start);
  }

  private void requireRoom(int length) {
    if (bytes.length() + length > Integer.MAX_VALUE) {
      throw tooLarge(text ? "LargeUtf8" : "LargeBinary");
    }
  }
}
