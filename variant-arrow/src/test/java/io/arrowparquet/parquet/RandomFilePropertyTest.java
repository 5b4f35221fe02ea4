// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.variant.RemoteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Random records in random settings of parquet-java's writer: row groups and dictionaries of one
 * value to all of them, dictionaries given up at any page, pages of one row to all.
 *
 * @see ParquetArrowReader
 */
class RandomFilePropertyTest {
  private static final List<CompressionCodecName> CODECS =
      List.of(
          CompressionCodecName.UNCOMPRESSED,
          CompressionCodecName.SNAPPY,
          CompressionCodecName.ZSTD,
          CompressionCodecName.GZIP);

  @Property(tries = 25, shrinking = ShrinkingMode.OFF)
  void entries_are_those_that_parquet_java_reads(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    int rows = 1 + random.nextInt(500);
    Path folder = Files.createTempDirectory("random");
    Path file = folder.resolve("random.parquet");
    RandomFile.write(file, RandomFile.SCHEMA, rows, seed, writer -> settings(writer, rows, random));

    Map<String, List<String>> expected = ColumnEntries.read(file);
    int batchSize = 1 + random.nextInt(rows);
    try (RootAllocator allocator = new RootAllocator()) {
      Map<String, List<String>> found =
          VectorEntries.read(
              file, ParquetReadOptions.defaults().withBatchSize(batchSize), allocator);
      Map<String, List<String>> foundInPieces = readInPieces(file, batchSize, random, allocator);
      expected.forEach(
          (column, entries) -> {
            assertThat(found.get(column)).as(column).isEqualTo(entries);
            assertThat(foundInPieces.get(column)).as(column).isEqualTo(entries);
          });
    }
    Files.delete(file);
    Files.delete(folder);
  }

  /** With windows smaller than the pages, of a local file and of one elsewhere. */
  private static Map<String, List<String>> readInPieces(
      Path file, int batchSize, Random random, BufferAllocator allocator) throws IOException {
    Duration latency = random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(1);
    ReadHints hints =
        ReadHints.REMOTE
            .withLatency(latency)
            .withBytesPerSecond(1)
            .withLargestRequest(1 + random.nextInt(400))
            .withConcurrentRequests(5);
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withBatchSize(batchSize)
            .withFetchBytes(1 + random.nextInt(random.nextBoolean() ? 1_000 : 50_000))
            .withPrefetch(random.nextInt(4) > 0);
    try (RemoteFile source = new RemoteFile(file, RemoteFile.Line.fast(hints))) {
      return VectorEntries.read(source, options, allocator);
    }
  }

  private static ExampleParquetWriter.Builder settings(
      ExampleParquetWriter.Builder writer, int rows, Random random) {
    return writer
        .withWriterVersion(
            random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
        .withCompressionCodec(CODECS.get(random.nextInt(CODECS.size())))
        .withDictionaryEncoding(random.nextInt(4) > 0)
        .withDictionaryPageSize(200 + random.nextInt(8_000))
        .withPageSize(100 + random.nextInt(20_000))
        .withPageRowCountLimit(1 + random.nextInt(300))
        .withRowGroupRowCountLimit(1 + random.nextInt(rows));
  }
}
