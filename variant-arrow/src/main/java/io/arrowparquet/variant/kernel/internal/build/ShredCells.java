// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.value.VariantCursor;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * The encoded values that one field has in 64 objects, kept until all of those were seen: its
 * columns then take them in loops where no branch depends on what type a value has, which in a
 * field of mixed types nothing can predict.
 *
 * <pre>
 *   cell   low                 high                      length
 *          first 8 bytes       next 8 bytes              up to 16
 *          first 8 bytes       where all are in apart    17 and more
 *          arbitrary           arbitrary                 0: the object lacks the field
 * </pre>
 *
 * <p>Bytes after a value's own are arbitrary too.
 */
public final class ShredCells implements VectorMemory.Part {
  public static final int ROWS = Long.SIZE;

  static final int CELL_BYTES = 2 * Long.BYTES;

  private static final int INDEX_MASK = ROWS - 1;
  private static final int HEADER_MASK = 0xFF;

  private final long[] words = new long[2 * ROWS];
  private final int[] lengths = new int[ROWS];
  private long present;
  private final GrowableBuffer apart = new GrowableBuffer();

  @Override
  public void start(BufferAllocator allocator) {
    apart.start(allocator);
    clear();
  }

  public void clear() {
    present = 0;
    apart.clear();
  }

  @Override
  public void release() {
    apart.release();
    clear();
  }

  public boolean has(int row) {
    return (present >>> row & 1) != 0;
  }

  public long present() {
    return present;
  }

  public void set(int row, VariantCursor value) {
    int cell = row & INDEX_MASK;
    ArrowBuf buffer = value.buffer();
    long start = value.start();
    int length = value.lengthBytes();
    if (length <= CELL_BYTES && start <= buffer.capacity() - CELL_BYTES) {
      read(cell, buffer.memoryAddress() + start);
    } else {
      setApart(cell, buffer.memoryAddress() + start, length);
    }
    lengths[cell] = length;
    present |= 1L << row;
  }

  private void read(int cell, long address) {
    words[2 * cell] = MemoryUtil.getLong(address);
    words[2 * cell + 1] = MemoryUtil.getLong(address + Long.BYTES);
  }

  /** A long value, or one that has no 16 bytes of its buffer after its start. */
  private void setApart(int cell, long address, int length) {
    long place = apart.length();
    apart.reserve(CELL_BYTES);
    apart.appendBytes(address, length);
    read(cell, apart.address() + place);
    if (length > CELL_BYTES) {
      words[2 * cell + 1] = place;
    }
  }

  /** At least as many bytes as the values of these rows have together. */
  long maxBytes() {
    return (long) ROWS * CELL_BYTES + apart.length();
  }

  int length(int cell) {
    return lengths[cell];
  }

  int header(int cell) {
    return (int) words[2 * cell] & HEADER_MASK;
  }

  long data(int cell) {
    return words[2 * cell] >>> Byte.SIZE | words[2 * cell + 1] << (Long.SIZE - Byte.SIZE);
  }

  /** Writes a value of up to 16 bytes from its byte {@code skip}, 1 to 7, on: always 16 bytes. */
  void writeData(int cell, int skip, long address) {
    int bits = skip * Byte.SIZE;
    MemoryUtil.putLong(
        address, words[2 * cell] >>> bits | words[2 * cell + 1] << (Long.SIZE - bits));
    MemoryUtil.putLong(address + Long.BYTES, words[2 * cell + 1] >>> bits);
  }

  void write(int cell, long address) {
    MemoryUtil.putLong(address, words[2 * cell]);
    MemoryUtil.putLong(address + Long.BYTES, words[2 * cell + 1]);
  }

  /** Address of a value of more than 16 bytes, until the next value is set. */
  long apart(int cell) {
    return apart.address() + words[2 * cell + 1];
  }

  /**
   * A builder that takes the values of a shredded field 64 rows at a time, as a {@code typed_value}
   * of its type: no value is converted.
   */
  public interface CellColumn {
    /**
     * Appends a row for each cell: the value of those that are asked for and fit, null for the
     * others.
     *
     * @param wanted one bit for each cell; of the types that the column holds
     * @param rows 1 to 64
     * @return the cells that were taken
     */
    long appendCells(ShredCells cells, long wanted, int rows);
  }
}
