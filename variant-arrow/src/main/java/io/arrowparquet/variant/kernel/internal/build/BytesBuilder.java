// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.ByteCopy;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.kernel.internal.build.ShredCells.CellColumn;
import io.arrowparquet.variant.value.VariantCursor;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType.ArrowTypeID;

/** Binary and Utf8, and their large forms: binaries or strings, one end of bytes a row. */
public final class BytesBuilder extends VectorBuilder implements CellColumn {
  private final boolean text;
  private final boolean large;
  private final GrowableBuffer ends = own(new GrowableBuffer());
  private final GrowableBuffer bytes = own(new GrowableBuffer());

  public BytesBuilder(Target target) {
    super(target);
    ArrowTypeID type = target.field().getType().getTypeID();
    text = type == ArrowTypeID.Utf8 || type == ArrowTypeID.LargeUtf8;
    large = type == ArrowTypeID.LargeUtf8 || type == ArrowTypeID.LargeBinary;
  }

  /** The bytes of all rows; those of a row may be written to them before {@link #endRow}. */
  public GrowableBuffer bytes() {
    return bytes;
  }

  @Override
  public void expectRows(int rows) {
    ends.reserve((long) rows * width());
  }

  public void endRow() {
    appendEnd(bytes.length());
    validity.appendOne();
  }

  @Override
  public boolean take(VariantCursor value) {
    return switch (value.typeId()) {
      case VariantTypeIds.STRING -> text && append(value.bytesAddress(), value.bytesLength());
      case VariantTypeIds.BINARY -> !text && append(value.bytesAddress(), value.bytesLength());
      case VariantTypeIds.NULL -> takeNull();
      default -> super.take(value);
    };
  }

  @Override
  public boolean takeString(long address, int length) {
    return text && append(address, length);
  }

  @Override
  public boolean takeBinary(long address, int length) {
    return !text && append(address, length);
  }

  @Override
  public boolean takeText(byte[] utf8, int length) {
    if (text) {
      requireRoom(length);
      MemoryUtil.copyToMemory(utf8, 0, bytes.append(length), length);
      endRow();
    }
    return text;
  }

  private void requireRoom(long length) {
    if (!large && bytes.length() + length > Integer.MAX_VALUE) {
      throw tooLarge(text ? "LargeUtf8" : "LargeBinary");
    }
  }

  public boolean append(long address, int length) {
    requireRoom(length);
    bytes.appendBytes(address, length);
    endRow();
    return true;
  }

  @Override
  public long appendCells(ShredCells cells, long wanted, int rows) {
    long start = bytes.reserve(cells.maxBytes());
    long ends0 = reserveEnds(rows);
    long before = bytes.length() - start;
    long at = start;
    for (int i = 0; i < rows; i++) {
      int skip = dataStart(cells.header(i));
      int length = (cells.length(i) - skip) & -(int) (wanted >>> i & 1);
      if (length > ShredCells.CELL_BYTES - skip) {
        ByteCopy.copy(cells.apart(i) + skip, at, length);
      } else {
        cells.writeData(i, skip, at);
      }
      at += length;
      MemoryUtil.putLong(ends0 + (long) i * width(), at + before);
    }
    endCells(at - start, wanted, rows);
    return wanted;
  }

  /** As {@link #appendCells}, for the whole of the values, whatever they are. */
  public void appendEncoded(ShredCells cells, long wanted, int rows) {
    long start = bytes.reserve(cells.maxBytes());
    long ends0 = reserveEnds(rows);
    long before = bytes.length() - start;
    long at = start;
    for (int i = 0; i < rows; i++) {
      int length = cells.length(i) & -(int) (wanted >>> i & 1);
      if (length > ShredCells.CELL_BYTES) {
        ByteCopy.copy(cells.apart(i), at, length);
      } else {
        cells.write(i, at);
      }
      at += length;
      MemoryUtil.putLong(ends0 + (long) i * width(), at + before);
    }
    endCells(at - start, wanted, rows);
  }

  private static int dataStart(int header) {
    return (header & 1) != 0 ? 1 : 1 + Integer.BYTES;
  }

  /** Room for ends that are written as eight bytes each; the next overwrites the excess. */
  private long reserveEnds(int rows) {
    return ends.reserve((long) rows * width() + Long.BYTES);
  }

  private void endCells(long length, long wanted, int rows) {
    bytes.advance(length);
    requireRoom(0);
    ends.advance((long) rows * width());
    validity.appendWord(wanted, rows);
  }

  private void appendEnd(long end) {
    if (large) {
      ends.appendLong(end);
    } else {
      ends.appendInt((int) end);
    }
  }

  @Override
  public void start(BufferAllocator allocator) {
    super.start(allocator);
    appendEnd(0);
  }

  @Override
  public boolean appendColumn(FieldVector column, Selection rows) {
    if (!column.getField().getType().equals(target().field().getType())) {
      return false;
    }
    if (rows.size() > 0) {
      appendRuns(column, rows);
    }
    return true;
  }

  private void appendRuns(FieldVector column, Selection rows) {
    ArrowBuf offsets = column.getOffsetBuffer();
    ArrowBuf data = column.getDataBuffer();
    BufferChecks.requireLength(column, "offset", offsets, (rows.end() + 1L) * width());
    long first = offset(offsets, rows.start());
    long last = offset(offsets, rows.end());
    if (!areRising(offsets, rows) || first < 0 || last > data.capacity()) {
      throw new MalformedVariantException(
          "offsets of column " + column.getName(),
          first + " to " + last + ", not all rising",
          "rising ones within its " + data.capacity() + " bytes");
    }
    boolean isWhole = count() == 0 && rows.start() == 0 && first == 0;
    if (isWhole && ends.canShare(offsets) && bytes.canShare(data)) {
      ends.share(offsets, (rows.end() + 1L) * width());
      bytes.share(data, last);
    } else {
      appendCopy(offsets, data, rows);
    }
    rows.appendTo(validity);
  }

  private boolean areRising(ArrowBuf offsets, Selection rows) {
    boolean rising = true;
    long before = offset(offsets, rows.start());
    for (int i = rows.start() + 1; i <= rows.end(); i++) {
      long end = offset(offsets, i);
      rising &= end >= before;
      before = end;
    }
    return rising;
  }

  private void appendCopy(ArrowBuf offsets, ArrowBuf data, Selection rows) {
    long first = offset(offsets, rows.start());
    long length = offset(offsets, rows.end()) - first;
    long moved = bytes.length() - first;
    requireRoom(length);
    // Eight bytes each: the next overwrites the excess.
    long to = reserveEnds(rows.size());
    for (int i = rows.start() + 1; i <= rows.end(); i++) {
      MemoryUtil.putLong(to, offset(offsets, i) + moved);
      to += width();
    }
    ends.advanceTo(to);
    bytes.appendAll(data.memoryAddress() + first, length);
  }

  private int width() {
    return large ? Long.BYTES : Integer.BYTES;
  }

  private long offset(ArrowBuf offsets, int index) {
    long at = offsets.memoryAddress() + (long) index * width();
    return large ? MemoryUtil.getLong(at) : MemoryUtil.getInt(at);
  }

  @Override
  public void addNulls(int rows) {
    ends.appendRepeated(bytes.length(), width(), rows);
    validity.appendZeros(rows);
  }
}
