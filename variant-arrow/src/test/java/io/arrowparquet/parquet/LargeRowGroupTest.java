// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.Operand;
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
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A row group of many pages, which are never all in memory.
 *
 * @see io.arrowparquet.parquet.internal.fetch.ChunkWindow
 */
class LargeRowGroupTest {
  private static final int ROWS = 640_000;
  private static final int NUMBERS = 5;
  private static final int BATCH = 4_096;

  /** What 420 MB are to 16 MiB, this file is to this much. */
  private static final long FETCH_BYTES = 2 << 20;

  /**
   * What is fetched, what is fetched ahead, and the pages in use: 64 MB for 16 MiB. It leaves room
   * for blocks of memory that another reader has left, which are larger than what is asked for.
   */
  private static final long MOST_MEMORY = 4 * FETCH_BYTES;

  @TempDir private static Path folder;
  private static Path file;
  @AutoClose private static RootAllocator allocator;

  @BeforeAll
  static void writeFile() throws IOException {
    allocator = new RootAllocator();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < NUMBERS; i++) {
      fields.add(Field.nullable("n" + i, new ArrowType.Int(64, true)));
    }
    fields.add(Field.notNullable("bytes", ArrowType.Binary.INSTANCE));
    file = folder.resolve("large.parquet");
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withCodec(ParquetCodec.UNCOMPRESSED)
            .withDictionary(false)
            .withRowGroupBytes(1L << 40)
            .withRowGroupRows(ROWS)
            .withPageBytes(256 << 10);
    Schema schema = new Schema(fields);
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ParquetArrowWriter writer = ParquetArrowWriter.open(file, schema, options, allocator)) {
      for (int row = 0; row < ROWS; row += BATCH) {
        fill(root, row, Math.min(BATCH, ROWS - row));
        writer.write(root);
      }
      writer.finish();
    }
  }

  private static void fill(VectorSchemaRoot root, int first, int rows) {
    SplittableRandom random = new SplittableRandom(first);
    for (int i = 0; i < NUMBERS; i++) {
      BigIntVector numbers = (BigIntVector) root.getVector(i);
      numbers.allocateNew(rows);
      for (int row = 0; row < rows; row++) {
        if (i == 0) {
          numbers.set(row, first + row);
        } else if (row % 50 != i) {
          numbers.set(row, random.nextLong());
        }
      }
    }
    VarBinaryVector bytes = (VarBinaryVector) root.getVector(NUMBERS);
    bytes.allocateNew(60L * rows, rows);
    byte[] value = new byte[50];
    for (int row = 0; row < rows; row++) {
      random.nextBytes(value);
      bytes.set(row, value, 0, random.nextInt(value.length));
    }
    root.setRowCount(rows);
  }

  private static ByteSource open(RemoteFile.Line line) throws IOException {
    return new RemoteFile(file, line);
  }

  private static RemoteFile.Line line(boolean local) {
    return RemoteFile.Line.fast(local ? ReadHints.LOCAL : ReadHints.REMOTE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_first_batch_needs_little_memory_and_few_bytes(boolean local) throws IOException {
    RemoteFile.Line line = line(local);
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withBatchSize(BATCH).withFetchBytes(FETCH_BYTES);
    try (ByteSource source = open(line);
        RootAllocator memory = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(source, options, memory)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.getVectorSchemaRoot().getRowCount()).isEqualTo(BATCH);
      assertThat(Files.size(file)).isGreaterThan(40 << 20);
      assertThat(memory.getPeakMemoryAllocation()).isLessThan(MOST_MEMORY);
      assertThat(line.bytes()).isLessThan(Files.size(file) * (local ? 5 : 15) / 100);
      while (reader.loadNextBatch()) {
        assertThat(memory.getAllocatedMemory()).isLessThan(MOST_MEMORY);
      }
      assertThat(memory.getPeakMemoryAllocation()).isLessThan(MOST_MEMORY);
      assertThat(reader.statistics().bytesRead()).isBetween(40L << 20, Files.size(file));
      assertThat(reader.statistics().requests()).isBetween(20L, 600L);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_few_rows_need_few_bytes_and_requests(boolean local) throws IOException {
    RemoteFile.Line line = line(local);
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withBatchSize(10).withFetchBytes(1).withPrefetch(false);
    try (ByteSource source = open(line);
        ParquetArrowReader reader = ParquetArrowReader.open(source, options, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.getVectorSchemaRoot().getRowCount()).isEqualTo(10);
    }
    // Pages have 256 KiB, and each column of this file has a tenth of those of 420 MB. Of a remote
    // file the first request asks for 1 %.
    assertThat(line.bytes()).isLessThan(Files.size(file) * (local ? 5 : 6) / 100);
    assertThat(line.requests()).isLessThan(30);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void batches_are_those_of_a_row_group_that_is_fetched_whole(boolean local) throws IOException {
    ParquetReadOptions whole = ParquetReadOptions.defaults().withFetchBytes(1L << 40);
    requireSame(whole, whole.withFetchBytes(FETCH_BYTES), local);
  }

  @Test
  void pages_that_a_filter_leaves_are_read_in_pieces() throws IOException {
    ParquetReadOptions whole =
        ParquetReadOptions.defaults()
            .withFetchBytes(1L << 40)
            .withFilter(
                Operand.column("n0")
                    .isLessThan(100_000L)
                    .or(Operand.column("n0").isAtLeast(300_000L)));
    requireSame(whole, whole.withFetchBytes(FETCH_BYTES), true);
    requireSame(whole, whole.withFetchBytes(FETCH_BYTES), false);
  }

  @Test
  void pages_that_are_passed_over_are_not_fetched() throws IOException {
    // No statistics help: the number is in the range of every page.
    long value = value(2, 333_333);
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withFilter(Operand.column("n2").isEqualTo(value))
            .withFetchBytes(FETCH_BYTES);
    RemoteFile.Line line = line(true);
    try (ByteSource source = open(line);
        ParquetArrowReader reader = ParquetArrowReader.open(source, options, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      BigIntVector numbers = (BigIntVector) reader.getVectorSchemaRoot().getVector("n0");
      assertThat(numbers.getValueCount()).isEqualTo(1);
      assertThat(numbers.get(0)).isEqualTo(333_333);
      assertThat(reader.loadNextBatch()).isFalse();
      assertThat(reader.statistics().pagesPassed()).isPositive();
      assertThat(line.bytes()).isLessThan(Files.size(file));
    }
  }

  private static long value(int column, int wanted) throws IOException {
    ParquetReadOptions options = ParquetReadOptions.defaults().withColumns(List.of("n" + column));
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      int first = 0;
      while (reader.loadNextBatch()) {
        int rows = reader.getVectorSchemaRoot().getRowCount();
        if (wanted < first + rows) {
          return ((BigIntVector) reader.getVectorSchemaRoot().getVector(0)).get(wanted - first);
        }
        first += rows;
      }
    }
    throw new IllegalArgumentException("row " + wanted);
  }

  private static void requireSame(
      ParquetReadOptions oneOptions, ParquetReadOptions otherOptions, boolean local)
      throws IOException {
    try (ByteSource source = open(line(local));
        ParquetArrowReader one = ParquetArrowReader.open(file, oneOptions, allocator);
        ParquetArrowReader other = ParquetArrowReader.open(source, otherOptions, allocator)) {
      while (one.loadNextBatch()) {
        assertThat(other.loadNextBatch()).isTrue();
        List<FieldVector> expected = one.getVectorSchemaRoot().getFieldVectors();
        for (int i = 0; i < expected.size(); i++) {
          FieldVector found = other.getVectorSchemaRoot().getVector(i);
          assertThat(VectorEqualsVisitor.vectorEquals(expected.get(i), found)).isTrue();
        }
      }
      assertThat(other.loadNextBatch()).isFalse();
    }
  }
}
