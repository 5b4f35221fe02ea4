// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.value.VariantBuilder;
import java.time.LocalTime;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Date, Time and Timestamp. Seconds and milliseconds become microseconds; nanoseconds stay what
 * they are in timestamps and become microseconds, where that is exact, in times of day.
 */
final class TemporalWriter extends FixedWidthWriter {
  private static final long MILLIS_PER_DAY = 86_400_000L;
  private static final long NANOS_PER_MICRO = 1_000L;
  private static final long MICROS_PER_DAY = MILLIS_PER_DAY * 1_000;

  private final ArrowType type;
  private final int width;
  private final int typeId;

  /** Numbers are multiplied by this, or divided by the other; one of the two is 1. */
  private final long factor;

  private final long divisor;
  private final boolean stringify;

  private TemporalWriter(
      String path,
      FieldVector vector,
      int width,
      int typeId,
      long factor,
      long divisor,
      boolean stringify) {
    super(path, vector, width);
    this.type = vector.getField().getType();
    this.width = width;
    this.typeId = typeId;
    this.factor = factor;
    this.divisor = divisor;
    this.stringify = stringify;
  }

  static ColumnWriter date(String path, FieldVector vector, DateUnit unit) {
    boolean days = unit == DateUnit.DAY;
    return new TemporalWriter(
        path,
        vector,
        days ? Integer.BYTES : Long.BYTES,
        VariantTypeIds.DATE,
        1,
        days ? 1 : MILLIS_PER_DAY,
        false);
  }

  /** Times of day; those finer than a microsecond become text or are refused. */
  static ColumnWriter time(String path, FieldVector vector, ArrowType.Time type, boolean text) {
    return new TemporalWriter(
        path,
        vector,
        type.getBitWidth() / Byte.SIZE,
        VariantTypeIds.TIME_NTZ_MICROS,
        microsPer(type.getUnit()),
        type.getUnit() == TimeUnit.NANOSECOND ? NANOS_PER_MICRO : 1,
        text);
  }

  static ColumnWriter timestamp(String path, FieldVector vector, ArrowType.Timestamp type) {
    boolean local = type.getTimezone() == null || type.getTimezone().isEmpty();
    int micros = local ? VariantTypeIds.TIMESTAMP_NTZ_MICROS : VariantTypeIds.TIMESTAMP_MICROS;
    int nanos = local ? VariantTypeIds.TIMESTAMP_NTZ_NANOS : VariantTypeIds.TIMESTAMP_NANOS;
    int typeId = type.getUnit() == TimeUnit.NANOSECOND ? nanos : micros;
    return new TemporalWriter(
        path, vector, Long.BYTES, typeId, microsPer(type.getUnit()), 1, false);
  }

  private static long microsPer(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1_000_000;
      case MILLISECOND -> 1_000;
      case MICROSECOND, NANOSECOND -> 1;
    };
  }

  @Override
  void write(int row, VariantBuilder out) {
    long stored = width == Long.BYTES ? MemoryUtil.getLong(at(row)) : MemoryUtil.getInt(at(row));
    long value = stored * factor;
    if (Math.multiplyHigh(stored, factor) != value >> (Long.SIZE - 1)) {
      throw mismatch(stored + " as " + type, "microseconds that 64 bits can count");
    }
    if (typeId == VariantTypeIds.DATE) {
      writeDate(value, out);
    } else if (typeId == VariantTypeIds.TIME_NTZ_MICROS) {
      writeTime(value, out);
    } else {
      out.appendTime(typeId, value);
    }
  }

  private void writeDate(long value, VariantBuilder out) {
    long days = value / divisor;
    if (days * divisor != value || days != (int) days) {
      throw mismatch(value + " milliseconds", "whole days that 32 bits can count");
    }
    out.appendDate((int) days);
  }

  private void writeTime(long value, VariantBuilder out) {
    long micros = Math.floorDiv(value, divisor);
    if (micros < 0 || micros >= MICROS_PER_DAY) {
      throw mismatch(value + " as " + type, "a time of day");
    }
    if (micros * divisor == value) {
      out.appendTime(typeId, micros);
    } else if (stringify) {
      out.appendString(LocalTime.ofNanoOfDay(value).toString());
    } else {
      throw mismatch(value + " nanoseconds", "whole microseconds");
    }
  }
}
