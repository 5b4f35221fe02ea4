// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static io.arrowparquet.dataset.ScanSplits.ALL;
import static io.arrowparquet.dataset.ScanSplits.ID;
import static io.arrowparquet.dataset.ScanSplits.copy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.variant.value.VariantPath;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;

/** Filters in the bytes of a split. */
class FilterFormatTest {
  private static ParquetSplit split(RowFilter filter) {
    return ParquetSplit.of(SourceEntry.of(URI.create("file:///a.parquet")), ALL.withFilter(filter));
  }

  private static RowFilter sent(RowFilter filter) {
    return copy(split(filter)).options().filter();
  }

  @Test
  void literals_keep_class_and_value() {
    for (Object literal :
        List.of(
            true,
            (byte) -3,
            (short) 400,
            Integer.MIN_VALUE,
            Long.MAX_VALUE,
            BigInteger.TWO.pow(90).negate(),
            -0.0f,
            Double.NaN,
            new BigDecimal("-12345678901234567890.12300"),
            "text \uD83D\uDE00",
            new byte[] {0, -1, 7},
            new UUID(5, -6),
            LocalDate.of(-44, 3, 15),
            LocalTime.MAX,
            Duration.ofSeconds(-5, 3),
            LocalDateTime.of(1815, 6, 18, 11, 35, 0, 9),
            Instant.MIN)) {
      RowFilter.Comparison found = (RowFilter.Comparison) sent(ID.isEqualTo(literal));
      assertThat(found.literal()).isEqualTo(literal).hasSameClassAs(literal);
    }
  }

  @Test
  void filters_are_lossless() {
    Random random = new Random(5);
    for (int run = 0; run < 200; run++) {
      RowFilter filter = filter(random, 4);
      assertThat(sent(filter)).isEqualTo(filter);
    }
  }

  private static RowFilter filter(Random random, int depth) {
    RowFilter left = depth == 0 ? leaf(random) : filter(random, random.nextInt(depth));
    RowFilter right = depth == 0 ? leaf(random) : filter(random, random.nextInt(depth));
    return switch (random.nextInt(4)) {
      case 0 -> left.and(right).and(leaf(random));
      case 1 -> left.or(right);
      case 2 -> left.not();
      default -> leaf(random);
    };
  }

  private static RowFilter leaf(Random random) {
    Operand other =
        VariantProjection.of(
            "v", VariantPath.parse("$.a"), "x", new ArrowType.Timestamp(TimeUnit.SECOND, "UTC"));
    return switch (random.nextInt(9)) {
      case 0 -> ID.isEqualTo(random.nextLong());
      case 1 -> ID.isIn(List.of());
      case 2 -> other.isIn(List.of(Instant.EPOCH, Instant.MAX));
      case 3 -> ID.isNull();
      case 4 -> ID.startsWith("p");
      case 5 -> ID.isNaN();
      case 6 -> ID.contains(4);
      case 7 -> ID.isAtMost(other);
      default -> RowFilter.constant(random.nextBoolean());
    };
  }

  @Test
  void filter_of_all_levels_is_read_and_one_level_more_is_refused() {
    RowFilter filter = ID.isNull();
    for (int i = 0; i < RowFilter.MAX_DEPTH; i++) {
      filter = i % 2 == 0 ? filter.and(ID.isNaN()) : filter.or(ID.isNaN());
    }
    assertThat(sent(filter)).isEqualTo(filter);
    RowFilter deepest = filter;
    assertThatThrownBy(() -> deepest.and(ID.isNaN())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void condition_of_the_caller_cannot_be_written() {
    RowFilter custom = RowFilter.custom(List.of(ID), (columns, matches) -> {}, bounds -> true);
    ParquetSplit split = split(custom);
    assertThatThrownBy(split::toBytes).isInstanceOf(InvalidRequestException.class);
    ParquetSplit odd = split(ID.isEqualTo('c'));
    assertThatThrownBy(odd::toBytes).isInstanceOf(InvalidRequestException.class);
  }
}
