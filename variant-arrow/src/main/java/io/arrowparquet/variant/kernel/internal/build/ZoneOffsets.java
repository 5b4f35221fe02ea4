// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * By how much a zone's clocks are ahead of UTC. The span of time in which the last answer holds is
 * remembered, so that values near each other allocate nothing. For one thread at a time.
 */
final class ZoneOffsets {
  /** Kept from the ends of a span: clocks that go back show an hour twice. */
  private static final long MARGIN = 2 * TemporalText.SECONDS_PER_DAY;

  private final ZoneRules rules;
  private long from = Long.MAX_VALUE;
  private long to = Long.MIN_VALUE;
  private int offset;

  /**
   * Those of a zone.
   *
   * @param zone as Arrow's timestamps name it: of the tz database, or {@code +01:00}
   * @throws IllegalArgumentException if there is no such zone
   */
  ZoneOffsets(String zone) {
    try {
      rules = ZoneId.of(zone, ZoneId.SHORT_IDS).getRules();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("no time zone is named " + zone, e);
    }
  }

  /**
   * The offset in seconds at a local time.
   *
   * @param seconds since 1970-01-01T00:00 on a clock of the zone. One that the clock skips counts
   *     with the offset before, one that it shows twice is the earlier of the two
   */
  int at(long seconds) {
    if (seconds < from || seconds >= to) {
      find(seconds);
    }
    return offset;
  }

  private void find(long seconds) {
    // Beyond the years that java.time knows no zone has rules of its own.
    long known = Math.max(-(1L << 45), Math.min(1L << 45, seconds));
    LocalDateTime local = LocalDateTime.ofEpochSecond(known, 0, ZoneOffset.UTC);
    offset = rules.getOffset(local).getTotalSeconds();
    Instant instant = Instant.ofEpochSecond(known - offset);
    ZoneOffsetTransition before = rules.previousTransition(instant);
    ZoneOffsetTransition after = rules.nextTransition(instant);
    from = before == null ? Long.MIN_VALUE : before.toEpochSecond() + MARGIN;
    to = after == null ? Long.MAX_VALUE : after.toEpochSecond() - MARGIN;
  }
}
