// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.parquet.column.ColumnWriter;

/** A column of values that are as many bytes each, and a Java primitive in the file. */
final class FixedWidthLeaf extends LeafNodeWriter {
  private static final int UNSIGNED_8 = 0xFF;
  private static final int UNSIGNED_16 = 0xFFFF;
  private static final long MILLIS_PER_SECOND = 1_000;

  private final int width;
  private final Put put;
  private final long perDay;
  private long address;

  @FunctionalInterface
  interface Put {
    void put(ColumnWriter out, long address, int repetition, int definition);
  }

  /**
   * How a vector holds a value, and the file.
   *
   * @param width bytes of a value
   * @param perDay how many units a day has that the values are times of; 0 for others
   */
  record Kind(int width, Put put, long perDay) {
    private Kind(int width, Put put) {
      this(width, put, 0);
    }

    static Kind time(TimeUnit unit) {
      Kind integer = unit == TimeUnit.MILLISECONDS ? INT32 : INT64;
      return new Kind(integer.width, integer.put, unit.convert(1, TimeUnit.DAYS));
    }

    static final Kind INT8 =
        new Kind(Byte.BYTES, (out, at, r, d) -> out.write(MemoryUtil.getByte(at), r, d));
    static final Kind INT16 =
        new Kind(Short.BYTES, (out, at, r, d) -> out.write(MemoryUtil.getShort(at), r, d));
    static final Kind UINT8 =
        new Kind(
            Byte.BYTES, (out, at, r, d) -> out.write(MemoryUtil.getByte(at) & UNSIGNED_8, r, d));
    static final Kind UINT16 =
        new Kind(
            Short.BYTES, (out, at, r, d) -> out.write(MemoryUtil.getShort(at) & UNSIGNED_16, r, d));
    static final Kind INT32 =
        new Kind(Integer.BYTES, (out, at, r, d) -> out.write(MemoryUtil.getInt(at), r, d));
    static final Kind INT64 =
        new Kind(Long.BYTES, (out, at, r, d) -> out.write(MemoryUtil.getLong(at), r, d));

    /** As milliseconds: the Arrow schema in the file says that they are seconds. */
    static final Kind SECONDS =
        new Kind(
            Long.BYTES,
            (out, at, r, d) ->
                out.write(Math.multiplyExact(MemoryUtil.getLong(at), MILLIS_PER_SECOND), r, d));

    static final Kind FLOAT =
        new Kind(
            Float.BYTES,
            (out, at, r, d) -> out.write(Float.intBitsToFloat(MemoryUtil.getInt(at)), r, d));
    static final Kind DOUBLE =
        new Kind(
            Double.BYTES,
            (out, at, r, d) -> out.write(Double.longBitsToDouble(MemoryUtil.getLong(at)), r, d));
  }

  FixedWidthLeaf(String path, Levels levels, boolean nullable, Kind kind) {
    super(path, levels, nullable);
    this.width = kind.width;
    this.put = kind.put;
    this.perDay = kind.perDay;
  }

  @Override
  void start(FieldVector vector) {
    FieldVector values = storage(vector);
    super.start(values);
    address = dataAddress(values, (long) values.getValueCount() * width);
  }

  /** Where the values are, which need so many bytes. */
  static long dataAddress(FieldVector values, long needed) {
    if (values.getValueCount() == 0) {
      return 0;
    }
    ArrowBuf data = values.getDataBuffer();
    if (data.capacity() < needed) {
      throw new IllegalArgumentException(
          "vector "
              + values.getName()
              + ": its data buffer has "
              + data.capacity()
              + " bytes, expected at least "
              + needed);
    }
    return data.memoryAddress();
  }

  @Override
  void put(int row, int repetition) {
    if (perDay != 0) {
      requireTimeOfDay(address + (long) row * width);
    }
    try {
      put.put(out(), address + (long) row * width, repetition, definition());
    } catch (ArithmeticException e) {
      throw conversionException(
          MemoryUtil.getLong(address + (long) row * width) + " seconds",
          "a number of seconds that 64 bits of milliseconds hold");
    }
  }

  private void requireTimeOfDay(long at) {
    long time = width == Integer.BYTES ? MemoryUtil.getInt(at) : MemoryUtil.getLong(at);
    if (time < 0 || time >= perDay) {
      throw conversionException(Long.toString(time), "a time of day, 0 to " + (perDay - 1));
    }
  }
}
