// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes the pages of a column chunk in ALP; {@link AlpFormat} has the layout. Exact for every bit
 * pattern. One thread at a time.
 */
public final class AlpEncoder {
  private static final int LOG_VECTOR_SIZE = 10;
  private static final int VECTOR_SIZE = 1 << LOG_VECTOR_SIZE;

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int width;
  private final AlpPairs pairs;
  private final AlpIntegers vector;
  private byte[] out = new byte[0];
  private int length;

  /** Of DOUBLE values if {@code wide}, else of FLOAT values. */
  public AlpEncoder(boolean wide) {
    width = wide ? Double.BYTES : Float.BYTES;
    pairs = new AlpPairs(width);
    vector = new AlpIntegers(width, VECTOR_SIZE);
  }

  /**
   * Encodes all pages of a column chunk.
   *
   * @param pages values of each page, little-endian, nulls left out
   * @return for each page a new array: its values' section
   */
  public List<byte[]> encode(List<byte[]> pages) {
    pairs.sample(pages, VECTOR_SIZE);
    return pages.stream().map(this::encodePage).toList();
  }

  private byte[] encodePage(byte[] values) {
    int count = values.length / width;
    int vectors = (count + VECTOR_SIZE - 1) / VECTOR_SIZE;
    int offsets = AlpFormat.HEADER_BYTES;
    length = 0;
    ensure(offsets + vectors * Integer.BYTES);
    length = offsets + vectors * Integer.BYTES;
    out[0] = AlpFormat.PLAIN_ALP;
    out[1] = AlpFormat.PLAIN_ALP;
    out[AlpFormat.LOG_VECTOR_SIZE_AT] = LOG_VECTOR_SIZE;
    INTS.set(out, AlpFormat.COUNT_AT, count);
    for (int i = 0; i < vectors; i++) {
      INTS.set(out, offsets + i * Integer.BYTES, length - offsets);
      int first = i * VECTOR_SIZE;
      encodeVector(values, first * width, Math.min(VECTOR_SIZE, count - first));
    }
    return Arrays.copyOf(out, length);
  }

  private void encodeVector(byte[] values, int from, int count) {
    AlpPairs.Pair pair = pairs.convert(values, from, count, vector);
    vector.giveUpIfLarger();
    int exceptions = vector.exceptions;
    int bitWidth = vector.bitWidth();
    vector.fillExceptions();
    int packedBytes = (count * bitWidth + Byte.SIZE - 1) / Byte.SIZE;
    int headerBytes = AlpFormat.vectorHeaderBytes(width);
    ensure(headerBytes + packedBytes + exceptions * (Short.BYTES + width));
    out[length] = (byte) pair.exponent();
    out[length + AlpFormat.FACTOR_AT] = (byte) pair.factor();
    SHORTS.set(out, length + AlpFormat.EXCEPTIONS_AT, (short) exceptions);
    putWidth(length + AlpFormat.LEAST_AT, vector.least);
    out[length + headerBytes - 1] = (byte) bitWidth;
    length += headerBytes;
    pack(count, bitWidth);
    length += packedBytes;
    for (int i = 0; i < exceptions; i++, length += Short.BYTES) {
      SHORTS.set(out, length, vector.positions[i]);
    }
    for (int i = 0; i < exceptions; i++, length += width) {
      int at = from + Short.toUnsignedInt(vector.positions[i]) * width;
      System.arraycopy(values, at, out, length, width);
    }
  }

  private void putWidth(int at, long value) {
    if (width == Double.BYTES) {
      LONGS.set(out, at, value);
    } else {
      INTS.set(out, at, (int) value);
    }
  }

  /** Packs the integers less the least one to the end of the output, which has a word's room. */
  private void pack(int count, int bitWidth) {
    long word = 0;
    int used = 0;
    int at = length;
    for (int i = 0; bitWidth > 0 && i < count; i++) {
      long delta = vector.integers[i] - vector.least;
      word |= delta << used;
      used += bitWidth;
      if (used >= Long.SIZE) {
        LONGS.set(out, at, word);
        at += Long.BYTES;
        used -= Long.SIZE;
        // Two shifts: one by the word's size would leave the delta as it is.
        word = delta >>> (bitWidth - used - 1) >>> 1;
      }
    }
    LONGS.set(out, at, word);
  }

  /** Makes room for so many bytes and a word. */
  private void ensure(int more) {
    int needed = length + more + Long.BYTES;
    if (needed > out.length) {
      out = Arrays.copyOf(out, Math.max(needed, 2 * out.length));
    }
  }
}
