// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/** A column of values that are as many bytes each, and an int or a long in the file. */
final class FixedWidthLeaf extends LeafNodeWriter {
  private static final int UNSIGNED_8 = 0xFF;
  private static final int UNSIGNED_16 = 0xFFFF;
  private static final int MILLIS_PER_SECOND = 1_000;
  private static final long MILLIS_PER_DAY = TimeUnit.DAYS.toMillis(1);

  private final Kind kind;
  private final long perDay;
  private long address;

  /** The values as ints or longs; null if they are narrower, or too many for a buffer. */
  private IntBuffer ints;

  private LongBuffer longs;

  /**
   * How a vector holds values. Where the file has them in another unit, the Arrow schema in it says
   * which the vector's was.
   */
  enum Kind {
    INT8(Byte.BYTES),
    INT16(Short.BYTES),
    UINT8(Byte.BYTES),
    UINT16(Short.BYTES),
    /** INT32 and FLOAT. */
    BITS32(Integer.BYTES),
    /** INT64 and DOUBLE. */
    BITS64(Long.BYTES),
    /** Times of day, written as milliseconds. */
    SECONDS32(Integer.BYTES),
    /** Timestamps, written as milliseconds. */
    SECONDS(Long.BYTES),
    /** Milliseconds of midnights, written as days. */
    DATE64(Long.BYTES);

    private final int width;

    Kind(int width) {
      this.width = width;
    }
  }

  FixedWidthLeaf(Node node, Kind kind) {
    this(node, kind, 0);
  }

  private FixedWidthLeaf(Node node, Kind kind, long perDay) {
    super(node);
    this.kind = kind;
    this.perDay = perDay;
  }

  static FixedWidthLeaf times(Node node, org.apache.arrow.vector.types.TimeUnit unit) {
    Kind kind =
        switch (unit) {
          case SECOND -> Kind.SECONDS32;
          case MILLISECOND -> Kind.BITS32;
          default -> Kind.BITS64;
        };
    long perDay = TimeUnit.DAYS.toNanos(1) / PrimitiveType.nanosPer(unit);
    return new FixedWidthLeaf(node, kind, perDay);
  }

  @Override
  void start(FieldVector vector) {
    FieldVector values = VariantPrimitive.storage(vector);
    super.start(values);
    long bytes = (long) values.getValueCount() * kind.width;
    address = dataAddress(values, bytes);
    ints = null;
    longs = null;
    if (bytes > 0 && bytes <= Integer.MAX_VALUE) {
      ByteBuffer data = values.getDataBuffer().nioBuffer(0, (int) bytes);
      data.order(ByteOrder.LITTLE_ENDIAN);
      ints = kind.width == Integer.BYTES ? data.asIntBuffer() : null;
      longs = kind.width == Long.BYTES ? data.asLongBuffer() : null;
    }
  }

  /** Where the values are, which need this many bytes. */
  static long dataAddress(FieldVector values, long needed) {
    if (values.getValueCount() == 0) {
      return 0;
    }
    ArrowBuf data = values.getDataBuffer();
    BufferChecks.requireLength(values, "value", data, needed);
    return data.memoryAddress();
  }

  @Override
  int runLength(int row, int most) {
    return chunk().entriesOfPage(kind.width, most);
  }

  @Override
  void gather(int first, int count, WriteScratch scratch) {
    if (ints != null) {
      ints.get(first, scratch.ints, 0, count);
      addInts(count, scratch.ints);
    } else if (longs != null) {
      longs.get(first, scratch.longs, 0, count);
      addLongs(count, scratch);
    } else {
      super.gather(first, count, scratch);
    }
  }

  @Override
  void gather(int count, WriteScratch scratch) {
    int[] rows = scratch.rows;
    int[] to = scratch.ints;
    if (kind.width == Long.BYTES) {
      long[] wide = scratch.longs;
      for (int i = 0; i < count; i++) {
        wide[i] = MemoryUtil.getLong(address + (long) rows[i] * Long.BYTES);
      }
      addLongs(count, scratch);
      return;
    }
    if (kind.width == Integer.BYTES) {
      for (int i = 0; i < count; i++) {
        to[i] = MemoryUtil.getInt(address + (long) rows[i] * Integer.BYTES);
      }
    } else {
      for (int i = 0; i < count; i++) {
        to[i] = narrow(address + (long) rows[i] * kind.width);
      }
    }
    addInts(count, to);
  }

  private int narrow(long at) {
    return switch (kind) {
      case INT8 -> MemoryUtil.getByte(at);
      case UINT8 -> MemoryUtil.getByte(at) & UNSIGNED_8;
      case INT16 -> MemoryUtil.getShort(at);
      default -> MemoryUtil.getShort(at) & UNSIGNED_16;
    };
  }

  private void addInts(int count, int[] values) {
    if (perDay != 0) {
      for (int i = 0; i < count; i++) {
        if (values[i] < 0 || values[i] >= perDay) {
          throw noTimeOfDay(i, values[i]);
        }
      }
    }
    if (kind == Kind.SECONDS32) {
      for (int i = 0; i < count; i++) {
        values[i] *= MILLIS_PER_SECOND;
      }
    }
    chunk().add(values, count);
  }

  private void addLongs(int count, WriteScratch scratch) {
    long[] values = scratch.longs;
    if (perDay != 0) {
      for (int i = 0; i < count; i++) {
        if (values[i] < 0 || values[i] >= perDay) {
          throw noTimeOfDay(i, values[i]);
        }
      }
    } else if (kind == Kind.SECONDS) {
      toMillis(count, values);
    } else if (kind == Kind.DATE64) {
      toDays(count, values, scratch.ints);
      chunk().add(scratch.ints, count);
      return;
    }
    chunk().add(values, count);
  }

  private ConversionException noTimeOfDay(int value, long time) {
    return conversionException(value, Long.toString(time), "a time of day, 0 to " + (perDay - 1));
  }

  private void toMillis(int count, long[] values) {
    for (int i = 0; i < count; i++) {
      long seconds = values[i];
      values[i] = seconds * MILLIS_PER_SECOND;
      if (values[i] / MILLIS_PER_SECOND != seconds) {
        throw conversionException(
            i, seconds + " seconds", "a number of seconds that 64 bits of milliseconds hold");
      }
    }
  }

  private void toDays(int count, long[] values, int[] days) {
    for (int i = 0; i < count; i++) {
      long day = values[i] / MILLIS_PER_DAY;
      days[i] = (int) day;
      if (day * MILLIS_PER_DAY != values[i] || days[i] != day) {
        throw conversionException(
            i, Long.toString(values[i]), "a midnight in milliseconds, of a day that 32 bits hold");
      }
    }
  }

  @Override
  void end() {
    super.end();
    ints = null;
    longs = null;
  }
}
