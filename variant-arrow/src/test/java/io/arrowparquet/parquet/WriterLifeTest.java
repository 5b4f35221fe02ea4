// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.internal.Gate;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a writer does when threads meet in it, after it has failed and after it was closed.
 *
 * @see ParquetArrowWriter
 */
class WriterLifeTest {
  @TempDir private Path folder;
  private final RootAllocator allocator = new RootAllocator();
  private Path file;
  private VectorSchemaRoot batch;

  @BeforeEach
  void make() {
    file = folder.resolve("a.parquet");
    try (VarCharVector text = new VarCharVector("v", allocator)) {
      text.setSafe(0, "{\"a\":1}".getBytes(StandardCharsets.UTF_8));
      text.setValueCount(1);
      ParquetVariantVector variants = VariantFromJson.parse(text, allocator);
      batch = new VectorSchemaRoot(List.of(variants));
    }
  }

  @AfterEach
  void nothing_leaks() {
    batch.close();
    allocator.close();
  }

  private ParquetArrowWriter open(BufferAllocator memory) throws IOException {
    ParquetWriteOptions shredding =
        ParquetWriteOptions.defaults()
            .withShredding("v", ArrowTypeText.parse("v", "struct<a: bigint>"), ShredMode.LENIENT);
    return ParquetArrowWriter.open(file, batch.getSchema(), shredding, memory);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> list = Files.list(folder)) {
      return list.toList();
    }
  }

  @Test
  void failure_comes_again_and_there_is_no_file() throws IOException {
    try (ParquetArrowWriter writer = open(allocator);
        VectorSchemaRoot other = VectorSchemaRoot.of(new IntVector("i", allocator))) {
      writer.write(batch);
      Throwable first = catchThrowable(() -> writer.write(other));
      assertThat(first).isInstanceOf(IllegalArgumentException.class);

      assertThat(catchThrowable(() -> writer.write(batch))).isSameAs(first);
      assertThat(catchThrowable(writer::finish)).isSameAs(first);
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void second_thread_is_refused_and_close_waits_for_the_batch() throws Exception {
    Gate gate = Gate.unarmed();
    try (BufferAllocator waiting =
        allocator.newChildAllocator("waiting", gate, 0, Long.MAX_VALUE)) {
      ParquetArrowWriter writer = open(waiting);
      gate.arm();
      FutureTask<Void> write =
          Gate.start(
              () -> {
                writer.write(batch);
                return null;
              });
      gate.awaitReached();
      assertThatThrownBy(() -> writer.write(batch))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the writer of " + file + " is in use by another thread: one at a time");
      FutureTask<Void> close =
          Gate.start(
              () -> {
                writer.close();
                return null;
              });
      Throwable refused = catchThrowable(writer::finish);
      while (!refused.getMessage().endsWith("is closed")) {
        refused = catchThrowable(writer::finish);
      }
      assertThat(close).isNotDone();

      gate.open();
      write.get();
      close.get();
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void finished_or_closed_writer_refuses_batches() throws IOException {
    ParquetArrowWriter writer = open(allocator);
    writer.write(batch);
    writer.finish();

    assertThatThrownBy(() -> writer.write(batch))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(file + " is finished");
    writer.close();
    writer.close();
    assertThatThrownBy(() -> writer.write(batch))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the writer of " + file + " is closed");
    assertThat(files()).containsExactly(file);
  }

  @Test
  void a_finished_file_without_rows_takes_none() throws IOException {
    try (ParquetArrowWriter writer = open(allocator)) {
      writer.finish();
      assertThatIllegalStateException().isThrownBy(() -> writer.write(batch));
    }
    assertThat(files()).containsExactly(file);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 80})
  void closing_before_the_end_leaves_nothing(int rows) throws IOException {
    Schema schema = RandomVectors.schema("a: " + ParquetArrowWriterTest.NESTED);
    ParquetWriteOptions options = ParquetWriteOptions.defaults().withRowGroupRows(50);
    try (VectorSchemaRoot random = new RandomVectors(1).root(schema, rows, allocator);
        ParquetArrowWriter writer = ParquetArrowWriter.open(file, schema, options, allocator)) {
      if (rows > 0) {
        writer.write(random);
      }
      assertThat(file).doesNotExist();
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void a_file_that_is_there_is_kept_unless_told_otherwise() throws IOException {
    Files.writeString(file, "old");
    Schema schema = RandomVectors.schema("a: int");
    ParquetWriteOptions options = ParquetWriteOptions.defaults();

    assertThatThrownBy(() -> new RandomVectors(1).write(file, schema, 3, options, allocator))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("old");

    new RandomVectors(1).write(file, schema, 3, options.withOverwrite(true), allocator);
    assertThat(VectorEntries.read(file, ParquetReadOptions.defaults(), allocator).get("a"))
        .hasSize(3);
  }
}
