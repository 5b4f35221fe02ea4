// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.thrift.StructCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Numbers of few bits, and sums of the first ones, any of them found at once. A struct says how
 * many there are; elsewhere is
 *
 * <pre>
 *   sums      of the first 8, 16, ... numbers, from first on: u32 each
 *   packed    number i, less the least, is the bits from i * bits on, least significant first
 * </pre>
 *
 * Immutable.
 */
final class PackedLengths {
  static final StructCodec<PackedLengths> STRUCT =
      StructCodec.of(
              "PackedLengths",
              f ->
                  new PackedLengths(
                      f.get(1),
                      f.has(2) ? f.get(2) : (Integer) 0,
                      f.has(3) ? f.get(3) : (Integer) 0,
                      f.has(4) ? f.get(4) : (Integer) 0,
                      null,
                      0,
                      0))
          .required(1, "count", I32, lengths -> lengths.count)
          .optional(2, "first", I32, lengths -> orNull(lengths.first))
          .optional(3, "least", I32, lengths -> orNull(lengths.least))
          .optional(4, "bits", I32, lengths -> orNull(lengths.bits));

  private static final int RUN_SHIFT = 3;
  private static final int MOST_BITS = 40;

  private final int count;
  private final int first;
  private final int least;
  private final int bits;
  private final FooterBytes bytes;
  private final int sums;
  private final int packed;

  private PackedLengths(
      int count, int first, int least, int bits, FooterBytes bytes, int sums, int packed) {
    this.count = count;
    this.first = first;
    this.least = least;
    this.bits = bits;
    this.bytes = bytes;
    this.sums = sums;
    this.packed = packed;
  }

  private static Integer orNull(int value) {
    return value == 0 ? null : (Integer) value;
  }

  /** Numbers, and their sums from a place on. */
  static PackedLengths of(int first, int... lengths) {
    int least = IntStream.of(lengths).min().orElse(0);
    ByteBuffer sums =
        ByteBuffer.allocate(Integer.BYTES * (lengths.length >>> RUN_SHIFT))
            .order(ByteOrder.LITTLE_ENDIAN);
    int sum = first;
    for (int i = 0; i < lengths.length; i++) {
      sum += lengths[i];
      if ((i + 1) % (1 << RUN_SHIFT) == 0) {
        sums.putInt(sum);
      }
    }
    return of(first, least, IntStream.of(lengths).mapToLong(i -> i - least).toArray(), sums.flip());
  }

  /** Numbers that are not added up. */
  static PackedLengths ofNumbers(int first, long... numbers) {
    return of(first, 0, numbers, ByteBuffer.allocate(0));
  }

  private static PackedLengths of(int first, int least, long[] above, ByteBuffer sums) {
    long all = LongStream.of(above).reduce(0, (a, b) -> a | b);
    int bits = Long.SIZE - Long.numberOfLeadingZeros(all);
    int start = sums.remaining();
    byte[] bytes = new byte[Math.toIntExact(start + packedBytes(above.length, bits))];
    sums.get(bytes, 0, start);
    for (int i = 0; i < above.length; i++) {
      for (int bit = 0; bit < bits; bit++) {
        long at = Byte.SIZE * (long) start + (long) i * bits + bit;
        bytes[(int) (at >>> 3)] |= (byte) (((above[i] >>> bit) & 1) << (at & 7));
      }
    }
    FooterBytes made = new FooterBytes(ByteBuffer.wrap(bytes));
    return new PackedLengths(above.length, first, least, bits, made, 0, start);
  }

  private static long packedBytes(int count, int bits) {
    return ((long) count * bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  /**
   * @param expected how many there must be; they have sums
   * @param end where the bytes end that they may be in
   */
  PackedLengths at(FooterBytes in, int place, int end, int expected) {
    return placed(in, place, (count >>> RUN_SHIFT) * (long) Integer.BYTES, end, expected);
  }

  /** As {@link #at}, of numbers without sums. */
  PackedLengths unsummedAt(FooterBytes in, int place, int end, int expected) {
    return placed(in, place, 0, end, expected);
  }

  private PackedLengths placed(FooterBytes in, int place, long sumBytes, int end, int expected) {
    if (count != expected) {
      throw new CorruptFooterException("footer index: number of lengths", place, count, expected);
    }
    long numbers = place + sumBytes;
    if (count < 0
        || first < 0
        || least < 0
        || bits < 0
        || bits > MOST_BITS
        || numbers + packedBytes(count, bits) > end) {
      throw new CorruptFooterException(
          "footer index: packed lengths",
          place,
          count + " numbers of " + bits + " bits",
          "what there is room for");
    }
    return new PackedLengths(count, first, least, bits, in, place, (int) numbers);
  }

  int count() {
    return count;
  }

  int first() {
    return first;
  }

  int end() {
    return packed + (int) packedBytes(count, bits);
  }

  /** The sums and numbers, as they are in the file. */
  byte[] toByteArray() {
    byte[] copy = new byte[end() - sums];
    if (copy.length > 0) {
      bytes.copyTo(sums, copy, 0, copy.length);
    }
    return copy;
  }

  long get(int i) {
    if (bits == 0) {
      return least;
    }
    long bit = (long) i * bits;
    int at = packed + (int) (bit >>> 3);
    long word = at <= bytes.size() - Long.BYTES ? bytes.i64(at) : lastBytes(at);
    return least + ((word >>> (bit & 7)) & ((1L << bits) - 1));
  }

  private long lastBytes(int at) {
    long word = 0;
    for (int i = bytes.size() - 1; i >= at; i--) {
      word = (word << Byte.SIZE) | bytes.u8(i);
    }
    return word;
  }

  /** The place after the first {@code i} lengths. */
  long sum(int i) {
    int run = i >>> RUN_SHIFT;
    int start = run << RUN_SHIFT;
    long sum = run == 0 ? first : bytes.i32(sums + (run - 1) * Integer.BYTES) & 0xFFFFFFFFL;
    if (bits == 0) {
      return sum + (long) least * (i - start);
    }
    int at = packed + run * bits;
    if (bits > Byte.SIZE || at > bytes.size() - Long.BYTES) {
      for (int j = start; j < i; j++) {
        sum += get(j);
      }
      return sum;
    }
    // Eight numbers of so few bits are in eight bytes.
    long word = bytes.i64(at);
    for (int j = start; j < i; j++) {
      sum += least + (word & ((1L << bits) - 1));
      word >>>= bits;
    }
    return sum;
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
