// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import io.arrowparquet.storage.internal.ArrayNumbers;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Writes numbers into a byte array that grows: what {@link ByteCursor} reads. For one thread. */
public final class BundleBytes {
  private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

  private byte[] bytes;
  private int size;

  public BundleBytes(int capacity) {
    bytes = new byte[Math.max(capacity, 16)];
  }

  public int size() {
    return size;
  }

  /** The array, of which the first {@link #size} bytes are written; it changes with more writes. */
  public byte[] array() {
    return bytes;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }

  public void clear() {
    size = 0;
  }

  public void writeByte(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
  }

  public void writeInt(int value) {
    reserve(Integer.BYTES);
    ArrayNumbers.INT.set(bytes, size, value);
    size += Integer.BYTES;
  }

  public void writeLong(long value) {
    reserve(Long.BYTES);
    ArrayNumbers.LONG.set(bytes, size, value);
    size += Long.BYTES;
  }

  public void writeVarint(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  public void writeZigZag(int value) {
    writeVarint(Integer.toUnsignedLong(value << 1 ^ value >> 31));
  }

  public void write(byte[] source, int offset, int length) {
    reserve(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  public void write(byte[] source) {
    write(source, 0, source.length);
  }

  public void repeat(int times) {
    int unit = size;
    reserve((long) unit * (times - 1));
    for (int i = 1; i < times; i++) {
      System.arraycopy(bytes, 0, bytes, size, unit);
      size += unit;
    }
  }

  /** Makes room for some bytes, which are 0; returns where they begin in {@link #array}. */
  public int allocate(int length) {
    reserve(length);
    Arrays.fill(bytes, size, size + length, (byte) 0);
    int start = size;
    size += length;
    return start;
  }

  private void reserve(long more) {
    if (bytes.length - size < more) {
      long needed = size + more;
      if (needed > MAX_LENGTH) {
        throw new IllegalStateException(needed + " bytes are more than an array can hold");
      }
      long larger = Math.max(needed, size + (size >> 1) + 16L);
      bytes = Arrays.copyOf(bytes, (int) Math.min(larger, MAX_LENGTH));
    }
  }
}
