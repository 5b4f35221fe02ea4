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
    if (text) {
      long at = startRow(length);
      MemoryUtil.copyToMemory(utf8, 0, at, length);
      endRow(at, length);
    }
    return text;
  }

  private boolean append(long address, int length) {
    long at = startRow(length);
    ByteCopy.copy(address, at, length);
    endRow(at, length);
    return true;
  }

  /** The address for the bytes of the next row: in its view if they are few. */
  private long startRow(int length) {
    long view = values.reserve(VIEW_BYTES);
    MemoryUtil.putLong(view, length);
    MemoryUtil.putLong(view + Long.BYTES, 0);
    if (length <= INLINE_BYTES) {
      return view + Integer.BYTES;
    }
    if (bytes.length() + length > Integer.MAX_VALUE) {
      throw tooLarge(text ? "LargeUtf8" : "LargeBinary");
    }
    return bytes.append(length);
  }

  private void endRow(long at, int length) {
    long view = values.append(VIEW_BYTES);
    if (length > INLINE_BYTES) {
      MemoryUtil.putInt(view + Integer.BYTES, MemoryUtil.getInt(at));
      MemoryUtil.putInt(view + VIEW_BYTES - Integer.BYTES, (int) (bytes.length() - length));
    }
    markValid();
  }
}
