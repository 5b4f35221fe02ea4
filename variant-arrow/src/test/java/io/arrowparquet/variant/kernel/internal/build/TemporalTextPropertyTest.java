// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Dates, times and zones against java.time. */
class TemporalTextPropertyTest {
  /** About the years 0 to 9999. */
  private static final long FIRST = -62_167_000_000L;

  private static final long LAST = 253_402_000_000L;

  private interface Bytes {
    boolean use(long address, int length);
  }

  private static boolean parse(String text, Bytes use) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (BufferAllocator allocator = new RootAllocator();
        ArrowBuf buffer = allocator.buffer(bytes.length + 1)) {
      buffer.setBytes(0, bytes);
      return use.use(buffer.memoryAddress(), bytes.length);
    }
  }

  @Property(tries = 1_000)
  void timestamps_are_read_as_java_writes_them(
      @ForAll @LongRange(min = FIRST, max = LAST) long seconds,
      @ForAll @IntRange(max = 999_999_999) int nanos,
      @ForAll @IntRange(min = -18 * 60, max = 18 * 60) int offsetMinutes) {
    ZoneOffset offset = ZoneOffset.ofTotalSeconds(60 * offsetMinutes);
    LocalDateTime local = LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
    TemporalText text = new TemporalText();
    assertThat(parse(local.toString(), text::parseTimestamp)).isTrue();
    assertThat(text.hasZone()).isFalse();
    assertThat(text.seconds()).isEqualTo(seconds);
    assertThat(text.nanos()).isEqualTo(nanos);
    assertThat(parse(local.atOffset(offset).toString(), text::parseTimestamp)).isTrue();
    assertThat(text.hasZone()).isTrue();
    assertThat(text.offset()).isEqualTo(offset.getTotalSeconds());
    assertThat(text.days()).isEqualTo((int) local.toLocalDate().toEpochDay());
    assertThat(parse(local.toLocalDate().toString(), text::parseTimestamp)).isTrue();
    assertThat(text.seconds()).isEqualTo(86_400L * text.days());
    LocalTime time = local.toLocalTime();
    assertThat(parse(time.toString(), text::parseTime)).isTrue();
    assertThat(1_000_000_000 * text.seconds() + text.nanos()).isEqualTo(time.toNanoOfDay());
  }

  @Property(tries = 1_000)
  void days_that_no_calendar_has_are_refused(
      @ForAll @IntRange(min = 1000, max = 9999) int year,
      @ForAll @IntRange(max = 14) int month,
      @ForAll @IntRange(max = 33) int day) {
    boolean expected;
    try {
      LocalDateTime.of(year, month, day, 0, 0);
      expected = true;
    } catch (DateTimeException e) {
      expected = false;
    }
    assertThat(parse(year + "-" + month + "-" + day, new TemporalText()::parseTimestamp))
        .isEqualTo(expected);
  }

  @Property(tries = 1_000)
  void any_text_is_read_or_refused(@ForAll String text) {
    parse(text, new TemporalText()::parseTimestamp);
    parse(text, new TemporalText()::parseTime);
  }

  @Property(tries = 300)
  void offsets_are_those_of_the_zone(
      @ForAll @IntRange(max = 5) int zone,
      @ForAll @LongRange(min = -5_000_000_000L, max = 5_000_000_000L) long seconds,
      @ForAll @LongRange(min = -100_000, max = 100_000) long later) {
    String name =
        new String[] {
              "UTC",
              "Europe/Paris",
              "America/New_York",
              "Asia/Kolkata",
              "-03:30",
              "Australia/Lord_Howe"
            }
            [zone];
    TemporalCast.ZoneOffsets offsets = new TemporalCast.ZoneOffsets(name);
    for (long at : new long[] {seconds, seconds + later, seconds + 100 * later, seconds}) {
      LocalDateTime local = LocalDateTime.ofEpochSecond(at, 0, ZoneOffset.UTC);
      assertThat(offsets.at(at))
          .isEqualTo(ZoneId.of(name).getRules().getOffset(local).getTotalSeconds());
    }
    assertThat(offsets.at(Long.MAX_VALUE / 1_000_000)).isBetween(-64_800, 64_800);
  }
}
