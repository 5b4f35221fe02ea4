// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
