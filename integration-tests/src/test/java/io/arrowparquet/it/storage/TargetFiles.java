// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.dataset.file.DatasetFileWriter;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Writes files with FlatBuffers footers whose pages do not compress. */
final class TargetFiles {
  private static final int BATCH = 16_384;
  private static final int BYTES_OF_VALUE = 60;

  private TargetFiles() {}

  /**
   * Writes a file of 64-bit columns {@code c0}, {@code c1} and so on.
   *
   * @param binary whether there is a column {@code bytes} too, of up to 60 bytes in a row
   */
  static Path write(Path file, int columns, boolean binary, int rowGroups, int rowsOfGroup)
      throws IOException {
    List<Field> fields = new ArrayList<>();
    for (int column = 0; column < columns; column++) {
      fields.add(Field.nullable("c" + column, new ArrowType.Int(64, true)));
    }
    if (binary) {
      fields.add(Field.nullable("bytes", ArrowType.Binary.INSTANCE));
    }
    Schema schema = new Schema(fields);
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withCodec(ParquetCodec.UNCOMPRESSED)
            .withDictionary(false)
            .withFooter(FooterLayout.SPEC)
            .withRowGroupBytes(1L << 40)
            .withRowGroupRows(rowsOfGroup)
            .withOverwrite(true);
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ParquetArrowWriter writer = ParquetArrowWriter.open(file, schema, options, allocator)) {
      long rows = (long) rowGroups * rowsOfGroup;
      for (long row = 0; row < rows; row += BATCH) {
        fill(root, row, (int) Math.min(BATCH, rows - row));
        writer.write(root);
      }
      writer.finish();
    }
    return file;
  }

  /**
   * Writes a file of random numbers by DuckDB, which makes one data page of a column chunk.
   *
   * @param rowGroups of 122 880 rows, DuckDB's default
   */
  static Path writeByDuckDb(Path file, int columns, int rowGroups) throws SQLException {
    String numbers =
        IntStream.range(0, columns)
            .mapToObj(
                column -> "hash(i * " + (columns + 1) + " + " + column + ")::UBIGINT c" + column)
            .collect(Collectors.joining(", "));
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET threads = 1");
      statement.execute(
          "COPY (SELECT "
              + numbers
              + " FROM range("
              + rowGroups * 122_880L
              + ") t(i)) TO '"
              + file
              + "' (FORMAT parquet)");
    }
    return file;
  }

  /**
   * Writes a file of random numbers by Arrow C++ as pyarrow does by default: pages of 1 MiB before
   * compression, and dictionaries as long as they have less than that.
   */
  static Path writeByArrowCpp(Path file, int columns, int rowGroups, int rowsOfGroup)
      throws Exception {
    List<Field> fields = new ArrayList<>();
    for (int column = 0; column < columns; column++) {
      fields.add(Field.nullable("c" + column, new ArrowType.Int(64, true)));
    }
    Path folder = Files.createTempDirectory(file.toAbsolutePath().getParent(), "arrow");
    try (RootAllocator allocator = new RootAllocator()) {
      Schema schema = new Schema(fields);
      try (ArrowReader rows = new RandomRows(schema, rowGroups, rowsOfGroup, allocator)) {
        String uri = folder.toUri().toString();
        DatasetFileWriter.write(
            allocator, rows, FileFormat.PARQUET, uri, new String[0], 1, "{i}.parquet");
      }
      // Threads of Arrow C++ may give batches back after the writer has returned.
      while (allocator.getAllocatedMemory() > 0) {
        Thread.sleep(1);
      }
    }
    Files.move(folder.resolve("0.parquet"), file, StandardCopyOption.REPLACE_EXISTING);
    Files.delete(folder);
    return file;
  }

  /** Batches of random numbers, each of which becomes a row group. */
  private static final class RandomRows extends ArrowReader {
    private final Schema schema;
    private final int batches;
    private final int rowsOfBatch;
    private int batch;

    RandomRows(Schema schema, int batches, int rowsOfBatch, BufferAllocator allocator) {
      super(allocator);
      this.schema = schema;
      this.batches = batches;
      this.rowsOfBatch = rowsOfBatch;
    }

    @Override
    public boolean loadNextBatch() throws IOException {
      if (batch == batches) {
        return false;
      }
      fill(getVectorSchemaRoot(), batch++, rowsOfBatch);
      return true;
    }

    @Override
    public long bytesRead() {
      return 0;
    }

    @Override
    protected void closeReadSource() {}

    @Override
    protected Schema readSchema() {
      return schema;
    }
  }

  private static void fill(VectorSchemaRoot root, long first, int rows) {
    SplittableRandom random = new SplittableRandom(first);
    for (FieldVector vector : root.getFieldVectors()) {
      if (vector instanceof BigIntVector numbers) {
        numbers.allocateNew(rows);
        for (int row = 0; row < rows; row++) {
          numbers.set(row, random.nextLong());
        }
      } else {
        VarBinaryVector bytes = (VarBinaryVector) vector;
        bytes.allocateNew((long) BYTES_OF_VALUE * rows, rows);
        byte[] value = new byte[BYTES_OF_VALUE];
        for (int row = 0; row < rows; row++) {
          random.nextBytes(value);
          bytes.set(row, value, 0, random.nextInt(value.length));
        }
      }
    }
    root.setRowCount(rows);
  }
}
