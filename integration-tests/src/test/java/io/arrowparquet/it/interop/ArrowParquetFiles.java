// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.parquet.schema.Type;

/** This project's own Variants in files, in the same form as its peers'. Every row is closed up. */
public final class ArrowParquetFiles implements VariantFilePeer {

  @Override
  public String name() {
    return "arrowparquet";
  }

  @Override
  public void write(Path file, Type typedValue, List<EncodedVariant> rows) throws IOException {
    write(file, typedValue == null ? null : ArrowShredding.of(typedValue), rows);
  }

  /** Writes by an Arrow type; null for unshredded. */
  public void write(Path file, Field schema, List<EncodedVariant> rows) throws IOException {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults().withFooter(FooterLayout.SPEC).withOverwrite(true);
    if (schema != null) {
      options = options.withShredding(COLUMN, schema, ShredMode.EXACT);
    }
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = batch(rows, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, batch.getSchema(), options, allocator)) {
      writer.write(batch);
      writer.finish();
    }
  }

  private static VectorSchemaRoot batch(List<EncodedVariant> rows, BufferAllocator allocator) {
    FieldType required = FieldType.notNullable(new ArrowType.Int(Long.SIZE, true));
    BigIntVector ids = new BigIntVector(new Field("id", required, null), allocator);
    StructVector storage = StructVector.empty(COLUMN, allocator);
    FieldType bytes = FieldType.notNullable(ArrowType.Binary.INSTANCE);
    VarBinaryVector metadata = storage.addOrGet("metadata", bytes, VarBinaryVector.class);
    VarBinaryVector value = storage.addOrGet("value", bytes, VarBinaryVector.class);
    for (int row = 0; row < rows.size(); row++) {
      ids.setSafe(row, row);
      EncodedVariant variant = rows.get(row);
      if (variant != null) {
        metadata.setSafe(row, variant.metadata());
        value.setSafe(row, variant.value());
        storage.setIndexDefined(row);
      }
    }
    ids.setValueCount(rows.size());
    storage.setValueCount(rows.size());
    return VectorSchemaRoot.of(ids, ParquetVariantVector.over(storage));
  }

  @Override
  public List<EncodedVariant> read(Path file) throws IOException {
    return read(file, COLUMN);
  }

  /** Reads a Variant column of another name, annotated or not. */
  public List<EncodedVariant> read(Path file, String name) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of(name))
            .withVariantColumns(Set.of(name)); // for files that lack the annotation
    List<EncodedVariant> rows = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        ParquetVariantVector column =
            (ParquetVariantVector) reader.getVectorSchemaRoot().getVector(name);
        try (ParquetVariantVector together = VariantUnshred.unshred(column, allocator)) {
          add(rows, together);
        }
      }
    }
    return rows;
  }

  private static void add(List<EncodedVariant> rows, ParquetVariantVector variants) {
    BinaryColumn metadata = BinaryColumn.of(variants.metadataVector(), variants.dictionaries());
    BinaryColumn value = BinaryColumn.of(variants.valueVector(), null);
    for (int row = 0; row < variants.getValueCount(); row++) {
      rows.add(
          variants.isNull(row)
              ? null
              : new EncodedVariant(bytes(metadata, row), bytes(value, row)));
    }
  }

  private static byte[] bytes(BinaryColumn column, int row) {
    column.seek(row);
    byte[] bytes = new byte[Math.toIntExact(column.end() - column.start())];
    column.buffer().getBytes(column.start(), bytes);
    return bytes;
  }

  @Override
  public String toString() {
    return name();
  }
}
