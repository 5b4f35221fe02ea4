// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader needs of the heap: each test reads in a JVM of its own. */
class SmallHeapReadTest {
  private static final int WIDE = 10_000;
  private static final int COLUMNS = 16;
  private static final int BATCH = 100_000;
  private static final int BATCHES = 20;
  private static final int FILES = 2000;
  private static final int ROWS_OF_FILE = 10_000;
  private static final int BUNDLED_FILES = 5000;

  /** Names with numbers of one length from here on have the order of their numbers. */
  private static final int FIRST_NAME = 10_000;

  @TempDir Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  @Test
  void all_of_10_000_columns_are_read_in_64_mib() throws Exception {
    Path file = folder.resolve("wide.parquet");
    List<FieldVector> vectors = new ArrayList<>();
    for (int column = 0; column < WIDE; column++) {
      vectors.add(column % 2 == 0 ? numbers("c" + column, 1) : text("c" + column));
    }
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults().withFooter(FooterLayout.SPEC).withDictionary(false);
    write(file, vectors, 1, options);

    assertThat(read("file", file)).isEqualTo(WIDE + " 1");
  }

  @Test
  void two_million_rows_of_16_columns_are_read_in_64_mib() throws Exception {
    Path file = folder.resolve("rows.parquet");
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults().withDictionary(false).withPageRows(BATCH);
    write(file, numbers(COLUMNS, BATCH), BATCHES, options);

    assertThat(read("file", file)).isEqualTo(COLUMNS + " " + (long) BATCH * BATCHES);
  }

  @Test
  void set_of_2_000_attached_files_is_read_in_64_mib() throws Exception {
    // Longer than what is read from a file's end at once.
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withFooter(FooterLayout.SPEC)
            .withCodec(ParquetCodec.UNCOMPRESSED)
            .withDictionary(false);
    Path set = Files.createDirectory(folder.resolve("set"));
    Path first = set.resolve("0.parquet");
    write(first, numbers(1, ROWS_OF_FILE), 1, options);
    assertThat(Files.size(first)).isGreaterThan(64 * 1024);
    for (int file = 1; file < FILES; file++) {
      Files.createLink(set.resolve(file + ".parquet"), first);
    }

    assertThat(read("set", set)).isEqualTo("1 " + (long) FILES * ROWS_OF_FILE);
  }

  @Test
  void bundle_of_5_000_files_in_two_schemas_by_turns_is_read_in_64_mib() throws Exception {
    Path set = Files.createDirectory(folder.resolve("set"));
    List<BundleInput> inputs = new ArrayList<>();
    for (int file = 0; file < BUNDLED_FILES; file++) {
      // In the order of their paths, so that schemas take turns in the bundle too.
      Path path = set.resolve((FIRST_NAME + file) + ".parquet");
      if (file < 2) {
        write(path, numbers(1 + file, 1), 1, ParquetWriteOptions.defaults());
      } else {
        Files.createLink(path, set.resolve((FIRST_NAME + file % 2) + ".parquet"));
      }
      inputs.add(BundleInput.of(folder, path));
    }
    Path bundle = folder.resolve("set.bundle");
    new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults()).write(inputs, false);

    assertThat(read("bundle", bundle)).isEqualTo("1 " + BUNDLED_FILES);
  }

  /** Writes a batch again and again, and frees it. */
  private void write(Path file, List<FieldVector> vectors, int batches, ParquetWriteOptions options)
      throws IOException {
    try (VectorSchemaRoot batch = new VectorSchemaRoot(vectors);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, batch.getSchema(), options, allocator)) {
      for (int i = 0; i < batches; i++) {
        writer.write(batch);
      }
      writer.finish();
    }
  }

  private List<FieldVector> numbers(int columns, int rows) {
    List<FieldVector> vectors = new ArrayList<>();
    for (int column = 0; column < columns; column++) {
      vectors.add(numbers("c" + column, rows));
    }
    return vectors;
  }

  private BigIntVector numbers(String name, int rows) {
    BigIntVector vector = new BigIntVector(name, allocator);
    vector.allocateNew(rows);
    for (int row = 0; row < rows; row++) {
      vector.set(row, row);
    }
    vector.setValueCount(rows);
    return vector;
  }

  private VarCharVector text(String name) {
    VarCharVector vector = new VarCharVector(name, allocator);
    vector.allocateNew(16, 1);
    vector.setSafe(0, name.getBytes(StandardCharsets.UTF_8));
    vector.setValueCount(1);
    return vector;
  }

  /** What {@link SmallHeapRead} prints. */
  private String read(String what, Path path) throws Exception {
    Path printed = folder.resolve("printed");
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // To compile with C2 takes no heap, and longer than the reading.
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeapRead.class.getName(),
                what,
                path.toString())
            // Newer JVMs warn there of what Arrow uses.
            .redirectError(errors.toFile())
            .redirectOutput(printed.toFile())
            .start();

    assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
    return Files.readString(printed).strip();
  }
}
