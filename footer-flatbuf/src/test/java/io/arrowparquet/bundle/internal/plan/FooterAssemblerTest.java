// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.bundle.internal.table.FileRow;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.bundle.internal.table.Segments;
import io.arrowparquet.bundle.internal.table.UnevenFooters;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FooterAssemblerTest {
  private static final long MUCH = Long.MAX_VALUE;

  private static SegmentReader open(byte[] segment) throws IOException {
    return SegmentReader.open(new BufferByteSource("test", ByteBuffer.wrap(segment)), 1 << 30);
  }

  private static List<FileRow> files(SegmentReader segment) throws IOException {
    List<FileRow> files = new ArrayList<>();
    for (int i = 0; i < segment.fileCount(); i++) {
      files.add(segment.file(i));
    }
    return files;
  }

  @ParameterizedTest
  @CsvSource({"3, 2, 1", "40, 5, 3", "700, 1, 1", "3, 2, 3000"})
  void footers_are_those_that_are_read_one_by_one(int count, int columns, int rowGroups)
      throws IOException {
    SegmentReader segment =
        open(Segments.write(UnevenFooters.of(count, columns, rowGroups, 1), MUCH));
    List<FileRow> files = files(segment);
    for (List<String> paths : List.of(List.of("column_0"), List.<String>of())) {
      assertSame(segment, paths, files);
    }
    assertSame(segment, null, files);
  }

  private static void assertSame(SegmentReader segment, List<String> paths, List<FileRow> files)
      throws IOException {
    FooterAssembler oneByOne = new FooterAssembler(segment, paths);
    List<byte[]> expected = new ArrayList<>();
    for (FileRow file : files) {
      expected.add(oneByOne.thrift(file));
    }
    FooterAssembler packed = FooterAssembler.load(segment, paths, files, MUCH);
    long requests = segment.requests();
    for (FileRow file : files) {
      assertThat(packed.has(file)).isTrue();
      assertThat(packed.thrift(List.of(file))).isEqualTo(expected.get(file.number()));
      assertThat(packed.findValue(file, "writer.model.name")).isEqualTo("example");
      assertThat(packed.findValue(file, "other")).isNull();
    }
    assertThat(segment.requests()).isEqualTo(requests);
  }

  @Test
  void files_that_do_not_fit_are_not_here_and_have_row_counts() throws IOException {
    Map<String, byte[]> footers = new LinkedHashMap<>();
    footers.put("a", WideFooter.thrift(3, 4096));
    footers.put("b", WideFooter.thrift(3, 10));
    SegmentReader segment = open(Segments.write(footers, MUCH));
    List<FileRow> files = files(segment);
    long all = FooterAssembler.load(segment, null, files, MUCH).bytes();
    long first = FooterAssembler.load(segment, null, files.subList(0, 1), MUCH).bytes();

    FooterAssembler none = FooterAssembler.load(segment, null, files, 0);
    FooterAssembler one = FooterAssembler.load(segment, null, files, all - 1);

    assertThat(none.bytes()).isZero();
    assertThat(files).noneMatch(none::has);
    assertThat(none.rows(files.get(1), 9)).isEqualTo(none.rows(files.get(0), 0)).isPositive();
    assertThat(one.bytes()).isEqualTo(first);
    assertThat(one.has(files.get(1))).isFalse();
  }

  @Test
  void damage_is_found_when_a_segment_is_packed() throws IOException {
    byte[] written = Segments.write(UnevenFooters.of(3, 2, 2, 5), MUCH);
    byte[] expected = packAll(written);
    int found = 0;
    for (int i = 0; i < written.length; i++) {
      byte[] damaged = written.clone();
      damaged[i] ^= (byte) (1 + i % 255);
      try {
        assertThat(packAll(damaged)).isEqualTo(expected);
      } catch (CorruptFooterException e) {
        assertThat(e).hasMessageContaining("expected");
        found++;
      }
    }
    // All but the first eight bytes, which nothing reads.
    assertThat(found).isEqualTo(written.length - 8);
  }

  /** The footers of all files in a row. */
  private static byte[] packAll(byte[] segment) throws IOException {
    SegmentReader reader = open(segment);
    List<FileRow> files = files(reader);
    return FooterAssembler.load(reader, null, files, MUCH).thrift(files);
  }
}
