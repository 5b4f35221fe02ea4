// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.bundle.internal.BlockWriter;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SizeStatistics;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Chunks of ten rows of an optional INT32 column, and what sums them up. */
class ChunkSummaryTest {
  private static final SchemaLeaves.LeafLevels OPTIONAL =
      new SchemaLeaves.LeafLevels(ColumnDomain.of(PhysicalType.INT32, 0, null, null), 1, false);

  private final BlockWriter facts = new BlockWriter(ChunkFacts.SHAPE);
  private ChunkSummary summary;

  @BeforeEach
  void begin() {
    summary = new ChunkSummary(OPTIONAL);
  }

  private void add(long nulls, Integer min, Integer max, List<Long> levels) {
    facts.number(ChunkFacts.NUM_VALUES).add(10);
    facts.number(ChunkFacts.FLAGS).add(ChunkFacts.HAS_META_DATA | ChunkFacts.HAS_STATISTICS);
    facts.number(ChunkFacts.TYPE).add(PhysicalType.INT32.number());
    facts.number(ChunkFacts.NULL_COUNT).add(nulls);
    facts.number(ChunkFacts.DISTINCT_COUNT).addNull();
    facts.number(ChunkFacts.NAN_COUNT).addNull();
    facts.bytes(ChunkFacts.MIN_VALUE).add(plain(min));
    facts.bytes(ChunkFacts.MAX_VALUE).add(plain(max));
    facts.bytes(ChunkFacts.MIN).addNull();
    facts.bytes(ChunkFacts.MAX).addNull();
    CompactWriter sizes = new CompactWriter();
    ParquetStructs.SIZE_STATISTICS.write(sizes, new SizeStatistics(null, null, levels));
    facts.bytes(ChunkFacts.SIZE_STATISTICS).add(levels == null ? null : sizes.toByteArray());
    facts.bytes(ChunkFacts.GEOSPATIAL_STATISTICS).addNull();
    summary.add(facts, facts.rows() - 1, 10);
  }

  private static byte[] plain(Integer value) {
    return value == null ? null : ColumnDomain.littleEndian(value, Integer.BYTES);
  }

  private ChunkClaims claims() {
    BlockWriter out = new BlockWriter(ChunkFacts.SHAPE);
    summary.writeTo(out);
    return ChunkFacts.claims(field -> out.number(field).get(0), field -> out.bytes(field).get(0));
  }

  @Test
  void counts_are_added_and_bounds_widened() {
    add(2, -5, 3, null);
    add(0, -1, 9, null);

    assertThat(claims().entries()).isEqualTo(20);
    assertThat(claims().statistics().nullCount()).isEqualTo(2);
    assertThat(claims().statistics().minValue().toByteArray()).isEqualTo(plain(-5));
    assertThat(claims().statistics().maxValue().toByteArray()).isEqualTo(plain(9));
  }

  @Test
  void nothing_is_said_where_a_chunk_contradicts_itself() {
    add(2, 1, 3, null);
    add(10, 1, 9, null);

    assertThat(claims().entries()).isNegative();
  }

  /** The sums would hide it: together there are values, and there are bounds. */
  @Test
  void a_histogram_without_values_beside_bounds_is_wrong_in_the_summary_too() {
    add(0, 5, 6, List.of(0L, 10L));
    add(10, null, null, List.of(10L, 0L));
    assertThat(claims().levels(1)).containsExactly(10L, 10L);
    add(9, 1, 2, List.of(10L, 0L));

    assertThat(claims().entries()).isEqualTo(30);
    assertThat(claims().levels(1).get(0)).isNegative();
  }
}
