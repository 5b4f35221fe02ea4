// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.variant.internal.Gate;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a reader does when threads meet in it, after it has failed and after it was closed.
 *
 * @see io.arrowparquet.parquet.internal.rowgroup.GuardedReader
 * @see ParquetArrowReader
 */
class ReaderLifeTest {
  private static final int ROWS = 1000;
  private static final ParquetReadOptions SMALL = ParquetReadOptions.defaults().withBatchSize(70);

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private final Gate gate = new Gate();
  private Path file;
  private ParquetFooter footer;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("a.parquet");
    List<String> rows = IntStream.range(0, ROWS).mapToObj(i -> "{\"a\":" + i + "}").toList();
    JsonFile.write(file, rows, "struct<a: bigint>", allocator);
    footer = FooterReader.defaults().read(file);
  }

  private ParquetArrowReader open(HookedSource source) {
    return ParquetArrowReader.open(source, footer, SMALL, allocator);
  }

  private static int restOf(ParquetArrowReader reader) throws IOException {
    int rows = 0;
    while (reader.loadNextBatch()) {
      rows += reader.getVectorSchemaRoot().getRowCount();
    }
    return rows;
  }

  private static FutureTask<Void> closeElsewhere(ParquetArrowReader reader) {
    return Gate.start(
        () -> {
          reader.close();
          return null;
        });
  }

  @Test
  void close_waits_for_the_batch_that_another_thread_loads() throws Exception {
    try (HookedSource source = new HookedSource(file, gate::pass);
        ParquetArrowReader reader = open(source)) {
      FutureTask<Boolean> load = Gate.start(reader::loadNextBatch);
      gate.awaitReached();
      FutureTask<Void> close = closeElsewhere(reader);
      Throwable refused = catchThrowable(reader::loadNextBatch);
      while (!refused.getMessage().endsWith("is closed")) {
        refused = catchThrowable(reader::loadNextBatch);
      }

      assertThat(refused)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the reader of " + file + " is closed");
      assertThat(close).isNotDone();
      gate.open();
      assertThat(load.get()).isTrue();
      close.get();
      assertThat(allocator.getAllocatedMemory()).isZero();
      assertThat(reader.statistics().rowsReturned()).isEqualTo(70);
    }
  }

  @Test
  void second_thread_is_refused_and_no_row_is_lost() throws Exception {
    try (HookedSource source = new HookedSource(file, gate::pass);
        ParquetArrowReader reader = open(source)) {
      FutureTask<Boolean> load = Gate.start(reader::loadNextBatch);
      gate.awaitReached();

      assertThatThrownBy(reader::loadNextBatch)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the reader of " + file + " is in use by another thread: one at a time");
      assertThatThrownBy(reader::getVectorSchemaRoot).isInstanceOf(IllegalStateException.class);
      assertThat(reader.statistics()).isEqualTo(ReadStatistics.NOTHING);
      assertThat(reader.bytesRead()).isZero();

      gate.open();
      assertThat(load.get()).isTrue();
      int first = reader.getVectorSchemaRoot().getRowCount();
      assertThat(first + restOf(reader)).isEqualTo(ROWS);
    }
  }

  @Test
  void rounds_of_closing_while_a_thread_loads_end_with_an_exception_or_all_rows() throws Exception {
    for (int round = 0; round < 40; round++) {
      ParquetArrowReader reader = ParquetArrowReader.open(file, SMALL, allocator);
      reader.loadNextBatch();
      int first = reader.getVectorSchemaRoot().getRowCount();
      AtomicBoolean begun = new AtomicBoolean();
      FutureTask<Integer> load =
          Gate.start(
              () -> {
                int rows = first;
                begun.set(true);
                while (reader.loadNextBatch()) {
                  // The vectors may be freed at any moment: only their number of rows is known.
                  rows = (int) reader.statistics().rowsReturned();
                }
                return rows;
              });
      while (!begun.get()) {
        Thread.onSpinWait();
      }
      for (int spin = 0; spin < round * 2000; spin++) {
        Thread.onSpinWait();
      }
      reader.close();

      Throwable ended = catchThrowable(load::get);
      if (ended == null) {
        assertThat(load.get()).isEqualTo(ROWS);
      } else {
        assertThat(ended.getCause())
            .isInstanceOf(IllegalStateException.class)
            .hasMessageEndingWith("is closed");
      }
      assertThat(allocator.getAllocatedMemory()).isZero();
    }
  }

  @Test
  void closed_reader_refuses_everything_but_its_statistics() throws IOException {
    ParquetArrowReader reader = ParquetArrowReader.open(file, SMALL, allocator);
    reader.loadNextBatch();
    long bytes = reader.bytesRead();
    reader.close();
    reader.close();

    assertThatThrownBy(reader::loadNextBatch)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the reader of " + file + " is closed");
    assertThatThrownBy(reader::getVectorSchemaRoot).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(reader::getDictionaryVectors).isInstanceOf(IllegalStateException.class);
    assertThat(reader.bytesRead()).isEqualTo(bytes).isPositive();
    assertThat(reader.statistics().rowsReturned()).isEqualTo(70);
  }

  @Test
  void reader_closed_before_its_vectors_were_asked_for_makes_none() throws IOException {
    ParquetArrowReader reader = ParquetArrowReader.open(file, SMALL, allocator);
    reader.close();

    assertThatThrownBy(reader::getVectorSchemaRoot).hasMessageEndingWith("is closed");
  }

  @Test
  void closing_without_the_source_frees_everything_that_is_the_readers() throws IOException {
    try (HookedSource source = new HookedSource(file, () -> {})) {
      ParquetArrowReader borrowing = open(source);
      borrowing.loadNextBatch();
      borrowing.close(false);
      assertThat(allocator.getAllocatedMemory()).isZero();

      ParquetArrowReader owning = ParquetArrowReader.open(file, SMALL, allocator);
      owning.loadNextBatch();
      owning.close(false);
      assertThat(allocator.getAllocatedMemory()).isZero();
      assertThat(descriptors()).isEqualTo(1);
    }
    assertThat(descriptors()).isZero();
  }

  /** Descriptors of the file that this process has open. */
  private long descriptors() throws IOException {
    Path own = Path.of("/proc/self/fd");
    Assumptions.assumeTrue(Files.isDirectory(own), "a system that lists descriptors");
    try (Stream<Path> links = Files.list(own)) {
      return links.filter(this::leadsToFile).count();
    }
  }

  private boolean leadsToFile(Path link) {
    try {
      return Files.readSymbolicLink(link).equals(file.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void failure_comes_again_and_no_row_behind_it() throws IOException {
    for (Throwable failure :
        List.of(
            new IOException("disk"),
            new OutOfMemoryException("none"),
            new OutOfMemoryError("none"),
            new IllegalArgumentException("odd"))) {
      AtomicBoolean failed = new AtomicBoolean();
      HookedSource.Hook failingOnce =
          () -> {
            if (!failed.getAndSet(true)) {
              throwIt(failure);
            }
          };
      try (HookedSource source = new HookedSource(file, failingOnce);
          ParquetArrowReader reader = open(source)) {
        assertThat(catchThrowable(reader::loadNextBatch)).isSameAs(failure);
        assertThat(reader.getVectorSchemaRoot().getRowCount()).isZero();
        assertThat(catchThrowable(reader::loadNextBatch)).isSameAs(failure);
        assertThat(catchThrowable(reader::loadNextBatch)).isSameAs(failure);
      }
      assertThat(allocator.getAllocatedMemory()).isZero();
    }
  }

  private static void throwIt(Throwable failure) throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    throw (RuntimeException) failure;
  }

  @Test
  void memory_that_is_there_later_brings_no_rows_back() throws IOException {
    try (BufferAllocator small = allocator.newChildAllocator("small", 0, 1000)) {
      try (ParquetArrowReader reader = ParquetArrowReader.open(file, SMALL, small)) {
        Throwable first = catchThrowable(reader::loadNextBatch);
        assertThat(first).isInstanceOf(OutOfMemoryException.class);

        small.setLimit(Long.MAX_VALUE);
        assertThat(catchThrowable(reader::loadNextBatch)).isSameAs(first);
      }
      try (ParquetArrowReader again = ParquetArrowReader.open(file, SMALL, small)) {
        assertThat(restOf(again)).isEqualTo(ROWS);
      }
    }
  }

  @Test
  void error_while_opening_leaves_no_descriptor() throws IOException {
    VariantProjection path =
        new VariantProjection(
            "v",
            VariantPath.parse("$.a"),
            Field.nullable("a", new ArrowType.Int(64, true)),
            ConversionMode.SAFE);
    try (ErrorAllocator failing = new ErrorAllocator()) {
      assertThatThrownBy(
              () -> ParquetArrowReader.open(file, SMALL.withVariantPaths(List.of(path)), failing))
          .isInstanceOf(StackOverflowError.class);
    }
    assertThat(descriptors()).isZero();
  }

  /** Fails in a way that is no exception. */
  private static final class ErrorAllocator extends RootAllocator {
    @Override
    public ArrowBuf getEmpty() {
      throw new StackOverflowError("made up");
    }
  }

  @Test
  void footer_of_a_file_of_another_length_is_refused() throws IOException {
    Path longer = folder.resolve("b.parquet");
    List<String> rows = IntStream.range(0, 2 * ROWS).mapToObj(i -> "{\"a\":" + i + "}").toList();
    JsonFile.write(longer, rows, "struct<a: bigint>", allocator);

    try (HookedSource source = new HookedSource(longer, () -> {});
        ParquetArrowReader reader = open(source)) {
      assertThatThrownBy(reader::loadNextBatch)
          .isInstanceOf(ChangedSourceException.class)
          .hasMessage(
              "%s: the file has changed since its footer was read: length: found %d bytes,"
                  + " expected %d bytes",
              file, Files.size(longer), Files.size(file));
    }
  }
}
