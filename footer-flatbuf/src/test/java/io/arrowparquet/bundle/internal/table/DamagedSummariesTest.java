// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.internal.plan.FactsAssembler;
import io.arrowparquet.bundle.internal.table.BundlePlace.BlockPlace;
import io.arrowparquet.bundle.internal.table.SegmentReader.SegmentSchema;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.WideFooter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Segments of so many row groups that their blocks have summaries.
 *
 * @see BlockSummaries
 */
class DamagedSummariesTest {
  private static final int ROW_GROUPS = BundleFormat.ROWS_PER_BLOCK + 100;

  private static byte[] segment;

  @BeforeAll
  static void writeSegment() throws IOException {
    segment = Segments.write(Map.of("a", WideFooter.thrift(1, ROW_GROUPS)), Long.MAX_VALUE);
  }

  @Test
  void summaries_have_the_rows_and_the_counts_of_their_blocks() throws IOException {
    SegmentReader reader = Segments.open(segment);
    List<Long> rows = new ArrayList<>();
    List<Long> values = new ArrayList<>();
    assembler(reader)
        .blocks(
            summaries -> {
              for (int i = 0; i < summaries.count(); i++) {
                rows.add(summaries.rows(i));
                values.add(summaries.chunk(i, 0).entries());
              }
              return new BitSet();
            });
    long ofOne = assembler(reader).read(new int[] {0}).get(0).rows(0);

    assertThat(rows).containsExactly(ofOne * BundleFormat.ROWS_PER_BLOCK, ofOne * 100);
    assertThat(values).isEqualTo(rows);
  }

  @Test
  void only_blocks_that_may_matter_are_named() throws IOException {
    BitSet second = new BitSet();
    second.set(1);

    assertThat(assembler(Segments.open(segment)).blocks(footer -> second)).containsExactly(1);
  }

  @Test
  void each_flipped_byte_of_a_summary_is_found() throws IOException {
    SegmentSchema schema = Segments.open(segment).schema(0).summaries();
    BlockPlace[] pair = new BlockPlace[2];
    new ChunkFetch.IndexReader(Segments.open(segment), schema.tables()).read(Map.of(0, pair));
    for (BundlePlace place : List.of(pair[0].place(), schema.tables().rowGroups().get(0).place())) {
      for (int i = 0; i < place.length(); i++) {
        byte[] damaged = segment.clone();
        damaged[(int) place.offset() + i] ^= (byte) (1 + i % 255);

        assertThatThrownBy(() -> assembler(Segments.open(damaged)).blocks(footer -> new BitSet()))
            .isInstanceOf(CorruptFooterException.class)
            .hasMessageContaining("expected");
      }
    }
  }

  private static FactsAssembler assembler(SegmentReader reader) throws IOException {
    return new FactsAssembler(reader, 0, List.of("column_0"));
  }
}
