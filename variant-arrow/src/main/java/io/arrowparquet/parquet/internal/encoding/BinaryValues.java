// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.variant.internal.GrowableBuffer;
import org.apache.arrow.memory.util.MemoryUtil;

/** Values of varying length; {@link #wrap} points at those of another page. */
public interface BinaryValues {

  /** As {@link FixedValues#wrap}. */
  void wrap(long start, long end, int count);

  /** As {@link FixedValues#wrap(Page, long)}. */
  default void wrap(Page page, long valuesStart) {
    page.require(valuesStart, page.end());
    wrap(valuesStart, page.end(), page.numValues());
  }

  /**
   * Appends the next values, one after the other, and sets their lengths; how many bytes they have.
   * If more than {@code most}, none was appended, and the decoder must not be used any more.
   */
  long append(int count, int[] lengths, GrowableBuffer data, long most);

  /**
   * Appends {@code count} of the next {@code total} values, at most {@link FixedValues#WINDOW}, by
   * their ascending positions, and passes over the others. The scratch's lengths receive those of
   * the values appended, its values anything. The result is as that of {@link #append}.
   */
  default long select(
      int[] positions, int count, int total, Scratch scratch, GrowableBuffer data, long most) {
    int[] ignored = scratch.values();
    long bytes = 0;
    int passed = 0;
    for (int next = 0; next < count; ) {
      int end = runEnd(positions, next, count);
      skip(positions[next] - passed, ignored);
      bytes += append(end - next, ignored, data, most - bytes);
      if (bytes > most) {
        return bytes;
      }
      System.arraycopy(ignored, 0, scratch.lengths(), next, end - next);
      passed = positions[end - 1] + 1;
      next = end;
    }
    skip(total - passed, ignored);
    return bytes;
  }

  /** Passes over values; {@code lengths} may receive anything. */
  void skip(int count, int[] lengths);

  static int runEnd(int[] positions, int from, int count) {
    int end = from + 1;
    while (end < count && positions[end] == positions[end - 1] + 1) {
      end++;
    }
    return end;
  }

  /**
   * Dictionary encodings need a {@link DictionaryBinary}. {@code continuesDeltas}: DELTA_BYTE_ARRAY
   * pages go on where the one before ended.
   */
  static BinaryValues decoder(ParquetEncoding encoding, boolean continuesDeltas) {
    return switch (encoding) {
      case PLAIN -> new PlainBinary();
      case DELTA_LENGTH_BYTE_ARRAY -> new DeltaLengthBinary();
      case DELTA_BYTE_ARRAY -> new DeltaByteArrayBinary(continuesDeltas);
      default -> throw FixedEncodings.unsupported(encoding, PhysicalType.BYTE_ARRAY);
    };
  }

  /** DELTA_LENGTH_BYTE_ARRAY: all lengths as deltas, then the values' bytes without a gap. */
  final class DeltaLengthBinary implements BinaryValues {
    private final DeltaInts deltas = new DeltaInts();
    private long position;
    private long end;

    @Override
    public void wrap(long start, long endExclusive, int count) {
      this.end = endExclusive;
      this.position = deltas.wrap(start, endExclusive, count);
    }

    @Override
    public long append(int count, int[] lengths, GrowableBuffer data, long most) {
      long total = readLengths(count, lengths);
      if (total <= most) {
        data.appendAll(position, total);
        position += total;
      }
      return total;
    }

    @Override
    public void skip(int count, int[] lengths) {
      position += readLengths(count, lengths);
    }

    private long readLengths(int count, int[] lengths) {
      deltas.readInts(lengths, 0, count);
      long left = end - position;
      long total = 0;
      for (int i = 0; i < count; i++) {
        int length = lengths[i];
        if (length < 0 || length > left - total) {
          throw Page.outside(
              "length of a byte array", length, left - total, "the bytes that follow");
        }
        total += length;
      }
      return total;
    }
  }

  /**
   * Copies values of which most are short, in whole words, where source and target have room after
   * them: no branch depends on the length of a short value.
   */
  final class WideCopy {
    /** Bytes after a value that are read and written, whatever they are. */
    static final int EXCESS = 4 * Long.BYTES;

    /** From this length on, the memory copy routine is faster. */
    private static final int LONG_VALUE = 256;

    private WideCopy() {}

    /** Copies a value; {@link #EXCESS} bytes after both runs may be read and written. */
    static void copy(long from, long to, int length) {
      four(from, to);
      if (length > EXCESS) {
        copyRest(from, to, length);
      }
    }

    private static void copyRest(long from, long to, int length) {
      if (length >= LONG_VALUE) {
        MemoryUtil.copyMemory(from, to, length);
        return;
      }
      for (int i = EXCESS; i < length; i += EXCESS) {
        four(from + i, to + i);
      }
    }

    static void two(long from, long to) {
      long first = MemoryUtil.getLong(from);
      long second = MemoryUtil.getLong(from + 8);
      MemoryUtil.putLong(to, first);
      MemoryUtil.putLong(to + 8, second);
    }

    private static void four(long from, long to) {
      long first = MemoryUtil.getLong(from);
      long second = MemoryUtil.getLong(from + 8);
      long third = MemoryUtil.getLong(from + 16);
      long fourth = MemoryUtil.getLong(from + 24);
      MemoryUtil.putLong(to, first);
      MemoryUtil.putLong(to + 8, second);
      MemoryUtil.putLong(to + 16, third);
      MemoryUtil.putLong(to + 24, fourth);
    }
  }
}
