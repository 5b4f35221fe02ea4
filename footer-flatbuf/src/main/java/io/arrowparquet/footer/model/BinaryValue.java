// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import io.arrowparquet.storage.internal.ArrayNumbers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Bytes of a Thrift binary field: a slice of the array it was read from, not a copy.
 *
 * <p>Immutable as long as that array does not change, which it keeps alive; {@link #copy} for a
 * value that is to outlive the footer. Equal to any other value of the same content. Ordered by
 * unsigned bytes, so that hash tables stay fast where values were chosen to have one hash.
 */
public final class BinaryValue implements Comparable<BinaryValue> {
  private final byte[] array;
  private final int offset;
  private final int length;

  /**
   * A view of {@code length} bytes from {@code offset}.
   *
   * @throws IndexOutOfBoundsException if they are not inside the array
   */
  public BinaryValue(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    this.array = array;
    this.offset = offset;
    this.length = length;
  }

  /** A view of a whole array, which must not change afterwards. */
  public static BinaryValue of(byte[] array) {
    return new BinaryValue(array, 0, array.length);
  }

  /** The UTF-8 bytes of a text. */
  public static BinaryValue ofUtf8(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Length in bytes. */
  public int length() {
    return length;
  }

  /** The byte at {@code index}, counted from the beginning of the value. */
  public byte get(int index) {
    return array[offset + Objects.checkIndex(index, length)];
  }

  /**
   * The number that eight bytes are, little-endian.
   *
   * @throws IndexOutOfBoundsException if there are fewer
   */
  public long littleEndianLong() {
    Objects.checkFromIndexSize(0, Long.BYTES, length);
    return (long) ArrayNumbers.LONG.get(array, offset);
  }

  /** A new array with the bytes. */
  public byte[] toByteArray() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  /**
   * Copies the bytes into {@code target}, from {@code at} on.
   *
   * @throws IndexOutOfBoundsException if they do not fit
   */
  public void copyTo(byte[] target, int at) {
    System.arraycopy(array, offset, target, at, length);
  }

  /** The same bytes in an array of their own. */
  public BinaryValue copy() {
    return of(toByteArray());
  }

  /** Index of the first byte in the array that they were given in. */
  public int offset() {
    return offset;
  }

  /** A read-only buffer over the bytes. */
  public ByteBuffer asByteBuffer() {
    return ByteBuffer.wrap(array, offset, length).slice().asReadOnlyBuffer();
  }

  /** The bytes taken as UTF-8; what is not UTF-8 becomes U+FFFD. */
  public String toUtf8() {
    return new String(array, offset, length, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BinaryValue that
        && Arrays.equals(
            array, offset, offset + length, that.array, that.offset, that.offset + that.length);
  }

  @Override
  public int compareTo(BinaryValue that) {
    return Arrays.compareUnsigned(
        array, offset, offset + length, that.array, that.offset, that.offset + that.length);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + array[i];
    }
    return hash;
  }

  /** The bytes in hexadecimal digits. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(array, offset, offset + length);
  }
}
