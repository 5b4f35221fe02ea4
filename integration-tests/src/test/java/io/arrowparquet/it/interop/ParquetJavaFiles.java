// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.variant.Variant;
import org.apache.parquet.variant.VariantValueWriter;

/** parquet-java's Variants in files. It shreds every type but uuid. */
public final class ParquetJavaFiles implements VariantFilePeer {

  /** One row; {@code variant} is null for SQL null. */
  record Row(long id, EncodedVariant variant) {}

  @Override
  public String name() {
    return "parquet-java";
  }

  @Override
  public void write(Path file, Type typedValue, List<EncodedVariant> rows) throws Exception {
    write(file, typedValue, rows, CompressionCodecName.UNCOMPRESSED);
  }

  /** As the other one, compressed. */
  public void write(
      Path file, Type typedValue, List<EncodedVariant> rows, CompressionCodecName codec)
      throws Exception {
    MessageType schema = VariantFilePeer.schema(typedValue);
    GroupType variant = schema.getType(VariantFilePeer.COLUMN).asGroupType();
    try (ParquetWriter<Row> writer =
        new RecordWriter<Row>(file, schema, (out, row) -> write(out, variant, row))
            .withCompressionCodec(codec)
            .build()) {
      for (int i = 0; i < rows.size(); i++) {
        writer.write(new Row(i, rows.get(i)));
      }
    }
  }

  private static void write(RecordConsumer out, GroupType variant, Row row) {
    out.startField("id", 0);
    out.addLong(row.id());
    out.endField("id", 0);
    if (row.variant() != null) {
      out.startField(variant.getName(), 1);
      VariantValueWriter.write(
          out, variant, new Variant(row.variant().value(), row.variant().metadata()));
      out.endField(variant.getName(), 1);
    }
  }

  @Override
  public List<EncodedVariant> read(Path file) throws Exception {
    List<EncodedVariant> variants = new ArrayList<>();
    try (ParquetReader<Row> reader =
        new Reader(new LocalInputFile(file)).withConf(new PlainParquetConfiguration()).build()) {
      for (Row row = reader.read(); row != null; row = reader.read()) {
        variants.add(row.variant());
      }
    }
    return variants;
  }

  @Override
  public String toString() {
    return name();
  }

  private static final class Reader extends ParquetReader.Builder<Row> {
    Reader(InputFile file) {
      super(file);
    }

    @Override
    protected ReadSupport<Row> getReadSupport() {
      return new ParquetJavaVariantReadSupport();
    }
  }
}
