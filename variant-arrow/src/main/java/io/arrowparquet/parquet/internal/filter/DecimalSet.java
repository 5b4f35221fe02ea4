// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import java.math.BigInteger;
import java.util.List;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.FieldVector;

/** Closed intervals of a decimal's unscaled numbers. */
final class DecimalSet extends ValueSet {
  private final List<BigInteger> lows;
  private final List<BigInteger> highs;

  /** The same bounds as the vector has them: words of 64 bits, the lowest first. */
  private final long[][] lowWords;

  private final long[][] highWords;

  /** Bounds that fit into {@code width} bytes, the width of the vector. */
  DecimalSet(List<BigInteger> lows, List<BigInteger> highs, int width) {
    this.lows = lows;
    this.highs = highs;
    this.lowWords = lows.stream().map(low -> words(low, width)).toArray(long[][]::new);
    this.highWords = highs.stream().map(high -> words(high, width)).toArray(long[][]::new);
  }

  private static long[] words(BigInteger value, int width) {
    long[] words = new long[width / Long.BYTES];
    for (int i = 0; i < words.length; i++) {
      words[i] = value.shiftRight(Long.SIZE * i).longValue();
    }
    return words;
  }

  @Override
  public void test(FieldVector vector, int rows, byte[] truths) {
    BaseFixedWidthVector values = (BaseFixedWidthVector) vector;
    long address = values.getDataBuffer().memoryAddress();
    int width = values.getTypeWidth();
    for (int i = 0; i < rows; i++) {
      truths[i] = truth(contains(address + (long) width * i));
    }
  }

  private boolean contains(long address) {
    int low = 0;
    int high = lowWords.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (compare(address, highWords[middle]) > 0) {
        low = middle + 1;
      } else if (compare(address, lowWords[middle]) < 0) {
        high = middle - 1;
      } else {
        return true;
      }
    }
    return false;
  }

  private static int compare(long address, long[] words) {
    int top = words.length - 1;
    int result = Long.compare(MemoryUtil.getLong(address + (long) Long.BYTES * top), words[top]);
    for (int i = top - 1; result == 0 && i >= 0; i--) {
      result = Long.compareUnsigned(MemoryUtil.getLong(address + (long) Long.BYTES * i), words[i]);
    }
    return result;
  }

  @Override
  List<Object> points() {
    return lows.equals(highs) ? List.copyOf(lows) : null;
  }

  @Override
  int intervals() {
    return lows.size();
  }

  @Override
  boolean beginsUpTo(int interval, Object bound) {
    return lows.get(interval).compareTo((BigInteger) bound) <= 0;
  }

  @Override
  boolean endsFrom(int interval, Object bound) {
    return highs.get(interval).compareTo((BigInteger) bound) >= 0;
  }
}
