// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.WideFooter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SegmentReaderTest {
  private static final long MUCH = Long.MAX_VALUE;

  private static SegmentReader segment(int files) throws IOException {
    Map<String, byte[]> footers = new LinkedHashMap<>();
    for (int i = 0; i < files; i++) {
      footers.put(String.format("%05d", i), WideFooter.thrift(2, 1 + i % 3));
    }
    return Segments.open(Segments.write(footers, MUCH));
  }

  @Test
  void files_are_found_by_path_and_by_number() throws IOException {
    int files = 2 * BundleFormat.FILES_PER_PAGE + 1;
    SegmentReader segment = segment(files);

    assertThat(segment.fileCount()).isEqualTo(files);
    for (int i = 0; i < files; i += 97) {
      FileRow found = segment.find(String.format("%05d", i));
      assertThat(found).isEqualTo(segment.file(i));
      assertThat(found.rowGroups()).isEqualTo(1 + i % 3);
    }
    assertThat(segment.find("")).isNull();
    assertThat(segment.find("00000a")).isNull();
    assertThat(segment.find("x")).isNull();
  }

  @Test
  void numbers_that_are_not_there_are_damage_of_the_named_segment() throws IOException {
    SegmentReader segment = segment(3);

    assertThatThrownBy(() -> segment.file(3))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContainingAll("test", "number of a file", "less than 3");
    assertThatThrownBy(() -> segment.schema(1))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContainingAll("test", "number of a schema", "less than 1");
  }

  @Test
  void small_segment_is_read_by_one_request() throws IOException {
    SegmentReader segment = segment(3);
    segment.find("00001");
    segment.chunks(segment.schema(0), new int[] {0, 1}, 0, true);

    assertThat(segment.requests()).isEqualTo(1);
    assertThat(segment.bytesRead()).isEqualTo(segment.length());
  }

  @Test
  void tables_of_a_schema_have_the_row_groups_of_all_its_files() throws IOException {
    SegmentReader segment = segment(6);

    assertThat(segment.schemaCount()).isEqualTo(1);
    assertThat(segment.filesOf(0)).isEqualTo(6);
    assertThat(segment.rowGroupsOf(0)).isEqualTo(12);
    assertThat(segment.columnsOf(0)).isEqualTo(2);
    assertThat(segment.rowGroups(segment.schema(0), 0).rows()).isEqualTo(12);
    assertThat(segment.hasFilesWithoutSchema()).isFalse();
  }
}
