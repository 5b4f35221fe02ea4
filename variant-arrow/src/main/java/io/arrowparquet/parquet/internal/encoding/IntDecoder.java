// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Dictionary indexes, booleans. Asking for more than there are is a {@link CorruptPageException}.
 */
public interface IntDecoder {

  void read(int[] out, int at, int count);

  /** Passes over values; {@code scratch} may receive anything. */
  default void skip(int[] scratch, int count) {
    read(scratch, 0, count);
  }

  /** PLAIN booleans: one bit a value, least significant first. */
  final class PlainBooleans implements IntDecoder {
    private long start;
    private long bit;
    private long endBit;

    public PlainBooleans wrap(long section, long end) {
      this.start = section;
      this.bit = 0;
      this.endBit = (end - section) * Byte.SIZE;
      return this;
    }

    @Override
    public void read(int[] out, int at, int count) {
      if (count > endBit - bit) {
        throw new CorruptPageException(
            "PLAIN booleans", (endBit - bit) + " bits", count + " more values");
      }
      int next = at;
      int to = at + count;
      for (; next < to && (bit & 7) != 0; next++) {
        out[next] = nextBit();
      }
      int groups = (to - next) / IntUnpacker.GROUP;
      IntUnpacker.unpack(start + (bit >>> 3), 1, out, next, groups);
      bit += (long) groups * Byte.SIZE;
      for (next += groups * IntUnpacker.GROUP; next < to; next++) {
        out[next] = nextBit();
      }
    }

    private int nextBit() {
      int value = MemoryUtil.getByte(start + (bit >>> 3)) >>> (bit & 7) & 1;
      bit++;
      return value;
    }
  }
}
