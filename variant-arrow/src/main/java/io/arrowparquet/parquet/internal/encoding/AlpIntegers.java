// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Some values as the integers that a pair of exponent and factor gives, and which of them that pair
 * does not give back bit by bit: the exceptions. Reused from vector to vector.
 *
 * <p>A value is an exception if decoding its integer gives other bits. So are all NaNs, infinities
 * and the negative zero, without any test for them.
 */
final class AlpIntegers {
  private static final int POSITION_BITS = Short.SIZE;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final int width;

  /** What each value has become; anything where it is an exception, unless they are filled. */
  final long[] integers;

  /** Positions of the exceptions, ascending. */
  final short[] positions;

  int exceptions;

  /** Bounds of the integers that are no exceptions. */
  long least;

  long most;

  private int count;

  /** For up to {@code capacity} values of {@code width} bytes. */
  AlpIntegers(int width, int capacity) {
    this.width = width;
    this.integers = new long[capacity];
    // One more: a position is stored before it is known to count.
    this.positions = new short[capacity + 1];
  }

  /**
   * Converts values that are {@code step} values apart.
   *
   * @param values little-endian
   * @param from index of the first value's first byte
   */
  void convert(byte[] values, int from, int step, int number, int exponent, int factor) {
    count = number;
    least = Long.MAX_VALUE;
    most = Long.MIN_VALUE;
    exceptions = 0;
    if (width == Double.BYTES) {
      convertDoubles(values, from, step * Double.BYTES, exponent, factor);
    } else {
      convertFloats(values, from, step * Float.BYTES, exponent, factor);
    }
  }

  private void convertDoubles(byte[] values, int from, int stride, int exponent, int factor) {
    double up = AlpFormat.doublePower(exponent);
    double down = AlpFormat.doubleInverse(factor);
    double power = AlpFormat.doublePower(factor);
    double inverse = AlpFormat.doubleInverse(exponent);
    for (int i = 0, at = from; i < count; i++, at += stride) {
      long bits = (long) LONGS.get(values, at);
      long integer = (long) Math.rint(Double.longBitsToDouble(bits) * up * down);
      add(i, integer, Double.doubleToRawLongBits((double) integer * power * inverse) == bits);
    }
  }

  private void convertFloats(byte[] values, int from, int stride, int exponent, int factor) {
    float up = AlpFormat.floatPower(exponent);
    float down = AlpFormat.floatInverse(factor);
    float power = AlpFormat.floatPower(factor);
    float inverse = AlpFormat.floatInverse(exponent);
    for (int i = 0, at = from; i < count; i++, at += stride) {
      int bits = (int) INTS.get(values, at);
      // The product is a float's, and a float that is rounded as a double remains one.
      int integer = (int) Math.rint(Float.intBitsToFloat(bits) * up * down);
      add(i, integer, Float.floatToRawIntBits((float) integer * power * inverse) == bits);
    }
  }

  private void add(int i, long integer, boolean isExact) {
    integers[i] = integer;
    positions[exceptions] = (short) i;
    exceptions += isExact ? 0 : 1;
    least = Math.min(least, isExact ? integer : Long.MAX_VALUE);
    most = Math.max(most, isExact ? integer : Long.MIN_VALUE);
  }

  /** Bits that each integer takes above the least one. */
  int bitWidth() {
    return exceptions == count ? 0 : Long.SIZE - Long.numberOfLeadingZeros(most - least);
  }

  /** Bits that the values take, the vector's header left out. */
  long bits() {
    return (long) count * bitWidth() + exceptions * exceptionBits();
  }

  private long exceptionBits() {
    return POSITION_BITS + (long) width * Byte.SIZE;
  }

  /** Makes all values exceptions where that takes fewer bits. */
  void giveUpIfLarger() {
    if (bits() > count * exceptionBits()) {
      exceptions = count;
      for (int i = 0; i < count; i++) {
        positions[i] = (short) i;
      }
    }
  }

  /** Gives exceptions the least integer, so that they widen nothing. */
  void fillExceptions() {
    if (exceptions == count) {
      least = 0;
    }
    for (int i = 0; i < exceptions; i++) {
      integers[Short.toUnsignedInt(positions[i])] = least;
    }
  }
}
