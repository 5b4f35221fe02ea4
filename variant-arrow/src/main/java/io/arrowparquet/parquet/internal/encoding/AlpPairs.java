// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Pairs of exponent and factor that suit a column chunk: all pairs are tried on a sample of the
 * chunk, then the best few on each vector, as the ALP paper proposes. Vectors are tried as a whole:
 * a few exceptions in a hundred, which a small sample misses, cost more bits than the integers.
 */
final class AlpPairs {
  /** Most pairs that are tried on a vector. */
  private static final int MAX_CANDIDATES = 5;

  /** Vectors sampled in a chunk, and values in a vector. */
  private static final int SAMPLED_VECTORS = 8;

  private static final int SAMPLED_VALUES = 256;

  private final int width;
  private final AlpIntegers sample;
  private List<Pair> candidates = List.of();

  /**
   * A pair.
   *
   * @param exponent from 0 to that of {@link AlpFormat#maxExponent}
   * @param factor from 0 to {@code exponent}
   */
  record Pair(int exponent, int factor) {
    /** Digits behind the decimal point that integers keep. */
    int digits() {
      return exponent - factor;
    }
  }

  AlpPairs(int width) {
    this.width = width;
    this.sample = new AlpIntegers(width, SAMPLED_VALUES);
  }

  /**
   * Chooses the candidates.
   *
   * @param pages values of the chunk, little-endian
   */
  void sample(List<byte[]> pages, int vectorSize) {
    int vectorBytes = vectorSize * width;
    long vectors = 0;
    for (byte[] page : pages) {
      vectors += vectorsOf(page, vectorBytes);
    }
    int most = AlpFormat.maxExponent(width);
    int[][] wins = new int[most + 1][most + 1];
    long stride = Math.max(1, (vectors + SAMPLED_VECTORS - 1) / SAMPLED_VECTORS);
    long vector = 0;
    for (byte[] page : pages) {
      for (int from = 0; from < page.length; from += vectorBytes, vector++) {
        if (isSampled(vector, stride)) {
          int count = Math.min(vectorBytes, page.length - from) / width;
          Pair best = bestOfAll(page, from, count);
          wins[best.exponent][best.factor]++;
        }
      }
    }
    candidates = mostFrequent(wins);
  }

  /** One of {@code stride} vectors, each time the next one, lest columns with a period go wrong. */
  private static boolean isSampled(long vector, long stride) {
    return vector % stride == vector / stride % stride;
  }

  private static long vectorsOf(byte[] page, int vectorBytes) {
    return (page.length + (long) vectorBytes - 1) / vectorBytes;
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

  /** Converts a vector with the candidate that suits it best. */
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
