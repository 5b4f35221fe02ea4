// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.FieldVector;

/**
 * Closed intervals of floating point numbers of any width. The two zeros are one number; NaN is in
 * no interval.
 */
sealed class DoubleSet extends ValueSet {
  private final double[] lows;
  private final double[] highs;

  /** Bounds without a negative zero. */
  DoubleSet(double[] lows, double[] highs) {
    this.lows = lows;
    this.highs = highs;
  }

  boolean contains(double value) {
    if (lows.length == 1) {
      return value >= lows[0] && value <= highs[0];
    }
    // The sum makes a negative zero positive, which the search would distinguish.
    int at = Arrays.binarySearch(lows, value + 0.0);
    return at >= 0 || (at < -1 && value <= highs[-at - 2]);
  }

  @Override
  public void test(FieldVector vector, int rows, byte[] truths) {
    BaseFixedWidthVector values = (BaseFixedWidthVector) vector;
    long address = values.getDataBuffer().memoryAddress();
    switch (values.getTypeWidth()) {
      case Short.BYTES -> {
        for (int i = 0; i < rows; i++) {
          truths[i] = truth(contains(Float16.toFloat(MemoryUtil.getShort(address + 2L * i))));
        }
      }
      case Float.BYTES -> {
        for (int i = 0; i < rows; i++) {
          truths[i] = truth(contains(Float.intBitsToFloat(MemoryUtil.getInt(address + 4L * i))));
        }
      }
      default -> {
        for (int i = 0; i < rows; i++) {
          truths[i] =
              truth(contains(Double.longBitsToDouble(MemoryUtil.getLong(address + 8L * i))));
        }
      }
    }
  }

  @Override
  List<Object> points() {
    return Arrays.equals(lows, highs)
        ? Arrays.stream(lows).<Object>mapToObj(Double::valueOf).toList()
        : null;
  }

  @Override
  int intervals() {
    return lows.length;
  }

  @Override
  boolean beginsUpTo(int interval, Object bound) {
    return lows[interval] <= (double) bound;
  }

  @Override
  boolean endsFrom(int interval, Object bound) {
    return highs[interval] >= (double) bound;
  }

  /** The NaNs, of which bounds say nothing. */
  static final class OfNaN extends DoubleSet {
    OfNaN() {
      super(new double[0], new double[0]);
    }

    @Override
    boolean contains(double value) {
      return Double.isNaN(value);
    }

    @Override
    public boolean isOfNaN() {
      return true;
    }

    @Override
    public boolean isEmpty() {
      return false;
    }

    @Override
    List<Object> points() {
      return null;
    }
  }
}
