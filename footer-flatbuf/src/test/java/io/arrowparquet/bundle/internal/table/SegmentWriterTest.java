// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.convert.WideFooter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SegmentWriterTest {
  private static Map<String, byte[]> footers() {
    Map<String, byte[]> footers = new LinkedHashMap<>();
    for (int i = 0; i < 40; i++) {
      footers.put("file" + i, WideFooter.thrift(3 + i % 2, 4));
    }
    return footers;
  }

  @Test
  void footers_that_do_not_fit_in_memory_give_the_same_segment() throws IOException {
    byte[] inMemory = Segments.write(footers(), Long.MAX_VALUE);

    assertThat(Segments.write(footers(), 1)).isEqualTo(inMemory);
    assertThat(Segments.write(footers(), 5_000)).isEqualTo(inMemory);
  }

  @Test
  void each_schema_has_tables_of_its_own_and_equal_heads_are_written_once() throws IOException {
    SegmentReader segment = Segments.open(Segments.write(footers(), Long.MAX_VALUE));

    assertThat(segment.schemaCount()).isEqualTo(2);
    for (int i = 0; i < 40; i++) {
      FileRow file = segment.find("file" + i);
      assertThat(file.head()).isEqualTo(segment.find("file" + i % 2).head());
      assertThat(segment.columnsOf(file.schema())).isEqualTo(3 + i % 2);
    }
  }

  @Test
  void segment_without_files_is_whole() throws IOException {
    SegmentReader segment = Segments.open(Segments.write(Map.of(), 1));

    segment.verify();
    assertThat(segment.fileCount()).isZero();
    assertThat(segment.schemaCount()).isZero();
  }
}
