// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.storage.internal.ArrayNumbers;
import io.arrowparquet.variant.ConversionException;
import java.util.Arrays;

/**
 * A heap array that grows as bytes are appended, little-endian. Behind the bytes there is always
 * room for one more word, so that packers may store whole words. One thread at a time.
 */
public final class ByteOutput {
  private static final int FIRST_BYTES = 256;

  /** An array can have more, but not what such a page may be compressed to. */
  public static final int MOST_BYTES = 3 << 29;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  /** The bytes, from index 0; another array after more are appended. */
  public byte[] array() {
    return bytes;
  }

  public int length() {
    return length;
  }

  public void clear() {
    length = 0;
  }

  /** Cuts off all after this many bytes. */
  public void truncate(int newLength) {
    length = newLength;
  }

  /** Makes room for {@code more} bytes, and a word after them; the array to write them to. */
  public byte[] reserve(long more) {
    long needed = length + more;
    if (needed > MOST_BYTES) {
      throw new ConversionException(
          null,
          needed + " bytes of one page",
          "at most " + MOST_BYTES + ", as pages end with rows");
    }
    if (needed + Long.BYTES > bytes.length) {
      long larger = Math.max(needed, Math.min(MOST_BYTES, 2L * bytes.length));
      bytes = Arrays.copyOf(bytes, (int) larger + Long.BYTES);
    }
    return bytes;
  }

  /** Counts bytes that were written to the array after {@link #reserve}. */
  public void advance(int written) {
    length += written;
  }

  public void putByte(int value) {
    reserve(1)[length++] = (byte) value;
  }

  public void putInt(int value) {
    ArrayNumbers.INT.set(reserve(Integer.BYTES), length, value);
    length += Integer.BYTES;
  }

  public void put(byte[] from, int at, int count) {
    System.arraycopy(from, at, reserve(count), length, count);
    length += count;
  }

  /** Appends what another has, which is empty then: without a copy where this one is empty. */
  void take(ByteOutput other) {
    if (length > 0) {
      put(other.bytes, 0, other.length);
    } else {
      byte[] own = bytes;
      bytes = other.bytes;
      length = other.length;
      other.bytes = own;
    }
    other.clear();
  }

  /** Unsigned, in groups of 7 bits, the least significant first. */
  public void putVarint(long value) {
    byte[] to = reserve(Long.BYTES + 2);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      to[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    to[length++] = (byte) rest;
  }

  public void putZigzag(long value) {
    putVarint((value << 1) ^ (value >> (Long.SIZE - 1)));
  }
}
