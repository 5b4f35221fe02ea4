// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.variant.internal.UnsignedBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;

/**
 * Half-open intervals in unsigned order: the only ones that can say "less", since no byte string is
 * the next smaller one. The next greater one has a zero byte more.
 */
public final class BytesSet extends ValueSet {
  private final byte[][] lows;

  /** First byte strings beyond; null for no end. */
  private final byte[][] ends;

  static BytesSet points(List<byte[]> values) {
    byte[][] lows = values.toArray(byte[][]::new);
    byte[][] ends = new byte[lows.length][];
    Arrays.setAll(ends, i -> successor(lows[i]));
    return new BytesSet(lows, ends);
  }

  /** From {@code low} to before {@code end}, null for no end. */
  static BytesSet interval(byte[] low, byte[] end) {
    return new BytesSet(new byte[][] {low}, new byte[][] {end});
  }

  private BytesSet(byte[][] lows, byte[][] ends) {
    this.lows = lows;
    this.ends = ends;
  }

  static byte[] successor(byte[] value) {
    return Arrays.copyOf(value, value.length + 1);
  }

  @Override
  public void test(FieldVector vector, int rows, byte[] truths) {
    byte[] only = lows.length == 1 && points() != null ? lows[0] : null;
    test(
        vector,
        rows,
        truths,
        only == null
            ? (address, length) -> truth(contains(address, length))
            : (address, length) ->
                truth(length == only.length && UnsignedBytes.equal(address, only, only.length)));
  }

  @FunctionalInterface
  interface BytesTest {
    byte truth(long address, long length);
  }

  /** Tests each value of a vector of texts or binaries. */
  static void test(FieldVector vector, int rows, byte[] truths, BytesTest test) {
    if (vector instanceof FixedSizeBinaryVector fixed) {
      long address = fixed.getDataBuffer().memoryAddress();
      int width = fixed.getByteWidth();
      for (int i = 0; i < rows; i++) {
        truths[i] = test.truth(address + (long) width * i, width);
      }
    } else if (vector instanceof BaseVariableWidthVector variable) {
      long address = variable.getDataBuffer().memoryAddress();
      long offsets = variable.getOffsetBuffer().memoryAddress();
      int start = rows == 0 ? 0 : MemoryUtil.getInt(offsets);
      for (int i = 0; i < rows; i++) {
        int end = MemoryUtil.getInt(offsets + 4L * i + 4);
        truths[i] = test.truth(address + start, end - start);
        start = end;
      }
    } else {
      BaseLargeVariableWidthVector variable = (BaseLargeVariableWidthVector) vector;
      long address = variable.getDataBuffer().memoryAddress();
      long offsets = variable.getOffsetBuffer().memoryAddress();
      for (int i = 0; i < rows; i++) {
        long start = MemoryUtil.getLong(offsets + 8L * i);
        long length = MemoryUtil.getLong(offsets + 8L * i + 8) - start;
        truths[i] = test.truth(address + start, length);
      }
    }
  }

  private boolean contains(long address, long length) {
    int size = Math.toIntExact(length);
    int low = 0;
    int high = lows.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (UnsignedBytes.compare(address, size, lows[middle]) < 0) {
        high = middle - 1;
      } else if (ends[middle] != null && UnsignedBytes.compare(address, size, ends[middle]) >= 0) {
        low = middle + 1;
      } else {
        return true;
      }
    }
    return false;
  }

  @Override
  ValueSet within(ValueSet interval) {
    byte[] low = ((BytesSet) interval).lows[0];
    byte[] end = ((BytesSet) interval).ends[0];
    List<byte[]> newLows = new ArrayList<>();
    List<byte[]> newEnds = new ArrayList<>();
    for (int i = 0; i < lows.length; i++) {
      byte[] from = Arrays.compareUnsigned(lows[i], low) < 0 ? low : lows[i];
      byte[] to = ends[i] == null || (end != null && endsFrom(i, end)) ? end : ends[i];
      if (to == null || Arrays.compareUnsigned(from, to) < 0) {
        newLows.add(from);
        newEnds.add(to);
      }
    }
    return new BytesSet(newLows.toArray(byte[][]::new), newEnds.toArray(byte[][]::new));
  }

  @Override
  public boolean isEmpty() {
    // What is less than the empty string begins where it ends.
    return lows.length == 0 || (lows.length == 1 && ends[0] != null && ends[0].length == 0);
  }

  @Override
  List<Object> points() {
    for (int i = 0; i < lows.length; i++) {
      if (!Arrays.equals(successor(lows[i]), ends[i])) {
        return null;
      }
    }
    return List.of((Object[]) lows);
  }

  @Override
  int intervals() {
    return lows.length;
  }

  @Override
  boolean beginsUpTo(int interval, Object bound) {
    return Arrays.compareUnsigned(lows[interval], (byte[]) bound) <= 0;
  }

  @Override
  boolean endsFrom(int interval, Object bound) {
    return ends[interval] == null || Arrays.compareUnsigned(ends[interval], (byte[]) bound) > 0;
  }
}
