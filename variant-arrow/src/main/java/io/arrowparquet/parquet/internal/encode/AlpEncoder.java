// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.parquet.internal.encoding.AlpFormat;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Exact for every bit pattern; {@link AlpFormat} has the layout. One thread at a time.
 *
 * <p>The pairs of exponent and factor that suit the first page are tried on the pages after it, and
 * chosen anew for a page that they do not suit.
 */
public final class AlpEncoder {
  private static final int LOG_VECTOR_SIZE = 10;
  private static final int VECTOR_SIZE = 1 << LOG_VECTOR_SIZE;

  /** Pairs stay while a page takes at most so much more than the one they were chosen by. */
  private static final double WORSE = 1.1;

  /** A page that takes more of its bytes than this may have better pairs. */
  private static final double POOR = 0.75;

  private final int width;
  private final AlpPairs pairs;
  private final AlpIntegers vector;

  /** Which part of its bytes the page took that the pairs were chosen by; 0 if there is none. */
  private double chosenRatio;

  public AlpEncoder(boolean wide) {
    width = wide ? Double.BYTES : Float.BYTES;
    pairs = new AlpPairs(width);
    vector = new AlpIntegers(width, VECTOR_SIZE);
  }

  /** Starts a column chunk. */
  public void start() {
    chosenRatio = 0;
  }

  /** Appends the section of a page's values, which are little-endian, nulls left out. */
  public void encodePage(byte[] values, int bytes, ByteOutput out) {
    int start = out.length();
    if (chosenRatio > 0 || bytes == 0) {
      encode(values, bytes, out);
      double most = Math.min(POOR, chosenRatio * WORSE) * bytes;
      if (out.length() - start <= most || bytes == 0) {
        return;
      }
      out.truncate(start);
    }
    pairs.sample(values, bytes, VECTOR_SIZE);
    encode(values, bytes, out);
    chosenRatio = (out.length() - start) / (double) bytes;
  }

  private void encode(byte[] values, int bytes, ByteOutput out) {
    int count = bytes / width;
    int vectors = (count + VECTOR_SIZE - 1) / VECTOR_SIZE;
    int start = out.length();
    int offsets = start + AlpFormat.HEADER_BYTES;
    int indexBytes = AlpFormat.HEADER_BYTES + vectors * Integer.BYTES;
    byte[] to = out.reserve(indexBytes);
    to[start] = AlpFormat.PLAIN_ALP;
    to[start + 1] = AlpFormat.PLAIN_ALP;
    to[start + AlpFormat.LOG_VECTOR_SIZE_AT] = LOG_VECTOR_SIZE;
    ArrayNumbers.INT.set(to, start + AlpFormat.COUNT_AT, count);
    out.advance(indexBytes);
    for (int i = 0; i < vectors; i++) {
      ArrayNumbers.INT.set(out.array(), offsets + i * Integer.BYTES, out.length() - offsets);
      int first = i * VECTOR_SIZE;
      encodeVector(values, first * width, Math.min(VECTOR_SIZE, count - first), out);
    }
  }

  private void encodeVector(byte[] values, int from, int count, ByteOutput out) {
    AlpPairs.Pair pair = pairs.convert(values, from, count, vector);
    vector.giveUpIfLarger();
    int exceptions = vector.exceptions;
    int bitWidth = vector.bitWidth();
    vector.fillExceptions();
    int packedBytes = BitPacker.packedBytes(count, bitWidth);
    int headerBytes = AlpFormat.vectorHeaderBytes(width);
    byte[] to = out.reserve(headerBytes + packedBytes + exceptions * (Short.BYTES + width));
    int at = out.length();
    to[at] = (byte) pair.exponent();
    to[at + AlpFormat.FACTOR_AT] = (byte) pair.factor();
    ArrayNumbers.SHORT.set(to, at + AlpFormat.EXCEPTIONS_AT, (short) exceptions);
    if (width == Double.BYTES) {
      ArrayNumbers.LONG.set(to, at + AlpFormat.LEAST_AT, vector.least);
    } else {
      ArrayNumbers.INT.set(to, at + AlpFormat.LEAST_AT, (int) vector.least);
    }
    to[at + headerBytes - 1] = (byte) bitWidth;
    at += headerBytes;
    vector.subtractLeast();
    BitPacker.pack(vector.integers, 0, count, bitWidth, to, at);
    at += packedBytes;
    for (int i = 0; i < exceptions; i++, at += Short.BYTES) {
      ArrayNumbers.SHORT.set(to, at, vector.positions[i]);
    }
    for (int i = 0; i < exceptions; i++, at += width) {
      int exception = from + Short.toUnsignedInt(vector.positions[i]) * width;
      System.arraycopy(values, exception, to, at, width);
    }
    out.advance(at - out.length());
  }

  /**
   * Pairs of exponent and factor that suit a page: all pairs are tried on a sample of it, then the
   * best few on each vector, as the ALP paper proposes. Vectors are tried as a whole: a few
   * exceptions in a hundred, which a small sample misses, cost more bits than the integers.
   */
  private static final class AlpPairs {
    private static final int MAX_CANDIDATES = 5;
    private static final int SAMPLED_VECTORS = 8;
    private static final int SAMPLED_VALUES = 256;

    private final int width;
    private final AlpIntegers sample;
    private List<Pair> candidates = List.of();

    record Pair(int exponent, int factor) {
      int digits() {
        return exponent - factor;
      }
    }

    AlpPairs(int width) {
      this.width = width;
      this.sample = new AlpIntegers(width, SAMPLED_VALUES);
    }

    void sample(byte[] values, int bytes, int vectorSize) {
      int vectorBytes = vectorSize * width;
      long vectors = (bytes + (long) vectorBytes - 1) / vectorBytes;
      int most = AlpFormat.maxExponent(width);
      int[][] wins = new int[most + 1][most + 1];
      long stride = Math.max(1, (vectors + SAMPLED_VECTORS - 1) / SAMPLED_VECTORS);
      for (int vector = 0; vector < vectors; vector++) {
        if (isSampled(vector, stride)) {
          int from = vector * vectorBytes;
          int count = Math.min(vectorBytes, bytes - from) / width;
          Pair best = bestOfAll(values, from, count);
          wins[best.exponent][best.factor]++;
        }
      }
      candidates = mostFrequent(wins);
    }

    /**
     * One of {@code stride} vectors, each time the next one, lest columns with a period go wrong.
     */
    private static boolean isSampled(long vector, long stride) {
      return vector % stride == vector / stride % stride;
    }

    /** High exponents first: they are exact for more values, all else being equal. */
    private Pair bestOfAll(byte[] values, int from, int count) {
      int bestExponent = 0;
      int bestFactor = 0;
      long leastBits = Long.MAX_VALUE;
      for (int exponent = AlpFormat.maxExponent(width); exponent >= 0; exponent--) {
        for (int factor = exponent; factor >= 0; factor--) {
          long bits = bits(values, from, count, exponent, factor);
          if (bits < leastBits) {
            leastBits = bits;
            bestExponent = exponent;
            bestFactor = factor;
          }
        }
      }
      return new Pair(bestExponent, bestFactor);
    }

    private long bits(byte[] values, int from, int count, int exponent, int factor) {
      // Odd, lest rows with a period of two go wrong.
      int step = Math.max(1, (count / SAMPLED_VALUES - 1) | 1);
      sample.convert(values, from, step, Math.min(SAMPLED_VALUES, count), exponent, factor);
      return sample.bits();
    }

    private static List<Pair> mostFrequent(int[][] wins) {
      List<Pair> found = new ArrayList<>();
      for (int exponent = wins.length - 1; exponent >= 0; exponent--) {
        for (int factor = exponent; factor >= 0; factor--) {
          if (wins[exponent][factor] > 0) {
            found.add(new Pair(exponent, factor));
          }
        }
      }
      found.sort(Comparator.comparingInt(pair -> -wins[pair.exponent][pair.factor]));
      return List.copyOf(found.subList(0, Math.min(MAX_CANDIDATES, found.size())));
    }

    Pair convert(byte[] values, int from, int count, AlpIntegers vector) {
      Pair best = null;
      Pair last = null;
      long leastBits = Long.MAX_VALUE;
      boolean isExact = false;
      for (Pair pair : candidates) {
        if (isExact && pair.digits() >= best.digits()) {
          // Digits that no value needs only widen the integers.
          continue;
        }
        vector.convert(values, from, 1, count, pair.exponent, pair.factor);
        last = pair;
        if (vector.bits() < leastBits) {
          leastBits = vector.bits();
          best = pair;
          isExact = vector.exceptions == 0;
        }
      }
      if (!best.equals(last)) {
        vector.convert(values, from, 1, count, best.exponent, best.factor);
      }
      return best;
    }
  }

  /**
   * Values as the integers of an exponent and a factor. Those that it does not give back bit by bit
   * are exceptions: so are all NaNs, infinities and the negative zero, without any test for them.
   */
  private static final class AlpIntegers {
    private static final int POSITION_BITS = Short.SIZE;

    private final int width;

    /** What each value has become; anything where it is an exception, unless they are filled. */
    final long[] integers;

    final short[] positions;

    int exceptions;

    long least;

    long most;

    private int count;

    AlpIntegers(int width, int capacity) {
      this.width = width;
      this.integers = new long[capacity];
      // One more: a position is stored before it is known to count.
      this.positions = new short[capacity + 1];
    }

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
        long bits = (long) ArrayNumbers.LONG.get(values, at);
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
        int bits = (int) ArrayNumbers.INT.get(values, at);
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

    int bitWidth() {
      return exceptions == count ? 0 : Long.SIZE - Long.numberOfLeadingZeros(most - least);
    }

    long bits() {
      return (long) count * bitWidth() + exceptions * exceptionBits();
    }

    private long exceptionBits() {
      return POSITION_BITS + (long) width * Byte.SIZE;
    }

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

    /** After {@link #fillExceptions}. */
    void subtractLeast() {
      for (int i = 0; i < count; i++) {
        integers[i] -= least;
      }
    }
  }
}
