// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;

/** Files that are read from afar: row groups of three columns whose rows do not compress. */
final class StorageFile {
  private StorageFile() {}

  /** A batch whose values follow from {@code seed}. */
  static VectorSchemaRoot batch(int rows, long seed, BufferAllocator allocator) {
    Random random = new Random(seed);
    BigIntVector id = new BigIntVector("id", allocator);
    Float8Vector number = new Float8Vector("number", allocator);
    VarCharVector text = new VarCharVector("text", allocator);
    VectorSchemaRoot root = VectorSchemaRoot.of(id, number, text);
    for (int row = 0; row < rows; row++) {
      id.setSafe(row, row);
      number.setSafe(row, random.nextDouble());
      text.setSafe(
          row, HexFormat.of().toHexDigits(random.nextLong()).getBytes(StandardCharsets.US_ASCII));
    }
    root.setRowCount(rows);
    return root;
  }

  static ParquetWriteOptions options(int rowsOfGroup) {
    return builder(rowsOfGroup).withFooter(FooterLayout.SPEC);
  }

  private static ParquetWriteOptions builder(int rowsOfGroup) {
    return ParquetWriteOptions.defaults()
        .withRowGroupRows(rowsOfGroup)
        .withCodec(ParquetCodec.UNCOMPRESSED)
        .withDictionary(false);
  }

  /** The bytes of a file of some row groups, with a FlatBuffers footer. */
  static byte[] bytes(Path folder, int groups, int rowsOfGroup, long seed) throws IOException {
    return bytes(folder, groups, rowsOfGroup, seed, options(rowsOfGroup));
  }

  /** The same file without a FlatBuffers footer. */
  static byte[] plainBytes(Path folder, int groups, int rowsOfGroup, long seed) throws IOException {
    ParquetWriteOptions plain = builder(rowsOfGroup).withFooter(FooterLayout.THRIFT);
    return bytes(folder, groups, rowsOfGroup, seed, plain);
  }

  private static byte[] bytes(
      Path folder, int groups, int rowsOfGroup, long seed, ParquetWriteOptions options)
      throws IOException {
    Path file = Files.createTempFile(folder, "storage", ".parquet");
    Files.delete(file);
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = batch(groups * rowsOfGroup, seed, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, root.getSchema(), options, allocator)) {
      writer.write(root);
      writer.finish();
    }
    return Files.readAllBytes(file);
  }

  /** All rows as text. */
  static String rows(ArrowReader reader) throws IOException {
    StringBuilder rows = new StringBuilder();
    while (reader.loadNextBatch()) {
      rows.append(reader.getVectorSchemaRoot().contentToTSVString());
    }
    return rows.toString();
  }

  static String rows(byte[] file) throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(
                ByteSources.memory("memory", ByteBuffer.wrap(file)),
                ParquetReadOptions.defaults(),
                allocator)) {
      return rows(reader);
    }
  }
}
