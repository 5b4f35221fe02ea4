// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

import io.arrowparquet.variant.CorruptPageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;

/**
 * A DELTA_BINARY_PACKED section, undone by parquet-encoding once its header has been checked.
 *
 * <pre>
 *   header := blockSize varint | miniblocks per block varint | count varint | first value zigzag
 *   block  := least delta zigzag | bit widths, a byte per miniblock | miniblocks
 * </pre>
 *
 * <p>The library allocates for the declared count and block size at once, hence the check: a block
 * takes at least {@code 1 + miniblocks} bytes, so bytes bound the count.
 */
final class DeltaInts {
  private static final int MAX_BLOCK_SIZE = 1 << 20;

  private DeltaBinaryPackingValuesReader reader = new DeltaBinaryPackingValuesReader();
  private byte[] bytes = new byte[0];
  private int position;
  private int end;
  private int left;

  /**
   * Points at a section that begins at {@code start}.
   *
   * @param maxCount most values the section may declare
   * @return where the section ended
   */
  int wrap(byte[] section, int start, int endExclusive, int maxCount) {
    this.bytes = section;
    this.position = start;
    this.end = endExclusive;
    left = checkHeader(maxCount);
    reader = new DeltaBinaryPackingValuesReader();
    ByteBufferInputStream in =
        ByteBufferInputStream.wrap(ByteBuffer.wrap(section, start, endExclusive - start).slice());
    try {
      reader.initFromPage(maxCount, in);
    } catch (IOException | RuntimeException e) {
      throw new CorruptPageException(
          "DELTA_BINARY_PACKED section", String.valueOf(e), left + " values", e);
    }
    return start + (int) in.position();
  }

  private int checkHeader(int maxCount) {
    int blockSize = readBounded("block size of deltas", 1, MAX_BLOCK_SIZE);
    int miniblocks = readBounded("miniblocks per block of deltas", 1, blockSize);
    int count = readBounded("count of deltas", 0, maxCount);
    if (blockSize % miniblocks != 0 || blockSize / miniblocks % Byte.SIZE != 0) {
      throw new CorruptPageException(
          "miniblocks per block of deltas",
          miniblocks + " of a block of " + blockSize,
          "miniblocks of a multiple of 8 values");
    }
    long blocks = (long) (end - position) / (1 + miniblocks) + 1;
    if (count > 1 && count - 1 > blocks * blockSize) {
      throw new CorruptPageException(
          "count of deltas", Integer.toString(count), "at most " + (blocks * blockSize + 1));
    }
    return count;
  }

  private int readBounded(String what, int least, int most) {
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (position >= end) {
        throw new CorruptPageException(what, "the end of the section", "a varint");
      }
      byte next = bytes[position++];
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        if (value < least || value > most) {
          throw new CorruptPageException(what, Long.toString(value), least + " to " + most);
        }
        return (int) value;
      }
    }
    throw new CorruptPageException(what, "more than 5 bytes", "a varint of 32 bits");
  }

  /** Values not yet read. */
  int left() {
    return left;
  }

  /** Takes {@code count} values off what is left, before they are read. */
  void take(int count) {
    if (count > left) {
      throw new CorruptPageException("deltas", left + " values", count + " more");
    }
    left -= count;
  }

  /** The next value, taken before, in 32 bits. */
  int readInt() {
    return reader.readInteger();
  }

  /** The next value, taken before, in 64 bits. */
  long readLong() {
    return reader.readLong();
  }
}
