// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Pages decompressed by native libraries and by Java.
 *
 * @see io.arrowparquet.parquet.internal.codec.NativeCodec
 * @see io.arrowparquet.parquet.internal.codec.PageDecompressor
 */
class NativeCodecsTest {
  private static final Schema SCHEMA =
      new Schema(List.of(Field.notNullable("n", new ArrowType.Int(64, true))));

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"SNAPPY, arrowparquet, arrowparquet", "ZSTD, zstd-jni, aircompressor"})
  void statistics_name_the_library_and_rows_are_the_same(
      ParquetCodec codec, String fast, String pure) throws IOException {
    Path file = directory.resolve("file.parquet");
    try (BufferAllocator allocator = new RootAllocator()) {
      write(file, codec, allocator);
      Map<String, List<String>> rows =
          VectorEntries.read(file, ParquetReadOptions.defaults(), allocator);

      assertThat(
              VectorEntries.read(
                  file, ParquetReadOptions.defaults().withNativeCodecs(false), allocator))
          .isEqualTo(rows);
      assertThat(codecs(file, ParquetReadOptions.defaults(), allocator))
          .isEqualTo(Map.of(codec, fast));
      assertThat(codecs(file, ParquetReadOptions.defaults().withNativeCodecs(false), allocator))
          .isEqualTo(Map.of(codec, pure));
    }
  }

  /** One page, PLAIN, which Snappy and Zstandard decompress as far as its rows are wanted. */
  @ParameterizedTest
  @EnumSource(names = {"UNCOMPRESSED", "SNAPPY", "ZSTD", "GZIP", "LZ4_RAW"})
  void rows_of_a_part_of_a_page_are_those_of_the_whole(ParquetCodec codec) throws IOException {
    Path file = directory.resolve("file.parquet");
    int rows = 60_000;
    Schema schema =
        new Schema(
            List.of(
                Field.notNullable("n", new ArrowType.Int(64, true)),
                Field.nullable("t", new ArrowType.Utf8())));
    ParquetWriteOptions writing =
        ParquetWriteOptions.defaults()
            .withCodec(codec)
            .withDictionary(false)
            .withPageBytes(1 << 26)
            .withPageRows(rows);
    try (BufferAllocator allocator = new RootAllocator()) {
      try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
          ParquetArrowWriter writer = ParquetArrowWriter.open(file, schema, writing, allocator)) {
        for (int row = 0; row < rows; row++) {
          ((BigIntVector) root.getVector(0)).setSafe(row, (row * 0x9e3779b9L) >>> (row % 9));
          if (row % 7 > 0) {
            byte[] text = ("row " + row * 31 + " of them").getBytes(StandardCharsets.UTF_8);
            ((VarCharVector) root.getVector(1)).setSafe(row, text);
          }
        }
        root.setRowCount(rows);
        writer.write(root);
        writer.finish();
      }
      ParquetReadOptions options = ParquetReadOptions.defaults();
      Map<String, List<String>> all = VectorEntries.read(file, options, allocator);
      for (int[] part :
          new int[][] {{0, 10}, {100, 20_000}, {40_000, 9}, {26_000, 600}, {9, 59_991}}) {
        Map<String, List<String>> some =
            VectorEntries.read(file, options.withOffset(part[0]).withLimit(part[1]), allocator);
        assertThat(some.keySet()).isEqualTo(all.keySet());
        some.forEach(
            (column, entries) ->
                assertThat(entries).isEqualTo(all.get(column).subList(part[0], part[0] + part[1])));
      }
    }
  }

  private static Map<ParquetCodec, String> codecs(
      Path file, ParquetReadOptions options, BufferAllocator allocator) throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      assertThat(reader.statistics().codecs()).isEmpty();
      reader.loadNextBatch();
      return reader.statistics().codecs();
    }
  }

  private static void write(Path file, ParquetCodec codec, BufferAllocator allocator)
      throws IOException {
    ParquetWriteOptions options = ParquetWriteOptions.defaults().withCodec(codec);
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
        ParquetArrowWriter writer = ParquetArrowWriter.open(file, SCHEMA, options, allocator)) {
      for (int row = 0; row < 1000; row++) {
        ((BigIntVector) root.getVector(0)).setSafe(row, row / 7);
      }
      root.setRowCount(1000);
      writer.write(root);
      writer.finish();
    }
  }
}
