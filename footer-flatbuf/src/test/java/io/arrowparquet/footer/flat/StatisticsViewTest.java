// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;

class StatisticsViewTest {
  private static SampleFooter column() {
    return new SampleFooter(1).leaf("x", OPTIONAL, Type.INT64);
  }

  private static void assertNothingIsKnown(StatisticsView statistics) {
    assertThat(statistics.hasNullCount()).isFalse();
    assertThat(statistics.nullCount()).isZero();
    assertThat(statistics.hasDistinctCount()).isFalse();
    assertThat(statistics.distinctCount()).isZero();
    assertThat(statistics.hasNanCount()).isFalse();
    assertThat(statistics.nanCount()).isZero();
    assertThat(statistics.hasMinValue()).isFalse();
    assertThat(statistics.minValue()).isNull();
    assertThat(statistics.hasMaxValue()).isFalse();
    assertThat(statistics.maxValue()).isNull();
    assertThat(statistics.hasPrimitiveBounds()).isFalse();
    assertThat(statistics.isMinValueExact()).isNull();
    assertThat(statistics.isMaxValueExact()).isNull();
    assertThat(statistics.min()).isNull();
    assertThat(statistics.max()).isNull();
  }

  @Test
  void absent_statistics_say_so() {
    ColumnChunkView chunk = column().rowGroup(3).build().chunk(0, 0);

    assertThat(chunk.hasStatistics()).isFalse();
    assertThat(chunk.statistics().isPresent()).isFalse();
    assertNothingIsKnown(chunk.statistics());
    assertThatThrownBy(() -> chunk.statistics().minLong())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no bound of type INT64: the chunk has no statistics");
  }

  @Test
  void statistics_may_be_there_and_know_nothing() {
    ColumnChunkView chunk = column().statistics(new Statistics()).rowGroup(3).build().chunk(0, 0);

    assertThat(chunk.hasStatistics()).isTrue();
    assertThat(chunk.statistics().isPresent()).isTrue();
    assertNothingIsKnown(chunk.statistics());
    assertThatThrownBy(() -> chunk.statistics().maxLong())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no bound of type INT64: the statistics have no such bound");
  }

  @Test
  void view_of_nothing_yet_knows_nothing() {
    assertThat(new StatisticsView().isPresent()).isFalse();
    assertNothingIsKnown(new StatisticsView());
  }

  @Test
  void reused_view_forgets_the_chunk_before() {
    Statistics bounds =
        new Statistics().setNull_count(2).setMin_value(new byte[8]).setMax_value(new byte[8]);
    FlatFooter footer =
        column().statistics(bounds).rowGroup(3).statistics(null).rowGroup(3).build();
    StatisticsView reused = new StatisticsView();

    assertThat(footer.chunk(0, 0).statistics(reused).minLong()).isZero();
    assertThat(footer.chunk(1, 0).statistics(reused)).isSameAs(reused);
    assertThat(reused.isPresent()).isFalse();
    assertNothingIsKnown(reused);
    assertThat(footer.chunk(0, 0).statistics(reused).nullCount()).isEqualTo(2);
  }

  @Test
  void bound_of_another_type_is_refused_by_name() {
    Statistics bounds = new Statistics().setMin_value(new byte[8]).setMax_value(new byte[8]);
    StatisticsView statistics =
        column().statistics(bounds).rowGroup(3).build().chunk(0, 0).statistics();

    assertThatThrownBy(statistics::minDouble)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no bound of type DOUBLE: the column is of type INT64");
  }

  @Test
  void absent_encodings_say_so() {
    EncodingsView encodings = new ColumnChunkView().encodings();

    assertThat(encodings.isPresent()).isFalse();
    assertThat(encodings.hasStats()).isFalse();
    assertThat(encodings.count()).isZero();
    assertThat(encodings.statsCount()).isZero();
    assertThat(column().rowGroup(1).build().chunk(0, 0).encodings().isPresent()).isTrue();
  }
}
