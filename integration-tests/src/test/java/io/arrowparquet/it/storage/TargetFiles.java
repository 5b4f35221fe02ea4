// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.metadata.CompressionCodec;
import io.arrowparquet.variant.parquet.ParquetArrowWriter;
import io.arrowparquet.variant.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
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
        ParquetWriteOptions.builder()
            .codec(CompressionCodec.UNCOMPRESSED)
            .dictionary(false)
            .footer(FooterLayout.SPEC)
            .rowGroupBytes(1L << 40)
            .rowGroupRows(rowsOfGroup)
            .overwrite(true)
            .build();
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
