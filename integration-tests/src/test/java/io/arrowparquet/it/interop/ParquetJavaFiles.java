// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.schema.Type;

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
    try (ParquetWriter<Row> writer =
        new Writer(new LocalOutputFile(file), typedValue)
            .withConf(new PlainParquetConfiguration())
            .withCompressionCodec(codec)
            .build()) {
      for (int i = 0; i < rows.size(); i++) {
        writer.write(new Row(i, rows.get(i)));
      }
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

  private static final class Writer extends ParquetWriter.Builder<Row, Writer> {
    private final Type typedValue;

    Writer(OutputFile file, Type typedValue) {
      super(file);
      this.typedValue = typedValue;
    }

    @Override
    protected Writer self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // still abstract
    protected WriteSupport<Row> getWriteSupport(Configuration conf) {
      return new ParquetJavaVariantWriteSupport(VariantFilePeer.schema(typedValue));
    }

    @Override
    protected WriteSupport<Row> getWriteSupport(ParquetConfiguration conf) {
      return new ParquetJavaVariantWriteSupport(VariantFilePeer.schema(typedValue));
    }
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
