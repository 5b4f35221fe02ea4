// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.bundle.internal.plan.FooterAssembler;
import io.arrowparquet.footer.convert.RandomFooter;
import io.arrowparquet.footer.convert.ThriftTree;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.internal.thrift.CorpusFooters;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Footers come back from a segment with every field.
 *
 * @see SegmentWriter
 * @see SegmentReader
 */
class SegmentRoundTripTest {
  private static final long MUCH = Long.MAX_VALUE;

  @Test
  void corpus_footers_come_back_field_by_field() throws IOException {
    assertComeBack(CorpusFooters.all(), MUCH);
  }

  @Property(tries = 40)
  void random_footers_come_back_field_by_field(@ForAll long seed) throws IOException {
    Map<String, byte[]> footers = new LinkedHashMap<>();
    for (int i = 0; i < 5; i++) {
      footers.put("file" + i, RandomFooter.thrift(seed + i / 2));
    }
    assertComeBack(footers, MUCH);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "3, 7, 2", "40, 700, 1", "2, 300, 40", "5, 1, 2000"})
  void footers_of_one_schema_come_back_byte_by_byte(int columns, int files, int rowGroups)
      throws IOException {
    Map<String, byte[]> footers = new LinkedHashMap<>();
    for (int i = 0; i < files; i++) {
      footers.put("part-" + i, WideFooter.thrift(columns, i % 3 == 0 ? 1 : rowGroups));
    }
    SegmentReader segment = Segments.open(Segments.write(footers, 100_000));

    assertThat(segment.schemaCount()).isEqualTo(1);
    FooterAssembler assembler = new FooterAssembler(segment, null);
    for (int i = 0; i < files; i += 1 + files / 20) {
      FileRow file = segment.find("part-" + i);
      assertThat(assembler.thrift(file)).isEqualTo(footers.get("part-" + i));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void chunks_that_lack_different_fields_come_back_field_by_field(long seed) throws IOException {
    assertComeBack(UnevenFooters.of(60, 4, 3, seed), MUCH);
  }

  private static void assertComeBack(Map<String, byte[]> footers, long memory) throws IOException {
    SegmentReader segment = Segments.open(Segments.write(footers, memory));
    FooterAssembler assembler = new FooterAssembler(segment, null);

    assertThat(segment.fileCount()).isEqualTo(footers.size());
    for (Map.Entry<String, byte[]> footer : footers.entrySet()) {
      FileRow file = segment.find(footer.getKey());
      assertThat(file.file()).isEqualTo(Segments.identity(footer.getKey(), footer.getValue()));
      assertThat(ThriftTree.of(assembler.thrift(file)))
          .as(footer.getKey())
          .isEqualTo(ThriftTree.of(footer.getValue()));
    }
  }
}
