// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.model.GeospatialStatistics.BoundingBox;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.FieldVector;

/**
 * The values for which a comparison is true: intervals of one ordered domain, ascending and apart.
 * Bounds of row groups and pages come as Long, Double, BigInteger or byte[]. Immutable; threads may
 * share one.
 */
public abstract sealed class ValueSet
    permits LongSet, ValueSet.DoubleSet, ValueSet.DecimalSet, BytesSet, BoxSet {

  /**
   * {@link TruthSet#TRUE} or {@link TruthSet#FALSE} per row of a vector of the set's type; for rows
   * that are null anything.
   */
  public abstract void test(FieldVector vector, int rows, byte[] truths);

  public final boolean meets(Object min, Object max) {
    return hasInterval(max, min);
  }

  public boolean holds(Object min, Object max) {
    return hasInterval(min, max);
  }

  /** Whether a geometry inside of a box may be in the set. */
  public boolean mayMeet(BoundingBox box) {
    return true;
  }

  private boolean hasInterval(Object beginsUpTo, Object endsFrom) {
    for (int i = 0; i < intervals(); i++) {
      if (beginsUpTo(i, beginsUpTo) && endsFrom(i, endsFrom)) {
        return true;
      }
    }
    return false;
  }

  /** Numbers of the intervals with values from one bound to another. */
  final int[] meeting(Object low, Object high) {
    return IntStream.range(0, intervals())
        .filter(i -> beginsUpTo(i, high) && endsFrom(i, low))
        .toArray();
  }

  public boolean isOfNaN() {
    return false;
  }

  public boolean isEmpty() {
    return intervals() == 0;
  }

  /** The values in both sets of one type; null where that is not one set of intervals. */
  final ValueSet and(ValueSet other) {
    if (getClass() != other.getClass()) {
      return null;
    }
    return other.intervals() == 1 ? within(other) : intervals() == 1 ? other.within(this) : null;
  }

  /** The part of this set in another of its class, which has one interval; null if it has none. */
  ValueSet within(ValueSet interval) {
    return null;
  }

  /** The values of a set whose intervals have one value each; null for others. */
  abstract List<Object> points();

  /** The single values of this set as PLAIN encodes them; null if there are others. */
  public final List<byte[]> encoded(ColumnDomain domain) {
    List<Object> points = domain.hasOneEncoding() ? points() : null;
    return points == null
        ? null
        : points.stream().flatMap(point -> domain.encode(point).stream()).toList();
  }

  abstract int intervals();

  abstract boolean beginsUpTo(int interval, Object bound);

  abstract boolean endsFrom(int interval, Object bound);

  public static byte truth(boolean value) {
    return value ? TruthSet.TRUE : TruthSet.FALSE;
  }

  /**
   * Whether a value is in an interval, without a jump, which a processor cannot foretell where
   * values are mixed: {@code outside} is the borrow of an unsigned subtraction.
   */
  static byte truth(long value, long low, long high) {
    long from = value - low;
    long size = high - low;
    long outside = ((~size & from) | ((~size | from) & (size - from))) >>> (Long.SIZE - 1);
    return (byte) (TruthSet.TRUE + outside);
  }

  static final class DecimalSet extends ValueSet {
    private static final BigInteger LEAST_LONG = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger GREATEST_LONG = BigInteger.valueOf(Long.MAX_VALUE);

    private final List<BigInteger> lows;
    private final List<BigInteger> highs;

    /** The same bounds as the vector has them: words of 64 bits, the lowest first. */
    private final long[][] lowWords;

    private final long[][] highWords;
    private final int width;

    DecimalSet(List<BigInteger> lows, List<BigInteger> highs, int width) {
      this.lows = lows;
      this.highs = highs;
      this.width = width;
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
      if (lows.size() == 1 && width == 2 * Long.BYTES && meets(LEAST_LONG, GREATEST_LONG)) {
        testLongs(address, rows, truths);
        return;
      }
      for (int i = 0; i < rows; i++) {
        truths[i] = truth(contains(address + (long) width * i));
      }
    }

    /** Of two words, the upper one is nearly always the sign of the lower one. */
    private void testLongs(long address, int rows, byte[] truths) {
      long least = lows.get(0).max(LEAST_LONG).longValue();
      long greatest = highs.get(0).min(GREATEST_LONG).longValue();
      for (int i = 0; i < rows; i++) {
        long at = address + (long) width * i;
        long value = MemoryUtil.getLong(at);
        truths[i] =
            MemoryUtil.getLong(at + Long.BYTES) == value >> (Long.SIZE - 1)
                ? truth(value, least, greatest)
                : truth(contains(at));
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
        result =
            Long.compareUnsigned(MemoryUtil.getLong(address + (long) Long.BYTES * i), words[i]);
      }
      return result;
    }

    @Override
    ValueSet within(ValueSet interval) {
      BigInteger low = ((DecimalSet) interval).lows.get(0);
      BigInteger high = ((DecimalSet) interval).highs.get(0);
      int[] left = meeting(low, high);
      return new DecimalSet(
          Arrays.stream(left).mapToObj(i -> lows.get(i).max(low)).toList(),
          Arrays.stream(left).mapToObj(i -> highs.get(i).min(high)).toList(),
          width);
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

  /** Closed intervals of any width. The two zeros are one number; NaN is in no interval. */
  static sealed class DoubleSet extends ValueSet {
    private final double[] lows;
    private final double[] highs;

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
    ValueSet within(ValueSet interval) {
      double low = ((DoubleSet) interval).lows[0];
      double high = ((DoubleSet) interval).highs[0];
      int[] left = meeting(low, high);
      return new DoubleSet(
          Arrays.stream(left).mapToDouble(i -> Math.max(lows[i], low)).toArray(),
          Arrays.stream(left).mapToDouble(i -> Math.min(highs[i], high)).toArray());
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
}
