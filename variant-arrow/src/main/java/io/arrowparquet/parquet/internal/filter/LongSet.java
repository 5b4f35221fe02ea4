// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Closed intervals of integers, booleans and times. Unsigned integers of 64 bits have their top bit
 * flipped, so that signed order is theirs.
 */
public final class LongSet extends ValueSet {
  private final long[] lows;
  private final long[] highs;
  private final boolean unsigned;

  LongSet(long[] lows, long[] highs, boolean unsigned) {
    this.lows = lows;
    this.highs = highs;
    this.unsigned = unsigned;
  }

  /** An unsigned integer of 64 bits in the domain's order. */
  public static long flipped(long value) {
    return value ^ Long.MIN_VALUE;
  }

  public static boolean isFlipped(ArrowType type) {
    return isUnsigned(type) && ((ArrowType.Int) type).getBitWidth() == Long.SIZE;
  }

  public static boolean isUnsigned(ArrowType type) {
    return type instanceof ArrowType.Int integer && !integer.getIsSigned();
  }

  private byte truthOf(long value) {
    if (lows.length == 1) {
      return truth(value, lows[0], highs[0]);
    }
    int at = Arrays.binarySearch(lows, value);
    // Not found: the last interval that begins before the value.
    return truth(at >= 0 || (at < -1 && value <= highs[-at - 2]));
  }

  @Override
  public void test(FieldVector vector, int rows, byte[] truths) {
    BaseFixedWidthVector values = (BaseFixedWidthVector) vector;
    long address = values.getDataBuffer().memoryAddress();
    switch (values.getTypeWidth()) {
      case 0 -> {
        for (int i = 0; i < rows; i++) {
          truths[i] = truthOf(BitVectorHelper.get(values.getDataBuffer(), i));
        }
      }
      case Byte.BYTES -> {
        long mask = unsigned ? 0xFFL : -1L;
        for (int i = 0; i < rows; i++) {
          truths[i] = truthOf(MemoryUtil.getByte(address + i) & mask);
        }
      }
      case Short.BYTES -> {
        long mask = unsigned ? 0xFFFFL : -1L;
        for (int i = 0; i < rows; i++) {
          truths[i] = truthOf(MemoryUtil.getShort(address + 2L * i) & mask);
        }
      }
      case Integer.BYTES -> {
        long mask = unsigned ? 0xFFFFFFFFL : -1L;
        for (int i = 0; i < rows; i++) {
          truths[i] = truthOf(MemoryUtil.getInt(address + 4L * i) & mask);
        }
      }
      default -> {
        long flip = unsigned ? Long.MIN_VALUE : 0;
        for (int i = 0; i < rows; i++) {
          truths[i] = truthOf(MemoryUtil.getLong(address + 8L * i) ^ flip);
        }
      }
    }
  }

  @Override
  ValueSet within(ValueSet interval) {
    long low = ((LongSet) interval).lows[0];
    long high = ((LongSet) interval).highs[0];
    int[] left = meeting(low, high);
    return new LongSet(
        Arrays.stream(left).mapToLong(i -> Math.max(lows[i], low)).toArray(),
        Arrays.stream(left).mapToLong(i -> Math.min(highs[i], high)).toArray(),
        unsigned);
  }

  @Override
  List<Object> points() {
    return Arrays.equals(lows, highs)
        ? Arrays.stream(lows).<Object>mapToObj(Long::valueOf).toList()
        : null;
  }

  @Override
  int intervals() {
    return lows.length;
  }

  @Override
  boolean beginsUpTo(int interval, Object bound) {
    return lows[interval] <= (long) bound;
  }

  @Override
  boolean endsFrom(int interval, Object bound) {
    return highs[interval] >= (long) bound;
  }
}
