// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pages that are decompressed before their turn.
 *
 * @see ParquetArrowReader
 */
class PagesAheadTest {
  private static final int ROWS = 4_000;
  private static final int PAGE_ROWS = 500;
  private static final long PAGE_BYTES = (long) PAGE_ROWS * Long.BYTES;
  private static final ParquetReadOptions SMALL_BATCHES =
      ParquetReadOptions.defaults().withBatchSize(300);

  @TempDir Path folder;

  private Path write(ParquetCodec codec, boolean v2) throws IOException {
    Path file = folder.resolve("a.parquet");
    Schema schema =
        new Schema(
            List.of(
                Field.nullable("id", new ArrowType.Int(64, true)),
                Field.nullable("text", ArrowType.Utf8.INSTANCE)));
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withCodec(codec)
            .withDataPageV2(v2)
            .withPageRows(PAGE_ROWS)
            .withDictionary(false)
            .withRowGroupRows(ROWS / 2)
            .withOverwrite(true);
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ParquetArrowWriter writer = ParquetArrowWriter.open(file, schema, options, allocator)) {
      BigIntVector ids = (BigIntVector) root.getVector(0);
      VarCharVector texts = (VarCharVector) root.getVector(1);
      for (int row = 0; row < ROWS; row++) {
        ids.setSafe(row, row);
        if (row % 7 != 0) {
          texts.setSafe(row, ("text " + row % 90).getBytes(StandardCharsets.UTF_8));
        }
      }
      root.setRowCount(ROWS);
      writer.write(root);
      writer.finish();
    }
    return file;
  }

  private static List<String> read(
      Path file, ParquetReadOptions options, long ahead, BufferAllocator allocator)
      throws IOException {
    List<String> rows = new ArrayList<>();
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      for (boolean more = reader.fetch(ahead); more; more = reader.fetch(ahead)) {
        if (reader.loadNextBatch()) {
          add(reader.getVectorSchemaRoot(), rows);
        }
      }
    }
    return rows;
  }

  private static void add(VectorSchemaRoot root, List<String> rows) {
    for (int row = 0; row < root.getRowCount(); row++) {
      StringBuilder text = new StringBuilder();
      for (FieldVector vector : root.getFieldVectors()) {
        text.append(vector.getObject(row)).append(' ');
      }
      rows.add(text.toString());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ZSTD", "SNAPPY", "GZIP", "UNCOMPRESSED"})
  void rows_are_the_same_however_many_pages_come_before_their_turn(ParquetCodec codec)
      throws IOException {
    for (boolean v2 : new boolean[] {false, true}) {
      Path file = write(codec, v2);
      try (RootAllocator allocator = new RootAllocator()) {
        ParquetReadOptions filtered =
            SMALL_BATCHES.withFilter(
                Operand.column("id").isAtLeast(2_900L).and(Operand.column("text").isNotNull()));
        for (ParquetReadOptions options : List.of(SMALL_BATCHES, filtered)) {
          List<String> expected = read(file, options, 0, allocator);
          assertThat(expected).hasSize(options == filtered ? 943 : ROWS);
          for (long ahead : new long[] {1, PAGE_BYTES + 8, 5 * PAGE_BYTES, Long.MAX_VALUE}) {
            assertThat(read(file, options, ahead, allocator)).isEqualTo(expected);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MAX_VALUE})
  void damage_is_met_when_the_rows_before_are_read(long ahead) throws IOException {
    Path file = write(ParquetCodec.ZSTD, false);
    byte[] bytes = Files.readAllBytes(file);
    ParquetReadOptions ids = SMALL_BATCHES.withColumns(List.of("id")).withBatchSize(PAGE_ROWS);
    int frames = 0;
    for (int at = 0; frames < 3; at++) {
      // The third frame of Zstandard is that of the third page.
      boolean isFrame = bytes[at] == 0x28 && bytes[at + 1] == (byte) 0xb5 && bytes[at + 2] == 0x2f;
      frames += isFrame ? 1 : 0;
      if (frames == 3) {
        bytes[at] = 0;
      }
    }
    Files.write(file, bytes);
    List<String> rows = new ArrayList<>();
    Throwable thrown;
    try (RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(file, ids, allocator)) {
      reader.fetch(ahead);
      thrown =
          catchThrowable(
              () -> {
                while (reader.loadNextBatch()) {
                  add(reader.getVectorSchemaRoot(), rows);
                }
              });
    }
    assertThat(thrown)
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("column id, row group 0")
        .hasMessageContaining("page at offset 1400: CRC-32 of the page");
    assertThat(rows).hasSize(2 * PAGE_ROWS);
  }

  @Test
  void without_memory_for_pages_ahead_of_their_turn_rows_are_read_or_nothing_is_held()
      throws IOException {
    Path file = write(ParquetCodec.ZSTD, true);
    try (RootAllocator unlimited = new RootAllocator()) {
      List<String> expected = read(file, SMALL_BATCHES, 0, unlimited);
      int failures = 0;
      int reads = 0;
      for (long limit = 16 << 10; limit < 512 << 10; limit += 8 << 10) {
        try (RootAllocator allocator = new RootAllocator(limit)) {
          assertThat(read(file, SMALL_BATCHES, Long.MAX_VALUE, allocator)).isEqualTo(expected);
          reads++;
        } catch (OutOfMemoryException e) {
          failures++;
        }
      }
      assertThat(failures).isPositive();
      assertThat(reads).isPositive();
    }
  }
}
