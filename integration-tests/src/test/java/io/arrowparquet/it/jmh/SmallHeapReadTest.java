// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.io.FooterAttacher;
import io.arrowparquet.variant.parquet.ParquetArrowWriter;
import io.arrowparquet.variant.parquet.ParquetWriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader needs of the heap: each test reads in a JVM of its own. */
class SmallHeapReadTest {
  private static final int WIDE = 10_000;
  private static final int COLUMNS = 16;
  private static final int BATCH = 100_000;
  private static final int BATCHES = 20;

  @TempDir Path folder;
  private final RootAllocator allocator = new RootAllocator();

  @AfterEach
  void nothing_leaks() {
    allocator.close();
  }

  @Test
  void reader_of_10_000_columns_opens_in_64_mib() throws Exception {
    Path file = folder.resolve("wide.parquet");
    Files.write(file, WideFooters.asFile(WideFooters.mixed(WIDE)));
    FooterAttacher.create().attachInPlace(file);

    assertThat(read("open", file)).isEqualTo(WIDE + " 0");
  }

  @Test
  void two_million_rows_of_16_columns_are_read_in_64_mib() throws Exception {
    Path file = folder.resolve("rows.parquet");
    ParquetWriteOptions options =
        ParquetWriteOptions.builder().dictionary(false).pageRows(BATCH).build();
    write(file, COLUMNS, BATCH, BATCHES, options);

    assertThat(read("file", file)).isEqualTo(COLUMNS + " " + (long) BATCH * BATCHES);
  }

  /** Writes a batch of numbers again and again. */
  private void write(Path file, int columns, int rows, int batches, ParquetWriteOptions options)
      throws IOException {
    List<FieldVector> vectors = new ArrayList<>();
    for (int column = 0; column < columns; column++) {
      vectors.add(numbers("c" + column, rows, allocator));
    }
    try (VectorSchemaRoot batch = new VectorSchemaRoot(vectors);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, batch.getSchema(), options, allocator)) {
      for (int i = 0; i < batches; i++) {
        writer.write(batch);
      }
      writer.finish();
    }
  }

  private static BigIntVector numbers(String name, int rows, BufferAllocator allocator) {
    BigIntVector vector = new BigIntVector(name, allocator);
    vector.allocateNew(rows);
    for (int row = 0; row < rows; row++) {
      vector.set(row, row);
    }
    vector.setValueCount(rows);
    return vector;
  }

  /** What {@link SmallHeapRead} prints. */
  private String read(String what, Path path) throws Exception {
    Path printed = folder.resolve("printed");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeapRead.class.getName(),
                what,
                path.toString())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();

    assertThat(process.waitFor()).as(Files.readString(printed)).isZero();
    return Files.readString(printed).strip();
  }
}
