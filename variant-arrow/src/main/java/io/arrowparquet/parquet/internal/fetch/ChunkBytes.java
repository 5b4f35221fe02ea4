// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;

/** A range of the file that was fetched. Owns one reference to the buffer; close it once. */
public final class ChunkBytes implements ChunkInput {
  private final ArrowBuf buffer;
  private final long start;
  private final ChunkRange range;

  ChunkBytes(ArrowBuf buffer, long start, ChunkRange range) {
    if (start < 0 || range.length() > buffer.capacity() - start) {
      throw new IllegalArgumentException(range + " in a buffer of " + buffer.capacity());
    }
    this.buffer = buffer;
    this.start = start;
    this.range = range;
    buffer.getReferenceManager().retain();
  }

  public ChunkRange range() {
    return range;
  }

  public byte[] copy() {
    byte[] bytes = new byte[(int) range.length()];
    copy(range.offset(), bytes, 0, bytes.length);
    return bytes;
  }

  @Override
  public void copy(long offset, byte[] target, int at, int length) {
    MemoryUtil.copyFromMemory(address(offset, length), target, at, length);
  }

  @Override
  public long address(long offset, int length) {
    if (length < 0 || offset < range.offset() || length > range.end() - offset) {
      throw new CorruptPageException(
          "bytes of a page",
          length + " bytes at offset " + offset,
          "a range in " + range.offset() + " to " + range.end() + ", the column chunk");
    }
    return buffer.memoryAddress() + start + (offset - range.offset());
  }

  @Override
  public boolean hasRoom(long offset, long length) {
    return length <= buffer.capacity() - start - (offset - range.offset());
  }

  @Override
  public boolean isWhole() {
    return true;
  }

  @Override
  public void close() {
    buffer.getReferenceManager().release();
  }
}
