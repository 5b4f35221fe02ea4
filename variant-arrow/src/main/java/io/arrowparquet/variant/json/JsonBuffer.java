// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

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

  /** Two digits for each number below 100. */
  private static final byte[] DIGIT_PAIRS = digitPairs();

  /** The longest long has 19 digits and a sign. */
  private static final int MAX_LONG_LENGTH = 20;

  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int length;

  /** An empty buffer. */
  public JsonBuffer() {}

  /**
   * The memory: the text is its first {@link #length} bytes. Replaced when the text outgrows it.
   */
  public byte[] bytes() {
    return bytes;
  }

  /** Length of the text in bytes. */
  public int length() {
    return length;
  }

  /** Forgets the text and keeps the memory. */
  public void clear() {
    length = 0;
  }

  /** Appends ASCII text, a separator between rows for instance. */
  public void append(String ascii) {
    int count = ascii.length();
    int at = reserve(count);
    for (int i = 0; i < count; i++) {
      bytes[at + i] = (byte) ascii.charAt(i);
    }
  }

  /** Writes the text to a stream. */
  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, length);
  }

  /** The text as a string. */
  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** Makes room for more bytes at the end, counts them as written, and returns where they go. */
  int reserve(int count) {
    int at = length;
    if (count > bytes.length - at) {
      grow(count);
    }
    length = at + count;
    return at;
  }

  private void grow(int count) {
    long needed = (long) length + count;
    if (needed > Integer.MAX_VALUE - Long.BYTES) {
      throw new IllegalStateException("JSON text of more than 2 GiB");
    }
    bytes =
        Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(needed, 2L * length)));
  }

  /** Drops what was reserved but not used. */
  void truncate(int newLength) {
    length = newLength;
  }

  void put(char ascii) {
    // Not in one expression: the array would be the one before it grew.
    int at = reserve(1);
    bytes[at] = (byte) ascii;
  }

  /** Appends a number in plain digits. */
  void putLong(long value) {
    if (value < 0) {
      put('-');
      putUnsigned(-value);
    } else {
      putUnsigned(value);
    }
  }

  /** Appends a number from 0 to 2^63 in plain digits; the last is what negating the least gives. */
  void putUnsigned(long value) {
    int digits = digits(value);
    int at = reserve(digits);
    putDigits(at, digits, value);
  }

  /** Appends the last {@code count} digits of a number, with zeros before it. */
  void putPadded(long value, int count) {
    putDigits(reserve(count), count, value);
  }

  private void putDigits(int at, int count, long value) {
    long rest = value;
    int end = at + count;
    while (end - at >= 2) {
      // Only 2^63, the negative of the least long, is no positive number here.
      long next = rest >= 0 ? rest / 100 : Long.divideUnsigned(rest, 100);
      int pair = 2 * (int) (rest - 100 * next);
      bytes[--end] = DIGIT_PAIRS[pair + 1];
      bytes[--end] = DIGIT_PAIRS[pair];
      rest = next;
    }
    if (end > at) {
      bytes[at] = (byte) ('0' + Long.remainderUnsigned(rest, 10));
    }
  }

  /** How many digits a number from 0 to 2^63 has. */
  static int digits(long value) {
    if (value < 0) {
      return MAX_LONG_LENGTH - 1;
    }
    int digits = 1;
    for (long bound = 10; value >= bound; bound *= 10) {
      digits++;
      if (digits == MAX_LONG_LENGTH - 1) {
        break;
      }
    }
    return digits;
  }

  private static byte[] digitPairs() {
    byte[] pairs = new byte[200];
    for (int i = 0; i < 100; i++) {
      pairs[2 * i] = (byte) ('0' + i / 10);
      pairs[2 * i + 1] = (byte) ('0' + i % 10);
    }
    return pairs;
  }
}
