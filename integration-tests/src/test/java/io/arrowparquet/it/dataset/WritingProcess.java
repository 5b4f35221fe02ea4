// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import io.arrowparquet.dataset.ParquetSetWriter;
import io.arrowparquet.dataset.SetWriteOptions;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.RandomVectors;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.access.ByteSinks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A process that writes files and sets of files: until it is killed, or each a little longer than
 * the one before, which the limit on the size of files may forbid.
 */
public final class WritingProcess {
  static final Schema SCHEMA =
      RandomVectors.schema("part: boolean, id: bigint not null, texts: list<string>");

  /** Of a batch. */
  static final int ROWS = 500;

  private static final ParquetWriteOptions OPTIONS =
      ParquetWriteOptions.defaults()
          .withOverwrite(true)
          .withCodec(ParquetCodec.UNCOMPRESSED) // no library to unpack to a full disk
          .withRowGroupRows(2L * ROWS);

  private WritingProcess() {}

  /**
   * The process.
   *
   * @param args {@code endless FOLDER THREADS} or {@code growing FOLDER FILES}
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[1]);
    int count = Integer.parseInt(args[2]);
    if (args[0].equals("endless")) {
      for (int i = 0; i < count; i++) {
        Path own = Files.createDirectories(folder.resolve("thread-" + i));
        int seed = i;
        new Thread(() -> writeOn(own, seed)).start();
      }
      return;
    }
    int failed = 0;
    try (RootAllocator allocator = new RootAllocator()) {
      for (int i = 0; i < count; i++) {
        int batches = i + 1;
        failed += isWritten(() -> file(folder.resolve("f" + batches), batches, allocator)) ? 0 : 1;
        failed += isWritten(() -> set(folder.resolve("s" + batches), batches, allocator)) ? 0 : 1;
      }
    }
    System.out.print(failed);
  }

  private static void writeOn(Path folder, int seed) {
    try (RootAllocator allocator = new RootAllocator()) {
      for (int i = 0; true; i++) {
        file(folder.resolve("one"), 1 + (seed + i) % 4, allocator);
        System.out.println("a file");
        set(folder.resolve("set-" + i), 2, allocator);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Writing {
    void run() throws IOException;
  }

  private static boolean isWritten(Writing writing) {
    try {
      writing.run();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  static void file(Path file, int batches, BufferAllocator allocator) throws IOException {
    try (VectorSchemaRoot batch = new RandomVectors(batches).root(SCHEMA, ROWS, allocator);
        ParquetArrowWriter writer = ParquetArrowWriter.open(file, SCHEMA, OPTIONS, allocator)) {
      for (int i = 0; i < batches; i++) {
        writer.write(batch);
      }
      writer.finish();
    }
  }

  private static void set(Path folder, int batches, BufferAllocator allocator) throws IOException {
    SetWriteOptions options =
        SetWriteOptions.defaults().withFiles(OPTIONS).withPartitionColumns(List.of("part"));
    try (VectorSchemaRoot batch = new RandomVectors(batches).root(SCHEMA, ROWS, allocator);
        ParquetSetWriter writer =
            ParquetSetWriter.open(
                folder.toUri(), ByteSinks.defaults(), SCHEMA, options, allocator)) {
      for (int i = 0; i < batches; i++) {
        writer.write(batch);
      }
      writer.finish();
    }
  }
}
