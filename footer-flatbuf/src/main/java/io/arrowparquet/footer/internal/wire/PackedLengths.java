// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Rows of numbers of few bits, any of them found at once. A struct says how many there are;
 * elsewhere they are in runs of eight, of which the last one of a row is filled up with zeros:
 *
 * <pre>
 *   sum       of lengths only: where the first number of the run begins, u32
 *   packed    number i of the run, less the least, is the bits from i * bits on, least significant first
 * </pre>
 *
 * Runs of several lists may take turns. Immutable.
 */
record PackedLengths(int count, int least, int bits, Place place) {
  static final StructCodec<PackedLengths> STRUCT =
      StructCodec.of(
              "PackedLengths",
              f ->
                  new PackedLengths(
                      f.get(1),
                      f.has(2) ? f.get(2) : (Integer) 0,
                      f.has(3) ? f.get(3) : (Integer) 0,
                      null))
          .required(1, "count", I32, lengths -> lengths.count)
          .optional(2, "least", I32, lengths -> orNull(lengths.least))
          .optional(3, "bits", I32, lengths -> orNull(lengths.bits));

  private static final int RUN_SHIFT = 3;
  private static final int RUN = 1 << RUN_SHIFT;
  private static final int MOST_BITS = 40;

  /**
   * Where the numbers are.
   *
   * @param perRow how many a row has
   * @param sumBytes of the sum in front of each run: 4 or 0
   * @param step bytes from a run to the next one of its row
   * @param rowStep bytes from a run to that of the next row
   */
  record Place(FooterBytes bytes, int start, int perRow, int sumBytes, int step, int rowStep) {
    int packed(int row, int run) {
      return start + row * rowStep + run * step + sumBytes;
    }
  }

  private static Integer orNull(int value) {
    return value == 0 ? null : (Integer) value;
  }

  /** One row of lengths, the first of which begins at a place. */
  static PackedLengths of(int first, int... lengths) {
    return of(new int[] {first}, lengths);
  }

  /** A row of lengths for each place that one begins at; all have as many. */
  static PackedLengths of(int[] firsts, int... lengths) {
    int least = IntStream.of(lengths).min().orElse(0);
    return of(least, firsts, IntStream.of(lengths).asLongStream().toArray());
  }

  /** Numbers that are not added up. */
  static PackedLengths ofNumbers(long... numbers) {
    return of(0, null, numbers);
  }

  private static PackedLengths of(int least, int[] firsts, long[] numbers) {
    long all = LongStream.of(numbers).map(number -> number - least).reduce(0, (a, b) -> a | b);
    int bits = Long.SIZE - Long.numberOfLeadingZeros(all);
    int rows = firsts == null ? 1 : firsts.length;
    int perRow = rows == 0 ? 0 : numbers.length / rows;
    int sumBytes = firsts == null ? 0 : Integer.BYTES;
    int rowBytes = Math.multiplyExact(runs(perRow), sumBytes + bits);
    ByteBuffer out =
        ByteBuffer.allocate(Math.multiplyExact(rows, rowBytes)).order(ByteOrder.LITTLE_ENDIAN);
    Place place = new Place(new FooterBytes(out), 0, perRow, sumBytes, sumBytes + bits, rowBytes);
    for (int row = 0; row < rows; row++) {
      long sum = firsts == null ? 0 : firsts[row];
      for (int i = 0; i < perRow; i++) {
        int packed = place.packed(row, i >>> RUN_SHIFT);
        if (firsts != null && i % RUN == 0) {
          out.putInt(packed - sumBytes, (int) sum);
        }
        long number = numbers[row * perRow + i];
        put(out, packed, i % RUN * bits, number - least, bits);
        sum += number;
      }
    }
    return new PackedLengths(numbers.length, least, bits, place);
  }

  private static void put(ByteBuffer out, int packed, int firstBit, long number, int bits) {
    for (int bit = firstBit; bit < firstBit + bits; bit++) {
      int at = packed + (bit >>> 3);
      long set = (number >>> (bit - firstBit) & 1) << (bit & 7);
      out.put(at, (byte) (out.get(at) | set));
    }
  }

  /**
   * Rows of numbers at a place of bytes, the runs of rows one after another.
   *
   * @param step bytes from a run to the next one of its row
   * @param expected how many numbers there must be
   */
  PackedLengths at(FooterBytes in, long start, long step, int rows, int expected) {
    return placed(in, start, step, rows, expected, Integer.BYTES);
  }

  /** As {@link #at}, of one row of numbers without sums. */
  PackedLengths unsummedAt(FooterBytes in, long start, long step, int expected) {
    return placed(in, start, step, 1, expected, 0);
  }

  private PackedLengths placed(
      FooterBytes in, long start, long step, int rows, int expected, int sumBytes) {
    if (count != expected) {
      throw new CorruptFooterException("footer index: number of lengths", start, count, expected);
    }
    int perRow = rows == 0 ? 0 : count / rows;
    long end = start + (runs(perRow) - 1) * step + rows * (long) (sumBytes + bits);
    if (count < 0 || least < 0 || bits < 0 || bits > MOST_BITS || end > in.size()) {
      throw new CorruptFooterException(
          "footer index: packed lengths",
          start,
          count + " numbers of " + bits + " bits",
          "what there is room for");
    }
    Place found = new Place(in, (int) start, perRow, sumBytes, (int) step, sumBytes + bits);
    return new PackedLengths(count, least, bits, found);
  }

  /** Bytes of a run of lengths, with its sum. */
  long runBytes() {
    return Integer.BYTES + (long) bits;
  }

  /** Bytes of a run of numbers without a sum. */
  long unsummedBytes() {
    return bits;
  }

  /** Runs of so many numbers of a row. */
  static int runs(int count) {
    return (count + RUN - 1) >>> RUN_SHIFT;
  }

  /** Adds a run of each row. */
  void writeRun(int run, CompactWriter out) {
    byte[] copy = new byte[place.sumBytes + bits];
    for (int first = 0; first < count && copy.length > 0; first += place.perRow) {
      int at = place.packed(first / place.perRow, run) - place.sumBytes;
      place.bytes.copyTo(at, copy, 0, copy.length);
      out.writeRaw(copy, 0, copy.length);
    }
  }

  /** Number {@code i} of the first row. */
  long get(int i) {
    return number(place.packed(0, i >>> RUN_SHIFT), i & (RUN - 1));
  }

  private long number(int packed, int i) {
    int bit = i * bits;
    return bits == 0 ? least : least + (word(packed + (bit >>> 3)) >>> (bit & 7) & mask());
  }

  private long mask() {
    return (1L << bits) - 1;
  }

  /** Eight bytes, as far as they are there. */
  private long word(int at) {
    if (at <= place.bytes.size() - Long.BYTES) {
      return place.bytes.i64(at);
    }
    long word = 0;
    for (int i = place.bytes.size() - 1; i >= at; i--) {
      word = (word << Byte.SIZE) | place.bytes.u8(i);
    }
    return word;
  }

  /** The place after the first {@code i} lengths of the first row. */
  long sum(int i) {
    long[] range = new long[2];
    if (count > 0) {
      range(0, Math.min(i, count - 1), range, 0);
    }
    return i < count ? range[0] : range[1];
  }

  /** Puts where length {@code i} of a row begins, and where it ends, into an array. */
  void range(int row, int i, long[] to, int at) {
    int packed = place.packed(row, i >>> RUN_SHIFT);
    int last = i & (RUN - 1);
    long from = place.bytes.i32(packed - Integer.BYTES) & 0xFFFFFFFFL;
    if (bits > Byte.SIZE) {
      for (int j = 0; j < last; j++) {
        from += number(packed, j);
      }
      to[at] = from;
      to[at + 1] = from + number(packed, last);
      return;
    }
    // Eight numbers of so few bits are in eight bytes.
    long word = bits == 0 ? 0 : word(packed);
    for (int j = 0; j < last; j++) {
      from += least + (word & mask());
      word >>>= bits;
    }
    to[at] = from;
    to[at + 1] = from + least + (word & mask());
  }

  /** The last length that begins at a place, or before it. */
  int indexOf(int place) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (sum(middle) <= place) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
