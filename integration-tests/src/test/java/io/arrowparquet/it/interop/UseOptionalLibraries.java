// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import io.arrowparquet.footer.bridge.ParquetJavaMetadata;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.MissingDependencyException;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Tries what needs optional libraries, and prints how each attempt ended. */
final class UseOptionalLibraries {
  private static final int ROWS = 500;

  private UseOptionalLibraries() {}

  /** Something that gives a number of rows. */
  private interface Attempt {
    long rows(BufferAllocator allocator) throws IOException;
  }

  /** Reads the file, writes another, makes metadata of the first one, opens an object. */
  public static void main(String[] files) throws IOException {
    Path file = Path.of(files[0]);
    attempt("read", allocator -> read(file, allocator));
    attempt("write", allocator -> write(Files.createTempFile("written", ".parquet"), allocator));
    attempt(
        "bridge",
        allocator ->
            ParquetJavaMetadata.of(FooterReader.defaults().read(file))
                .toParquetMetadata()
                .getBlocks()
                .stream()
                .mapToLong(block -> block.getRowCount())
                .sum());
    attempt("s3", UseOptionalLibraries::readObject);
  }

  private static long readObject(BufferAllocator allocator) throws IOException {
    URI object = URI.create("s3://bucket/key");
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(
            object, ByteSources.defaults(), ParquetReadOptions.defaults(), allocator)) {
      return reader.loadNextBatch() ? 1 : 0;
    }
  }

  private static void attempt(String name, Attempt attempt) throws IOException {
    try (RootAllocator allocator = new RootAllocator()) {
      System.out.println(name + ": " + attempt.rows(allocator) + " rows");
    } catch (MissingDependencyException e) {
      System.out.println(name + ": " + e.getMessage());
    }
  }

  private static long read(Path file, BufferAllocator allocator) throws IOException {
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      long rows = 0;
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
      return rows;
    }
  }

  private static long write(Path file, BufferAllocator allocator) throws IOException {
    try (BigIntVector ids = new BigIntVector("id", allocator);
        VectorSchemaRoot root = VectorSchemaRoot.of(ids)) {
      ids.allocateNew(ROWS);
      for (int row = 0; row < ROWS; row++) {
        ids.set(row, row);
      }
      root.setRowCount(ROWS);
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(
              file,
              root.getSchema(),
              ParquetWriteOptions.defaults().withOverwrite(true),
              allocator)) {
        writer.write(root);
        writer.finish();
      }
      return read(file, allocator);
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
