// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every readable file of the public corpus, entry for entry as parquet-java reads it.
 *
 * @see ParquetArrowReader
 */
class CorpusReadTest {
  /**
   * Files that parquet-java cannot read here, or nobody should: tests below have them. But for the
   * large map: its dictionary and its page are 1 GiB each, which takes 20 seconds and most of a
   * heap of 3 GiB.
   */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "datapage_v1-corrupt-checksum.parquet",
          "rle-dict-uncompressed-corrupt-checksum.parquet",
          "hadoop_lz4_compressed_larger.parquet",
          "non_hadoop_lz4_compressed.parquet",
          "large_string_map.brotli.parquet",
          "nation.dict-malformed.parquet",
          "case-127.parquet",
          "case-137.parquet");

  @TestFactory
  Stream<DynamicTest> every_file_holds_what_parquet_java_reads() throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(OtherWritersFiles.corpus(""))) {
      files =
          walk.filter(file -> file.toString().endsWith(".parquet"))
              .filter(file -> !file.toString().contains("bad_data"))
              .filter(file -> !ELSEWHERE.contains(file.getFileName().toString()))
              .sorted()
              .toList();
    }
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> compare(file)));
  }

  @ParameterizedTest
  @CsvSource({
    "data/datapage_v1-corrupt-checksum.parquet, 'column a, row group 0, page at offset 4: CRC-32'",
    "data/rle-dict-uncompressed-corrupt-checksum.parquet, "
        + "'column long_field, row group 0, page at offset 4: CRC-32'",
    "bad_data/ARROW-GH-41317.parquet, "
        + "'column timestamp_us_no_tz, row group 0, page at offset 2945: values of the column chunk'",
    "bad_data/ARROW-GH-47662.parquet, 'column flba_field, row group 0, page at offset 4: PLAIN'",
    "bad_data/ARROW-RS-GH-6229-LEVELS.parquet, 'column outer.list.item.c'",
    "shredded_variant/case-127.parquet, "
        + "'column var.typed_value: found INT32 annotated as IntType[bitWidth=32, isSigned=false]'",
    "shredded_variant/case-137.parquet, 'column var.typed_value: found FIXED_LEN_BYTE_ARRAY(4)'",
  })
  void broken_files_are_refused_with_their_place(String name, String message) {
    Path file = OtherWritersFiles.corpus(name);
    try (RootAllocator allocator = new RootAllocator()) {
      assertThatThrownBy(() -> VectorEntries.read(file, ParquetReadOptions.defaults(), allocator))
          .isInstanceOfAny(
              CorruptPageException.class,
              CorruptFooterException.class,
              UnsupportedColumnException.class)
          .hasMessageContaining(file.toString())
          .hasMessageContaining(message);
    }
  }

  @ParameterizedTest
  @CsvSource({"data/datapage_v1-corrupt-checksum.parquet", "bad_data/ARROW-GH-43605.parquet"})
  void checksums_are_left_alone_on_request(String name) throws IOException {
    try (RootAllocator allocator = new RootAllocator()) {
      assertThat(
              VectorEntries.read(
                  OtherWritersFiles.corpus(name),
                  ParquetReadOptions.defaults().withCheckCrc(false),
                  allocator))
          .isNotEmpty();
    }
  }

  @Test
  void a_bare_lz4_block_is_read_where_hadoop_frames_are_due() throws IOException {
    try (RootAllocator allocator = new RootAllocator()) {
      assertThat(values("data/non_hadoop_lz4_compressed.parquet", allocator))
          .isEqualTo(values("data/lz4_raw_compressed.parquet", allocator));
    }
  }

  @Test
  void hadoop_frames_of_many_blocks_are_read() throws IOException {
    try (RootAllocator allocator = new RootAllocator()) {
      assertThat(values("data/hadoop_lz4_compressed_larger.parquet", allocator).get("a"))
          .hasSize(10_000)
          .allMatch(value -> value.length() == 2 * 36, "a UUID as text");
    }
  }

  private static Map<String, List<String>> values(String name, RootAllocator allocator)
      throws IOException {
    Map<String, List<String>> entries =
        VectorEntries.read(
            OtherWritersFiles.corpus(name), ParquetReadOptions.defaults(), allocator);
    entries.replaceAll(
        (column, list) ->
            list.stream().map(entry -> entry.substring(entry.indexOf('=') + 1)).toList());
    return entries;
  }

  private static void compare(Path file) throws IOException {
    Map<String, List<String>> expected = ColumnEntries.read(file);
    for (int batchSize : new int[] {7, 1024}) {
      try (RootAllocator allocator = new RootAllocator()) {
        Map<String, List<String>> found =
            VectorEntries.read(
                file, ParquetReadOptions.defaults().withBatchSize(batchSize), allocator);
        for (Map.Entry<String, List<String>> column : expected.entrySet()) {
          assertThat(found.getOrDefault(column.getKey(), List.of()))
              .as("%s in batches of %d", column.getKey(), batchSize)
              .isEqualTo(column.getValue());
        }
      }
    }
  }
}
