// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Files of a column {@code id} and a Variant column {@code v}, from JSON texts. */
public final class JsonFile {
  public static final int ROW_GROUP = 400;
  public static final int PAGE = 100;

  private JsonFile() {}

  /**
   * Writes a file of several row groups and pages.
   *
   * @param rows JSON texts; null for SQL null
   * @param shredding type of the {@code typed_value}; null for an unshredded file
   */
  public static void write(
      Path file, List<String> rows, String shredding, BufferAllocator allocator)
      throws IOException {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withRowGroupRows(ROW_GROUP)
            .withPageRows(PAGE)
            .withOverwrite(true);
    options =
        shredding == null
            ? options.withUnshredded("v")
            : options.withShredding("v", ArrowTypeText.parse("v", shredding), ShredMode.LENIENT);
    try (VarCharVector text = new VarCharVector("v", allocator);
        BigIntVector id = new BigIntVector("id", allocator)) {
      for (int row = 0; row < rows.size(); row++) {
        id.setSafe(row, row);
        if (rows.get(row) != null) {
          text.setSafe(row, rows.get(row).getBytes(StandardCharsets.UTF_8));
        }
      }
      id.setValueCount(rows.size());
      text.setValueCount(rows.size());
      try (ParquetVariantVector variants = VariantFromJson.parse(text, allocator)) {
        VectorSchemaRoot batch = new VectorSchemaRoot(List.<FieldVector>of(id, variants));
        try (ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, batch.getSchema(), options, allocator)) {
          for (int row = 0; row < rows.size(); row += PAGE) {
            try (VectorSchemaRoot page = batch.slice(row, Math.min(PAGE, rows.size() - row))) {
              writer.write(page);
            }
          }
          writer.finish();
        }
      }
    }
  }
}
