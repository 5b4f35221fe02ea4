// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.cast.CastOptions;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Rows as JSON objects, into Parquet files and out of batches. */
final class JsonTable {
  private static final CastOptions NULLS_SHOWN = CastOptions.defaults().withKeepNullFields(true);

  private JsonTable() {}

  /**
   * Writes a file.
   *
   * @param type a struct of the columns; {@code name#5} is a field of id 5
   * @param rows an object each
   */
  static void write(
      Path file,
      String type,
      ParquetWriteOptions options,
      BufferAllocator allocator,
      String... rows)
      throws IOException {
    VariantDecode decode =
        new VariantDecode(withIds(ArrowTypeText.parse("row", type)), ConversionMode.STRICT);
    try (VarCharVector text = new VarCharVector("row", allocator)) {
      for (int row = 0; row < rows.length; row++) {
        text.setSafe(row, rows[row].getBytes(StandardCharsets.UTF_8));
      }
      text.setValueCount(rows.length);
      try (ParquetVariantVector variants = VariantFromJson.parse(text, allocator);
          StructVector table = (StructVector) decode.decode(variants, allocator);
          VectorSchemaRoot root = new VectorSchemaRoot(table.getChildrenFromFields());
          ParquetArrowWriter writer =
              ParquetArrowWriter.open(file, root.getSchema(), options, allocator)) {
        root.setRowCount(rows.length);
        writer.write(root);
        writer.finish();
      }
    }
  }

  /** The schema of a struct of columns, of which {@code name#5} is a field of id 5. */
  static Schema schema(String type) {
    return new Schema(withIds(ArrowTypeText.parse("row", type)).getChildren());
  }

  private static Field withIds(Field field) {
    int at = field.getName().indexOf('#');
    String name = at < 0 ? field.getName() : field.getName().substring(0, at);
    Map<String, String> metadata =
        at < 0
            ? field.getMetadata()
            : Map.of(ArrowSchema.FIELD_ID, field.getName().substring(at + 1));
    FieldType type = new FieldType(field.isNullable(), field.getType(), null, metadata);
    return new Field(name, type, field.getChildren().stream().map(JsonTable::withIds).toList());
  }

  /** All rows that are left, an object each, null columns shown. */
  static List<String> read(ArrowReader reader, BufferAllocator allocator) throws IOException {
    List<String> rows = new ArrayList<>();
    while (reader.loadNextBatch()) {
      rows.addAll(rows(reader.getVectorSchemaRoot(), allocator));
    }
    return rows;
  }

  /** The rows of a batch, an object each. */
  static List<String> rows(VectorSchemaRoot batch, BufferAllocator allocator) {
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < batch.getRowCount(); row++) {
      rows.add("");
    }
    for (FieldVector column : batch.getFieldVectors()) {
      try (LargeVarCharVector json = json(column, allocator)) {
        for (int row = 0; row < batch.getRowCount(); row++) {
          String value =
              json.isNull(row) ? "null" : new String(json.get(row), StandardCharsets.UTF_8);
          String before = rows.get(row);
          String comma = before.isEmpty() ? "" : ",";
          rows.set(row, before + comma + '"' + column.getName() + "\":" + value);
        }
      }
    }
    rows.replaceAll(row -> "{" + row + "}");
    return rows;
  }

  private static LargeVarCharVector json(FieldVector column, BufferAllocator allocator) {
    if (column instanceof ParquetVariantVector variants) {
      return VariantToJson.writeLarge(variants, allocator, VariantLimits.defaults());
    }
    try (ParquetVariantVector variants = VariantCast.cast(column, allocator, NULLS_SHOWN, null)) {
      return VariantToJson.writeLarge(variants, allocator, VariantLimits.defaults());
    }
  }
}
