// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.OtherWritersFiles;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import io.arrowparquet.variant.OpenFiles;
import io.arrowparquet.variant.internal.Gate;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the reader of a set does when files change, threads meet in it, and after it has failed.
 *
 * @see FileSetReader
 * @see SetFile
 */
class FileSetLifeTest {
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  private void write(String name, String type, String... rows) throws IOException {
    ParquetWriteOptions options = ParquetWriteOptions.defaults().withFooter(FooterLayout.SPEC);
    JsonTable.write(folder.resolve(name), type, options, allocator, rows);
  }

  private ParquetFileSet open() throws IOException {
    return ParquetFileSet.open(List.of(folder));
  }

  /** Loads until there are no batches left. */
  private static void load(ArrowReader reader) throws IOException {
    while (reader.loadNextBatch()) {
      assertThat(reader.getVectorSchemaRoot().getRowCount()).isPositive();
    }
  }

  @Test
  void file_replaced_after_its_footer_was_read_is_refused_by_name() throws IOException {
    write("a.parquet", "struct<a: int, b: int>", "{\"a\": 1, \"b\": 2}");
    write("b.parquet", "struct<a: int, b: int>", "{\"a\": 3, \"b\": 4}");
    ParquetFileSet files = open();
    Path replaced = folder.resolve("b.parquet");
    FileTime before = Files.getLastModifiedTime(replaced);
    Files.delete(replaced);
    write("b.parquet", "struct<b: int, a: int>", "{\"b\": 4, \"a\": 3}");
    Files.setLastModifiedTime(replaced, FileTime.from(before.toInstant().plusMillis(5)));

    try (ArrowReader reader = files.read(ALL, allocator)) {
      assertThatThrownBy(() -> load(reader))
          .isInstanceOf(ChangedSourceException.class)
          .hasMessageStartingWith(replaced + ": the file has changed since its footer was read: ");
    }
    try (ArrowReader reader = open().read(ALL, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).hasSize(2);
    }
  }

  @Test
  void file_that_has_grown_is_refused_even_with_its_old_time() throws IOException {
    write("a.parquet", "struct<a: int>", "{\"a\": 1}");
    ParquetFileSet files = open();
    Path grown = folder.resolve("a.parquet");
    FileTime before = Files.getLastModifiedTime(grown);
    long length = Files.size(grown);
    Files.delete(grown);
    write(
        "a.parquet", "struct<a: int>", "{\"a\": 1}", "{\"a\": 2}", "{\"a\": 3}", "{\"a\": 99999}");
    Files.setLastModifiedTime(grown, before);

    try (ArrowReader reader = files.read(ALL, allocator)) {
      assertThatThrownBy(() -> load(reader))
          .isInstanceOf(ChangedSourceException.class)
          .hasMessageEndingWith(
              "length: found " + Files.size(grown) + " bytes, expected " + length + " bytes");
    }
  }

  @Test
  void wide_file_is_read_after_the_source_of_its_footer_was_closed() throws IOException {
    List<String> columns = IntStream.range(0, 1500).mapToObj(i -> "c" + i).toList();
    write(
        "wide.parquet",
        columns.stream().map(name -> name + ": int").collect(joining(", ", "struct<", ">")),
        columns.stream().map(name -> '"' + name + "\": 1").collect(joining(", ", "{", "}")));
    Path wide = folder.resolve("wide.parquet");
    // Not a path: that could be opened again.
    SourceFactory channels =
        entry ->
            ByteSources.channel(entry.uri().toString(), FileChannel.open(Path.of(entry.uri())));

    ParquetFileSet files = ParquetFileSet.open(List.of(wide.toUri()), channels);
    try (ArrowReader reader = files.read(ALL, allocator)) {
      assertThat(reader.getVectorSchemaRoot().getFieldVectors()).hasSize(1500);
      load(reader);
    }
    assertThat(FooterReader.defaults().read(wide).flatbufferLength()).isGreaterThan(64 * 1024);
  }

  @Test
  void file_is_closed_when_its_source_does_not_say_what_requests_cost() throws IOException {
    write("a.parquet", "struct<a: int>", "{\"a\": 1}");
    AtomicInteger open = new AtomicInteger();
    AtomicBoolean fails = new AtomicBoolean();
    SourceFactory sources =
        entry -> {
          ByteSource file = ByteSources.defaults().open(entry);
          open.incrementAndGet();
          return new ForwardingByteSource(file) {
            @Override
            public ReadHints hints() {
              if (fails.get()) {
                throw new IllegalStateException("unknown");
              }
              return super.hints();
            }

            @Override
            public void close() throws IOException {
              open.decrementAndGet();
              super.close();
            }
          };
        };
    ParquetFileSet files =
        ParquetFileSet.open(List.of(folder.resolve("a.parquet").toUri()), sources);
    fails.set(true);

    try (ArrowReader reader = files.read(ALL, allocator)) {
      assertThatThrownBy(() -> load(reader)).hasMessage("unknown");
    }
    assertThat(open).hasValue(0);
  }

  @Test
  void set_that_failed_at_one_file_goes_on_to_no_other() throws IOException {
    for (String name : List.of("a.parquet", "b.parquet", "c.parquet")) {
      write(name, "struct<a: int>", "{\"a\": 1}");
    }
    ParquetFileSet files = open();
    Files.delete(folder.resolve("b.parquet"));

    try (ArrowReader reader = files.read(ALL, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      Throwable first = catchThrowable(reader::loadNextBatch);
      assertThat(first).isInstanceOf(NoSuchFileException.class);
      assertThat(catchThrowable(reader::loadNextBatch)).isSameAs(first);
      assertThat(reader.getVectorSchemaRoot().getRowCount()).isZero();
    }
  }

  @Test
  void file_whose_columns_do_not_fit_is_closed_at_once() throws IOException {
    write("a.parquet", "struct<a: int>", "{\"a\": 1}");
    write("b.parquet", "struct<a: string>", "{\"a\": \"text\"}");
    Schema numbers = new Schema(List.of(Field.nullable("a", new ArrowType.Int(32, true))));

    try (ArrowReader reader = open().withSchema(numbers).read(ALL, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      Throwable first = catchThrowable(reader::loadNextBatch);
      assertThat(first)
          .isInstanceOf(UnsupportedColumnException.class)
          .hasMessageStartingWith(folder.resolve("b.parquet") + ": ");
      assertThat(catchThrowable(reader::loadNextBatch)).isSameAs(first);
      OpenFiles.requireClosed(folder.resolve("b.parquet"));
    }
  }

  @Test
  void page_indexes_that_were_passed_over_are_named_by_file() throws IOException {
    Path file = OtherWritersFiles.find("lite_DOUBLE_300_opt_GZIP_v1.parquet");
    ParquetFileSet files = ParquetFileSet.open(List.of(file, file));
    ParquetReadOptions options =
        ALL.withFilter(Operand.column("x").isNotNull()).withFilledBatches(false);

    try (FileSetReader reader = files.read(options, allocator)) {
      assertThat(reader.diagnostics()).isEmpty();
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.diagnostics()).hasSize(1);
      load(reader);
      assertThat(reader.diagnostics())
          .hasSize(2 * 4) // row groups of both
          .allSatisfy(
              found ->
                  assertThat(found.toString())
                      .startsWith(file + ": column x, row group ")
                      .contains("null_pages"));
    }
  }

  @Test
  void footers_that_were_passed_over_are_named_by_file() throws IOException {
    write("a.parquet", "struct<a: int>", "{\"a\": 1}");
    write("b.parquet", "struct<a: int>", "{\"a\": 2}");
    Path damaged = folder.resolve("b.parquet");
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[bytes.length - 60] ^= 1; // the checksums and the rest of the tail are the last 37 bytes
    Files.write(damaged, bytes);

    ParquetFileSet files = open();
    assertThat(files.diagnostics()).hasSize(1);
    assertThat(files.diagnostics().get(0).file().uri()).isEqualTo(damaged.toUri());
    try (ArrowReader reader = files.read(ALL, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).hasSize(2);
    }
  }

  @Test
  void reader_of_a_set_is_one_threads_and_waits_to_be_closed() throws Exception {
    write("a.parquet", "struct<a: int>", "{\"a\": 1}");
    Gate gate = new Gate();
    try (RootAllocator waiting = new RootAllocator(gate, Long.MAX_VALUE)) {
      ArrowReader reader = open().read(ALL, waiting);
      FutureTask<Boolean> loading = Gate.start(reader::loadNextBatch);
      gate.awaitReached();
      assertThatThrownBy(reader::loadNextBatch)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the reader of a set of files is in use by another thread: one at a time");
      FutureTask<Void> close =
          Gate.start(
              () -> {
                reader.close(false);
                return null;
              });
      Throwable refused = catchThrowable(reader::loadNextBatch);
      while (!refused.getMessage().endsWith("is closed")) {
        refused = catchThrowable(reader::loadNextBatch);
      }
      assertThat(close).isNotDone();

      gate.open();
      assertThat(loading.get()).isTrue();
      close.get();
      assertThat(reader.bytesRead()).isPositive();
      assertThatThrownBy(reader::getVectorSchemaRoot).isInstanceOf(IllegalStateException.class);
    }
  }
}
