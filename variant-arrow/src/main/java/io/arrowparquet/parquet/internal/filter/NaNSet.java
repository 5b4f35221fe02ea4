// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import java.util.List;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.FieldVector;

/** The NaNs of floating point numbers of any width. Bounds say nothing of them. */
final class NaNSet extends ValueSet {

  @Override
  public void test(FieldVector vector, int rows, byte[] truths) {
    BaseFixedWidthVector values = (BaseFixedWidthVector) vector;
    long address = values.getDataBuffer().memoryAddress();
    switch (values.getTypeWidth()) {
      case Short.BYTES -> {
        for (int i = 0; i < rows; i++) {
          truths[i] = truth(Float.isNaN(Float16.toFloat(MemoryUtil.getShort(address + 2L * i))));
        }
      }
      case Float.BYTES -> {
        for (int i = 0; i < rows; i++) {
          truths[i] = truth(Float.isNaN(Float.intBitsToFloat(MemoryUtil.getInt(address + 4L * i))));
        }
      }
      default -> {
        for (int i = 0; i < rows; i++) {
          truths[i] =
              truth(Double.isNaN(Double.longBitsToDouble(MemoryUtil.getLong(address + 8L * i))));
        }
      }
    }
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

  @Override
  int intervals() {
    return 0;
  }

  @Override
  boolean beginsUpTo(int interval, Object bound) {
    return false;
  }

  @Override
  boolean endsFrom(int interval, Object bound) {
    return false;
  }
}
