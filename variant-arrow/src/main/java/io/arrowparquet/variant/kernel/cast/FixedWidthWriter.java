// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.value.VariantBuilder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalTime;
import java.time.Period;
import java.time.temporal.ChronoUnit;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** A vector of fixed-width values: the address of each, and which are null. */
abstract class FixedWidthWriter extends ColumnWriter {
  private final long address;
  private final int width;

  FixedWidthWriter(String path, FieldVector vector) {
    super(path, vector);
    this.width = ((BaseFixedWidthVector) vector).getTypeWidth();
    long rows = vector.getValueCount();
    long bytes = width == 0 ? BufferChecks.bytesOfBits(rows) : rows * width;
    BufferChecks.requireLength(vector, "value", vector.getDataBuffer(), bytes);
    this.address = vector.getDataBuffer().memoryAddress();
  }

  /** Bytes of a value; 0 of bits. */
  final int width() {
    return width;
  }

  /** Address of a row's value; of bits, that of the first row's. */
  final long at(int row) {
    return address + (long) row * width;
  }

  /**
   * Booleans, integers, floating point numbers and bytes of one width.
   *
   * <p>A signed integer keeps its width, so that a column keeps one type; an unsigned one takes the
   * next wider. Of 64 bits there is none: int64 where it fits, else a decimal16 of scale 0. Half
   * precision widens to float, which is exact.
   */
  static final class PrimitiveWriter extends FixedWidthWriter {
    enum Form {
      BIT,
      /** The extension {@code arrow.bool8}: what is not 0 is true. */
      BOOL8,
      INT8,
      INT16,
      INT32,
      INT64,
      UINT8,
      UINT16,
      UINT32,
      UINT64,
      HALF,
      SINGLE,
      DOUBLE,
      BINARY,
      /** The extension {@code arrow.uuid}. */
      UUID
    }

    private final ArrowBuf data;
    private final Form form;

    PrimitiveWriter(String path, FieldVector vector, Form form) {
      super(path, vector);
      this.data = vector.getDataBuffer();
      this.form = form;
    }

    static ColumnWriter integer(String path, FieldVector vector, ArrowType.Int type) {
      String sign = type.getIsSigned() ? "INT" : "UINT";
      return new PrimitiveWriter(path, vector, Form.valueOf(sign + type.getBitWidth()));
    }

    static ColumnWriter floating(String path, FieldVector vector, ArrowType.FloatingPoint type) {
      return new PrimitiveWriter(path, vector, Form.valueOf(type.getPrecision().name()));
    }

    @Override
    void write(int row, VariantBuilder out) {
      long at = at(row);
      switch (form) {
        case BIT ->
            out.appendBoolean((MemoryUtil.getByte(at + (row >> 3)) & (1 << (row & 7))) != 0);
        case INT8 -> out.appendInt8(MemoryUtil.getByte(at));
        case INT16 -> out.appendInt16(MemoryUtil.getShort(at));
        case INT32 -> out.appendInt32(MemoryUtil.getInt(at));
        case INT64 -> out.appendInt64(MemoryUtil.getLong(at));
        case SINGLE -> out.appendFloat(Float.intBitsToFloat(MemoryUtil.getInt(at)));
        case DOUBLE -> out.appendDouble(Double.longBitsToDouble(MemoryUtil.getLong(at)));
        // Those met less often, kept apart so that this method is inlined.
        default -> writeRare(row, at, out);
      }
    }

    private void writeRare(int row, long at, VariantBuilder out) {
      switch (form) {
        case BOOL8 -> out.appendBoolean(MemoryUtil.getByte(at) != 0);
        case UINT8 -> out.appendInt16((short) Byte.toUnsignedInt(MemoryUtil.getByte(at)));
        case UINT16 -> out.appendInt32(Short.toUnsignedInt(MemoryUtil.getShort(at)));
        case UINT32 -> out.appendInt64(Integer.toUnsignedLong(MemoryUtil.getInt(at)));
        case UINT64 -> writeUnsigned(MemoryUtil.getLong(at), out);
        case HALF -> out.appendFloat(Float16.toFloat(MemoryUtil.getShort(at)));
        case BINARY -> out.appendBinary(data, (long) row * width(), width());
        case UUID ->
            out.appendUuid(
                Long.reverseBytes(MemoryUtil.getLong(at)),
                Long.reverseBytes(MemoryUtil.getLong(at + Long.BYTES)));
        default -> throw new IllegalStateException("no case for " + form);
      }
    }

    private static void writeUnsigned(long value, VariantBuilder out) {
      if (value >= 0) {
        out.appendInt64(value);
      } else {
        out.appendDecimal(0, value, 0);
      }
    }
  }

  /**
   * Decimals of 128 and 256 bits: the Variant decimal that has the precision of the type, so that a
   * column keeps one type; a number of more digits than its type allows takes a wider one. A
   * negative scale is none that a Variant has: such numbers are written with scale 0.
   */
  static final class DecimalWriter extends FixedWidthWriter {
    private static final int WORDS_128 = 2;

    private final ArrowType.Decimal type;
    private final PrimitiveType decimal;
    private final int scale;

    /** By how many digits unscaled numbers grow, the scale being negative. */
    private final int shift;

    private final boolean stringify;
    private final Int128 number = new Int128();

    /** Of 128 or 256 bits, the scale at most 38; more than 38 digits become text or are refused. */
    DecimalWriter(String path, FieldVector vector, ArrowType.Decimal type, boolean stringify) {
      super(path, vector);
      this.type = type;
      this.scale = Math.max(0, type.getScale());
      this.shift = scale - type.getScale();
      int digits = Math.max(type.getPrecision() + shift, scale);
      this.decimal = PrimitiveType.ofDecimal(digits);
      this.stringify = stringify;
    }

    @Override
    void write(int row, VariantBuilder out) {
      long at = at(row);
      number.set(MemoryUtil.getLong(at + Long.BYTES), MemoryUtil.getLong(at));
      if (!isInt128(at) || !number.rescale(shift) || !number.fits(DecimalDigits.INT128)) {
        writeTooLong(at, out);
      } else if (number.fits(decimal.digits())) {
        out.appendDecimal(decimal.typeId(), number.high(), number.low(), scale);
      } else {
        out.appendDecimal(number.high(), number.low(), scale);
      }
    }

    private boolean isInt128(long at) {
      long sign = number.high() >> (Long.SIZE - 1);
      for (int word = WORDS_128; word < width() / Long.BYTES; word++) {
        if (MemoryUtil.getLong(at + (long) word * Long.BYTES) != sign) {
          return false;
        }
      }
      return true;
    }

    private void writeTooLong(long at, VariantBuilder out) {
      byte[] bigEndian = new byte[width()];
      for (int i = 0; i < bigEndian.length; i++) {
        bigEndian[bigEndian.length - 1 - i] = MemoryUtil.getByte(at + i);
      }
      BigDecimal value = new BigDecimal(new BigInteger(bigEndian), type.getScale());
      if (!stringify) {
        throw mismatch(
            value.toPlainString(), "a decimal of at most " + DecimalDigits.INT128 + " digits");
      }
      out.appendString(value.toPlainString());
    }
  }

  /**
   * Date, Time and Timestamp. Seconds and milliseconds become microseconds; nanoseconds stay what
   * they are in timestamps and become microseconds, where that is exact, in times of day.
   */
  static final class TemporalWriter extends FixedWidthWriter {
    private static final long MILLIS_PER_DAY = 86_400_000L;
    private static final long NANOS_PER_MICRO = 1_000L;
    private static final long MICROS_PER_DAY = MILLIS_PER_DAY * 1_000;

    private final ArrowType type;
    private final int typeId;

    /** Numbers are multiplied by this, or divided by the other; one of the two is 1. */
    private final long factor;

    private final long divisor;
    private final boolean stringify;

    /** Times finer than a microsecond become text if {@code stringify}, or are refused. */
    TemporalWriter(String path, FieldVector vector, boolean stringify) {
      super(path, vector);
      this.type = vector.getField().getType();
      this.stringify = stringify;
      if (type instanceof ArrowType.Date date) {
        typeId = VariantTypeIds.DATE;
        factor = 1;
        divisor = date.getUnit() == DateUnit.DAY ? 1 : MILLIS_PER_DAY;
      } else if (type instanceof ArrowType.Time time) {
        typeId = VariantTypeIds.TIME_NTZ_MICROS;
        factor = microsPer(time.getUnit());
        divisor = time.getUnit() == TimeUnit.NANOSECOND ? NANOS_PER_MICRO : 1;
      } else {
        ArrowType.Timestamp timestamp = (ArrowType.Timestamp) type;
        boolean local = VariantPrimitive.zone(timestamp) == null;
        int micros = local ? VariantTypeIds.TIMESTAMP_NTZ_MICROS : VariantTypeIds.TIMESTAMP_MICROS;
        int nanos = local ? VariantTypeIds.TIMESTAMP_NTZ_NANOS : VariantTypeIds.TIMESTAMP_NANOS;
        typeId = timestamp.getUnit() == TimeUnit.NANOSECOND ? nanos : micros;
        factor = microsPer(timestamp.getUnit());
        divisor = 1;
      }
    }

    /** Microseconds in a unit, 1 in a nanosecond. */
    private static long microsPer(TimeUnit unit) {
      return Math.max(1, PrimitiveType.nanosPer(unit) / NANOS_PER_MICRO);
    }

    @Override
    void write(int row, VariantBuilder out) {
      long stored =
          width() == Long.BYTES ? MemoryUtil.getLong(at(row)) : MemoryUtil.getInt(at(row));
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

  /**
   * Duration and Interval, which have no equal among Variants, as ISO 8601 text: {@code P1Y2M},
   * {@code P3DT4.5S}. Allocates for each row, unlike other writers.
   */
  static final class TextWriter extends FixedWidthWriter {
    private final ArrowType type;

    TextWriter(String path, FieldVector vector) {
      super(path, vector);
      this.type = vector.getField().getType();
    }

    @Override
    void write(int row, VariantBuilder out) {
      long at = at(row);
      out.appendString(
          type instanceof ArrowType.Duration duration
              ? Duration.of(MemoryUtil.getLong(at), unit(duration.getUnit())).toString()
              : interval(at, (ArrowType.Interval) type));
    }

    private static ChronoUnit unit(TimeUnit unit) {
      return switch (unit) {
        case SECOND -> ChronoUnit.SECONDS;
        case MILLISECOND -> ChronoUnit.MILLIS;
        case MICROSECOND -> ChronoUnit.MICROS;
        case NANOSECOND -> ChronoUnit.NANOS;
      };
    }

    private static String interval(long at, ArrowType.Interval type) {
      int first = MemoryUtil.getInt(at);
      return switch (type.getUnit()) {
        case YEAR_MONTH -> text(Period.ofMonths(first).normalized(), Duration.ZERO);
        case DAY_TIME -> {
          int millis = MemoryUtil.getInt(at + Integer.BYTES);
          yield text(Period.ofDays(first), Duration.ofMillis(millis));
        }
        case MONTH_DAY_NANO -> {
          Period period = Period.of(0, first, MemoryUtil.getInt(at + Integer.BYTES)).normalized();
          yield text(period, Duration.ofNanos(MemoryUtil.getLong(at + Long.BYTES)));
        }
      };
    }

    private static String text(Period period, Duration duration) {
      if (duration.isZero()) {
        return period.toString();
      }
      String time = duration.toString();
      return period.isZero() ? time : period + time.substring(1);
    }
  }
}
