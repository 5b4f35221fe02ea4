// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.variant.Variant;
import org.apache.parquet.variant.VariantValueWriter;

/** Hands Variants to parquet-java's shredding writer. */
final class ParquetJavaVariantWriteSupport extends WriteSupport<ParquetJavaFiles.Row> {
  private final MessageType schema;
  private final GroupType variant;
  private RecordConsumer out;

  ParquetJavaVariantWriteSupport(MessageType schema) {
    this.schema = schema;
    this.variant = schema.getType(VariantFilePeer.COLUMN).asGroupType();
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
  public void write(ParquetJavaFiles.Row row) {
    out.startMessage();
    out.startField("id", 0);
    out.addLong(row.id());
    out.endField("id", 0);
    if (row.variant() != null) {
      out.startField(variant.getName(), 1);
      VariantValueWriter.write(
          out, variant, new Variant(row.variant().value(), row.variant().metadata()));
      out.endField(variant.getName(), 1);
    }
    out.endMessage();
  }
}
