// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Files;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.variants.Variant;
import org.apache.parquet.schema.Type;

/** Iceberg's Variants in files, through its generic records. */
public final class IcebergFiles implements VariantFilePeer {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, COLUMN, Types.VariantType.get()));
  private static final Schema PROJECTION = SCHEMA.select(COLUMN);

  @Override
  public String name() {
    return "Iceberg";
  }

  @Override
  public void write(Path file, Type typedValue, List<EncodedVariant> rows) throws Exception {
    write(file, typedValue, rows, TableProperties.PARQUET_COMPRESSION_DEFAULT);
  }

  /** As the other one, compressed. */
  public void write(Path file, Type typedValue, List<EncodedVariant> rows, String codec)
      throws Exception {
    try (FileAppender<Record> writer =
        Parquet.write(Files.localOutput(file.toFile()))
            .set(TableProperties.PARQUET_COMPRESSION, codec)
            .schema(SCHEMA)
            .variantShreddingFunc((id, name) -> typedValue)
            .createWriterFunc(GenericParquetWriter::create)
            .build()) {
      GenericRecord row = GenericRecord.create(SCHEMA);
      for (int i = 0; i < rows.size(); i++) {
        row.set(0, (long) i);
        row.set(1, rows.get(i) == null ? null : IcebergVariants.variant(rows.get(i)));
        writer.add(row);
      }
    }
  }

  @Override
  public List<EncodedVariant> read(Path file) throws Exception {
    List<EncodedVariant> variants = new ArrayList<>();
    try (CloseableIterable<Record> rows = open(file)) {
      for (Record row : rows) {
        Variant variant = (Variant) row.get(0);
        variants.add(
            variant == null ? null : IcebergVariants.encoded(variant.metadata(), variant.value()));
      }
    }
    return variants;
  }

  /** Reads column {@code v} as Iceberg's own objects, and counts those that are not null. */
  public static long count(Path file) throws IOException {
    long count = 0;
    try (CloseableIterable<Record> rows = open(file)) {
      for (Record row : rows) {
        count += row.get(0) == null ? 0 : 1;
      }
    }
    return count;
  }

  private static CloseableIterable<Record> open(Path file) {
    return Parquet.read(Files.localInput(file.toFile()))
        .project(PROJECTION)
        .withNameMapping(MappingUtil.create(SCHEMA)) // foreign files have no field ids
        .createReaderFunc(schema -> GenericParquetReaders.buildReader(PROJECTION, schema))
        .build();
  }

  @Override
  public String toString() {
    return name();
  }
}
