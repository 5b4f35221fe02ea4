// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/**
 * parquet-java's file writer, for rows that a function hands to the record consumer.
 *
 * @param <T> rows
 */
public final class RecordWriter<T> extends ParquetWriter.Builder<T, RecordWriter<T>> {
  private final MessageType schema;
  private final BiConsumer<RecordConsumer, T> fields;

  /** A writer of a file; {@code fields} writes a row's fields, between its start and its end. */
  public RecordWriter(Path file, MessageType schema, BiConsumer<RecordConsumer, T> fields) {
    super(new LocalOutputFile(file));
    this.schema = schema;
    this.fields = fields;
    withConf(new PlainParquetConfiguration());
  }

  @Override
  protected RecordWriter<T> self() {
    return this;
  }

  @Override
  @SuppressWarnings("deprecation") // still abstract
  protected WriteSupport<T> getWriteSupport(Configuration conf) {
    return new Rows<>(schema, fields);
  }

  @Override
  protected WriteSupport<T> getWriteSupport(ParquetConfiguration conf) {
    return new Rows<>(schema, fields);
  }

  private static final class Rows<T> extends WriteSupport<T> {
    private final MessageType schema;
    private final BiConsumer<RecordConsumer, T> fields;
    private RecordConsumer out;

    Rows(MessageType schema, BiConsumer<RecordConsumer, T> fields) {
      this.schema = schema;
      this.fields = fields;
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
    public void write(T row) {
      out.startMessage();
      fields.accept(out, row);
      out.endMessage();
    }
  }
}
