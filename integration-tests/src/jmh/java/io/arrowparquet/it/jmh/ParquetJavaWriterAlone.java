// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.VariantFilePeer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * parquet-java's file writer without any work on Variants: it is given, as Java objects, the values
 * of columns that have been shredded before. What no writer through parquet-java can be faster
 * than, but for how it hands over values.
 */
final class ParquetJavaWriterAlone {
  private ParquetJavaWriterAlone() {}

  /** Writes the same file as {@link io.arrowparquet.it.interop.ParquetJavaFiles}. */
  static void write(Path file, Type typedValue, List<RecordedRow> rows, CompressionCodecName codec)
      throws IOException {
    try (ParquetWriter<RecordedRow> writer =
        new Builder(new LocalOutputFile(file), VariantFilePeer.schema(typedValue))
            .withConf(new PlainParquetConfiguration())
            .withCompressionCodec(codec)
            .build()) {
      for (RecordedRow row : rows) {
        writer.write(row);
      }
    }
  }

  private static final class Builder extends ParquetWriter.Builder<RecordedRow, Builder> {
    private final MessageType schema;

    Builder(OutputFile file, MessageType schema) {
      super(file);
      this.schema = schema;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // still abstract
    protected WriteSupport<RecordedRow> getWriteSupport(Configuration conf) {
      return new Rows(schema);
    }

    @Override
    protected WriteSupport<RecordedRow> getWriteSupport(ParquetConfiguration conf) {
      return new Rows(schema);
    }
  }

  private static final class Rows extends WriteSupport<RecordedRow> {
    private final MessageType schema;
    private RecordConsumer out;
    private long id;

    Rows(MessageType schema) {
      this.schema = schema;
    }

    @Override
    @SuppressWarnings("deprecation") // still abstract
    public WriteContext init(Configuration configuration) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      out = recordConsumer;
    }

    @Override
    public void write(RecordedRow row) {
      out.startMessage();
      out.startField("id", 0);
      out.addLong(id++);
      out.endField("id", 0);
      out.startField(VariantFilePeer.COLUMN, 1);
      row.replay(out);
      out.endField(VariantFilePeer.COLUMN, 1);
      out.endMessage();
    }
  }
}
