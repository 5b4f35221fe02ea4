// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTimesTest {
  @Property(tries = 2000)
  void dates_are_those_of_java_time(@ForAll int days) {
    assertThat(text(out -> JsonTimes.putDate(out, days)))
        .isEqualTo(LocalDate.ofEpochDay(days).toString());
  }

  @Test
  void every_day_of_five_centuries_is_right() {
    for (int day = -150_000; day <= 50_000; day++) {
      int days = day;
      assertThat(text(out -> JsonTimes.putDate(out, days)))
          .isEqualTo(LocalDate.ofEpochDay(days).toString());
    }
  }

  @Property(tries = 2000)
  void timestamps_read_back(@ForAll long value) {
    String micros = text(out -> JsonTimes.putDateTime(out, value, 1_000, 'T'));
    LocalDateTime local = LocalDateTime.parse(micros);
    assertThat(local.toInstant(ZoneOffset.UTC))
        .isEqualTo(Instant.EPOCH.plus(value, ChronoUnit.MICROS));

    String nanos = text(out -> JsonTimes.putDateTime(out, value, 1, 'T'));
    assertThat(Instant.parse(nanos + 'Z')).isEqualTo(Instant.EPOCH.plusNanos(value));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1970-01-01T00:00:00",
    "1, 1970-01-01T00:00:00.000001",
    "500000, 1970-01-01T00:00:00.5",
    "-1, 1969-12-31T23:59:59.999999",
    "1706662923456789, 2024-01-31T01:02:03.456789",
    "253402300800000000, +10000-01-01T00:00:00",
    "-62167219200000001, -0001-12-31T23:59:59.999999"
  })
  void fractions_lose_their_zeros(long micros, String expected) {
    assertThat(text(out -> JsonTimes.putDateTime(out, micros, 1_000, 'T'))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0, 00:00:00", "3723456789, 01:02:03.456789", "86399999999, 23:59:59.999999"})
  void times_are_within_a_day(long micros, String expected) {
    assertThat(text(out -> JsonTimes.putTime(out, micros, 1_000))).isEqualTo(expected);
  }

  @Property(tries = 100)
  void what_is_no_time_of_day_is_refused(
      @ForAll @LongRange(min = 86_400_000_000L) long after,
      @ForAll @LongRange(min = Long.MIN_VALUE, max = -1) long before) {
    for (long micros : new long[] {after, before}) {
      assertThatThrownBy(() -> JsonTimes.requireTimeOfDay(micros, 1_000, 1))
          .isInstanceOf(MalformedVariantException.class);
    }
  }

  private static String text(Consumer<JsonBuffer> writer) {
    JsonBuffer out = new JsonBuffer();
    writer.accept(out);
    return out.toString();
  }
}
