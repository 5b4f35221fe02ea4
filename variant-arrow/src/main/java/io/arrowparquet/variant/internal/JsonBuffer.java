// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import io.arrowparquet.storage.internal.ArrayNumbers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Growing bytes that JSON text is written to. Clearing keeps the memory, so that one buffer reused
 * row after row stops allocating. For one thread at a time.
 */
public final class JsonBuffer {
  private static final int FIRST_CAPACITY = 256;
  private static final long TEN_TO_8 = 100_000_000L;
  private static final long ASCII_ZEROS = 0x3030303030303030L;
  private static final int MAX_DIGITS = 19;

  public static final int MAX_FRACTION = MAX_DIGITS - 1;

  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int length;

  /**
   * The memory: the text is its first {@link #length} bytes. Replaced when the text outgrows it.
   */
  public byte[] bytes() {
    return bytes;
  }

  public int length() {
    return length;
  }

  public void clear() {
    length = 0;
  }

  public void append(String ascii) {
    int count = ascii.length();
    int at = reserve(count);
    for (int i = 0; i < count; i++) {
      bytes[at + i] = (byte) ascii.charAt(i);
    }
  }

  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, length);
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** Makes room for more bytes at the end, counts them as written, and returns where they go. */
  public int reserve(long count) {
    int at = length;
    if (count > bytes.length - at) {
      grow(count);
    }
    length = at + (int) count;
    return at;
  }

  private void grow(long count) {
    long needed = length + count;
    if (needed > Integer.MAX_VALUE - Long.BYTES) {
      throw new IllegalStateException("JSON text of more than 2 GiB");
    }
    bytes =
        Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(needed, 2L * length)));
  }

  public void truncate(int newLength) {
    length = newLength;
  }

  public void put(char ascii) {
    // Not in one expression: the array would be the one before it grew.
    int at = reserve(1);
    bytes[at] = (byte) ascii;
  }

  public void putLong(long value) {
    if (value < 0) {
      put('-');
      putUnsigned(-value);
    } else {
      putUnsigned(value);
    }
  }

  public void putUnsigned(long value) {
    putPadded(value, digits(value));
  }

  /** Appends a number below 2^63 with 1 to {@link #MAX_FRACTION} digits after the point. */
  public void putFixedPoint(long value, int fraction) {
    long whole = value / Int128.powerLow(fraction);
    putUnsigned(whole);
    put('.');
    putPadded(value - whole * Int128.powerLow(fraction), fraction);
  }

  public void putPadded(long value, int count) {
    int at = reserve(count);
    if (count < Long.BYTES && value >= 0 && value < TEN_TO_8 && bytes.length - at >= Long.BYTES) {
      // Written with the zeros before it shifted out, and arbitrary bytes after it.
      ArrayNumbers.LONG.set(
          bytes, at, eightDigits((int) value) >>> ((Long.BYTES - count) * Byte.SIZE));
    } else {
      putLongDigits(value, at, count);
    }
  }

  /** The digits from the last to the first, eight at a time, those before the number zeros. */
  private void putLongDigits(long value, int at, int count) {
    long rest = value;
    int end = at + count;
    while (end - at >= Long.BYTES) {
      // Only 2^63, the negative of the least long, is no positive number here.
      long next = rest >= 0 ? rest / TEN_TO_8 : Long.divideUnsigned(rest, TEN_TO_8);
      end -= Long.BYTES;
      ArrayNumbers.LONG.set(bytes, end, eightDigits((int) (rest - TEN_TO_8 * next)));
      rest = next;
    }
    long head = eightDigits((int) (rest % TEN_TO_8));
    for (int i = end - 1; i >= at; i--) {
      bytes[i] = (byte) (head >>> ((Long.BYTES - end + i) * Byte.SIZE));
    }
  }

  /**
   * Eight digits of a number below 10^8 as text, the first in the lowest byte: divided by 10^4, the
   * two halves side by side by 100, the four quarters by 10. A division of a few bits is a product
   * with the inverse.
   */
  private static long eightDigits(int value) {
    int upper = value / 10_000;
    long fours = upper | (long) (value - 10_000 * upper) << Integer.SIZE;
    long hundreds = ((fours * 10_486) >>> 20) & 0x0000007F_0000007FL;
    long twos = hundreds | (fours - 100 * hundreds) << Short.SIZE;
    long tens = ((twos * 103) >>> 10) & 0x000F_000F_000F_000FL;
    return ASCII_ZEROS | tens | (twos - 10 * tens) << Byte.SIZE;
  }

  public static int digits(long value) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
    // A bit is worth 0.30103 of a digit; that leaves two numbers of digits, which are compared.
    int digits = (bits * 1_233) >>> 12;
    return digits < MAX_DIGITS && (value | 1) >= Int128.powerLow(digits) ? digits + 1 : digits;
  }
}
