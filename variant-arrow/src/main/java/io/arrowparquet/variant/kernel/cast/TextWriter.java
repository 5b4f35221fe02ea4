// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.value.VariantBuilder;
import java.time.Duration;
import java.time.Period;
import java.time.temporal.ChronoUnit;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Duration and Interval, which have no equal among Variants, as ISO 8601 text: {@code P1Y2M},
 * {@code P3DT4.5S}. Allocates for each row, unlike other writers.
 */
final class TextWriter extends FixedWidthWriter {
  private final ArrowType type;

  private TextWriter(String path, FieldVector vector, ArrowType type, int width) {
    super(path, vector, width);
    this.type = type;
  }

  static ColumnWriter duration(String path, FieldVector vector, ArrowType.Duration type) {
    return new TextWriter(path, vector, type, Long.BYTES);
  }

  static ColumnWriter interval(String path, FieldVector vector, ArrowType.Interval type) {
    int width =
        switch (type.getUnit()) {
          case YEAR_MONTH -> Integer.BYTES;
          case DAY_TIME -> Long.BYTES;
          case MONTH_DAY_NANO -> 2 * Long.BYTES;
        };
    return new TextWriter(path, vector, type, width);
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
