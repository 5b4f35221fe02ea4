// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.table.SegmentReader.SegmentSchema;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.internal.BufferByteSource;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
  void files_all_over_the_directory_take_one_request_from_afar_and_few_bytes_at_hand()
      throws IOException {
    int pages = 6;
    Random random = new Random(1);
    Map<String, byte[]> footers = new LinkedHashMap<>();
    for (int i = 0; i < pages * BundleFormat.FILES_PER_PAGE; i++) {
      byte[] name = new byte[400];
      random.nextBytes(name);
      footers.put(
          String.format("%05d", i) + HexFormat.of().formatHex(name), WideFooter.thrift(1, 1));
    }
    byte[] bytes = Segments.write(footers, MUCH);
    List<Integer> numbers = List.of(7, 2 * BundleFormat.FILES_PER_PAGE, 2000, 2001);

    for (ReadHints hints : List.of(ReadHints.LOCAL, ReadHints.REMOTE)) {
      SegmentReader segment = SegmentReader.open(source(bytes, hints), 1 << 30);
      long requests = segment.requests();
      long read = segment.bytesRead();

      List<FileRow> found = segment.files(numbers);

      assertThat(segment.requests() - requests).isEqualTo(hints.isLocal() ? 2 : 1);
      assertThat((segment.bytesRead() - read) * pages / bytes.length)
          .isEqualTo(hints.isLocal() ? 2 : 3);
      for (int i = 0; i < numbers.size(); i++) {
        assertThat(found.get(i)).isEqualTo(segment.file(numbers.get(i)));
      }
      assertThatThrownBy(() -> segment.files(List.of(1, bytes.length)))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContainingAll("test", "number of a file", "less than 3072");
    }
  }

  private static ByteSource source(byte[] bytes, ReadHints hints) {
    return new ForwardingByteSource(new BufferByteSource("test", ByteBuffer.wrap(bytes))) {
      @Override
      public ReadHints hints() {
        return hints;
      }
    };
  }

  @Test
  void small_place_that_was_read_takes_no_request_again() throws IOException {
    Map<String, byte[]> footers = new LinkedHashMap<>();
    for (String path : List.of("a", "b")) {
      footers.put(path, WideFooter.thrift(10_000, 1));
    }
    byte[] bytes = Segments.write(footers, MUCH);
    SegmentReader segment = SegmentReader.open(source(bytes, ReadHints.LOCAL), 1 << 30);
    assertThat(bytes.length).isGreaterThan(4 * SegmentReader.TAIL_BYTES);

    for (int length : new int[] {100, 2 * SegmentReader.TAIL_BYTES}) {
      int start = BundleFormat.HEADER_BYTES;
      int crc = Checksum.crc32(ByteBuffer.wrap(bytes, start, length));
      List<BundlePlace> place = List.of(new BundlePlace(start, length, crc));
      BlockRows.Slice first = segment.read(place).get(0).copy();
      long requests = segment.requests();
      BlockRows.Slice again = segment.read(place).get(0).copy();

      assertThat(segment.requests() - requests).isEqualTo(length == 100 ? 0 : 1);
      assertThat(again.array())
          .isEqualTo(first.array())
          .isEqualTo(Arrays.copyOfRange(bytes, start, start + length));
    }
  }

  @Test
  void small_place_that_was_damaged_on_its_way_is_read_again() throws IOException {
    byte[] bytes =
        Segments.write(
            Map.of("a", WideFooter.thrift(10_000, 1), "b", WideFooter.thrift(9_000, 1)), MUCH);
    BundlePlace place =
        new BundlePlace(
            BundleFormat.HEADER_BYTES,
            100,
            Checksum.crc32(ByteBuffer.wrap(bytes, BundleFormat.HEADER_BYTES, 100)));
    byte[] source = bytes.clone();
    SegmentReader segment = SegmentReader.open(source(source, ReadHints.LOCAL), 1 << 30);

    source[BundleFormat.HEADER_BYTES]++;
    assertThatThrownBy(() -> segment.read(List.of(place)))
        .isInstanceOf(CorruptFooterException.class);
    source[BundleFormat.HEADER_BYTES]--;

    assertThat(segment.read(List.of(place)).get(0).length()).isEqualTo(100);
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
  void fields_of_row_groups_that_planning_does_not_need_are_read_with_footers_alone()
      throws IOException {
    byte[] bytes = Segments.write(Map.of("a", WideFooter.thrift(2, 5)), MUCH);
    BundlePlace rest = Segments.open(bytes).root().schemas().get(0).tables().rest().get(0).place();
    bytes[(int) rest.offset()] ^= 1;
    SegmentReader segment = Segments.open(bytes);
    SegmentSchema schema = segment.schema(0);

    assertThat(segment.rowGroups(schema, new int[] {0}).get(0).number(RowGroupRest.ROW_GROUP, 4))
        .isEqualTo(4);
    assertThatThrownBy(() -> segment.wholeRowGroups(schema, 0))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContainingAll("test", "CRC-32");
  }

  @Test
  void tables_of_a_schema_have_the_row_groups_of_all_its_files() throws IOException {
    SegmentReader segment = segment(6);

    assertThat(segment.schemaCount()).isEqualTo(1);
    assertThat(segment.filesOf(0)).isEqualTo(6);
    assertThat(segment.rowGroupsOf(0)).isEqualTo(12);
    assertThat(segment.columnsOf(0)).isEqualTo(2);
    assertThat(segment.wholeRowGroups(segment.schema(0), 0).rows()).isEqualTo(12);
    assertThat(segment.hasFilesWithoutSchema()).isFalse();
  }
}
