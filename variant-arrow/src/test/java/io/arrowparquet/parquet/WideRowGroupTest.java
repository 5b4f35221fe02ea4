// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.variant.RemoteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A row group of many columns, of each of which a window is in memory.
 *
 * @see io.arrowparquet.parquet.internal.fetch.ChunkInputs
 * @see io.arrowparquet.parquet.internal.rowgroup.BatchFiller
 */
class WideRowGroupTest {
  private static final int COLUMNS = 100;
  private static final int ROWS = 50_000;
  private static final int WRITTEN = 5_000;
  private static final long BATCH_BYTES = 1 << 20;

  @TempDir private static Path folder;
  private static Path file;

  @BeforeAll
  static void writeFile() throws IOException {
    file = folder.resolve("wide.parquet");
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withCodec(ParquetCodec.UNCOMPRESSED)
            .withDictionary(false)
            .withRowGroupBytes(1L << 40)
            .withPageRows(1_000);
    try (RootAllocator allocator = new RootAllocator()) {
      List<FieldVector> vectors = new ArrayList<>();
      for (int column = 0; column < COLUMNS; column++) {
        vectors.add(new BigIntVector("c" + column, allocator));
      }
      try (VectorSchemaRoot root = new VectorSchemaRoot(vectors);
          ParquetArrowWriter writer =
              ParquetArrowWriter.open(file, root.getSchema(), options, allocator)) {
        SplittableRandom random = new SplittableRandom(1);
        for (int row = 0; row < ROWS; row += WRITTEN) {
          for (FieldVector vector : vectors) {
            for (int i = 0; i < WRITTEN; i++) {
              ((BigIntVector) vector).setSafe(i, random.nextLong());
            }
          }
          root.setRowCount(WRITTEN);
          writer.write(root);
        }
        writer.finish();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void memory_is_bounded_by_the_pieces_and_one_batch(boolean local) throws IOException {
    RemoteFile.Line line = RemoteFile.Line.fast(local ? ReadHints.LOCAL : ReadHints.REMOTE);
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withFetchBytes(1 << 20).withBatchBytes(BATCH_BYTES);
    long pieces = COLUMNS * (local ? 32L << 10 : 256L << 10);
    try (ByteSource source = new RemoteFile(file, line);
        RootAllocator memory = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(source, options, memory)) {
      int rows = 0;
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
      assertThat(rows).isEqualTo(ROWS);
      // Joining copies small batches: those that are joined, and the result.
      assertThat(memory.getPeakMemoryAllocation())
          .isLessThan(pieces + 3 * BATCH_BYTES)
          .isLessThan(Files.size(file) * (local ? 1 : 3) / 4);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1 << 18, 1 << 20, 1 << 22})
  void memory_of_a_batch_is_near_its_bytes(long batchBytes) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withBatchBytes(batchBytes).withFilledBatches(false);
    try (RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        long bytes = 0;
        for (FieldVector vector : reader.getVectorSchemaRoot().getFieldVectors()) {
          bytes += vector.getDataBuffer().capacity() + vector.getValidityBuffer().capacity();
        }
        // Rows beyond five quarters of a power of two are kept: of eight quarters, five are used.
        assertThat(bytes).isLessThan(batchBytes * 5 / 3);
      }
    }
  }
}
