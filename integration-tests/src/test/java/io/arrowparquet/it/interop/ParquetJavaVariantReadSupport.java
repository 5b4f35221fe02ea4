// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.variant.ImmutableMetadata;
import org.apache.parquet.variant.VariantBuilder;
import org.apache.parquet.variant.VariantConverters;

/** Reads the Variant column alone, put together by parquet-java's converters. */
final class ParquetJavaVariantReadSupport extends ReadSupport<ParquetJavaFiles.Row> {

  @Override
  public ReadContext init(InitContext context) {
    MessageType file = context.getFileSchema();
    return new ReadContext(new MessageType(file.getName(), file.getType(VariantFilePeer.COLUMN)));
  }

  @Override
  @SuppressWarnings("deprecation") // still abstract
  public RecordMaterializer<ParquetJavaFiles.Row> prepareForRead(
      Configuration configuration,
      Map<String, String> keyValueMetaData,
      MessageType fileSchema,
      ReadContext readContext) {
    return new Rows(readContext.getRequestedSchema());
  }

  @Override
  public RecordMaterializer<ParquetJavaFiles.Row> prepareForRead(
      ParquetConfiguration configuration,
      Map<String, String> keyValueMetaData,
      MessageType fileSchema,
      ReadContext readContext) {
    return new Rows(readContext.getRequestedSchema());
  }

  private static final class Rows extends RecordMaterializer<ParquetJavaFiles.Row> {
    private final VariantConverter column;
    private final GroupConverter root;
    private long id;

    Rows(MessageType requested) {
      column = new VariantConverter(requested.getType(0).asGroupType());
      root =
          new GroupConverter() {
            @Override
            public Converter getConverter(int fieldIndex) {
              return column;
            }

            @Override
            public void start() {
              column.variant = null;
            }

            @Override
            public void end() {}
          };
    }

    @Override
    public ParquetJavaFiles.Row getCurrentRecord() {
      return new ParquetJavaFiles.Row(id++, column.variant);
    }

    @Override
    public GroupConverter getRootConverter() {
      return root;
    }
  }

  /** Needs the metadata before the value, and so the file to have them in that order. */
  private static final class VariantConverter extends GroupConverter
      implements VariantConverters.ParentConverter<VariantBuilder> {
    private final GroupConverter parts;
    private ByteBuffer metadata;
    private VariantBuilder builder;
    private EncodedVariant variant;

    VariantConverter(GroupType column) {
      parts = VariantConverters.newVariantConverter(column, this::metadata, this);
    }

    private void metadata(ByteBuffer bytes) {
      metadata = bytes;
      builder = new VariantBuilder(new ImmutableMetadata(bytes));
    }

    @Override
    public void build(Consumer<VariantBuilder> step) {
      step.accept(builder);
    }

    @Override
    public Converter getConverter(int fieldIndex) {
      return parts.getConverter(fieldIndex);
    }

    @Override
    public void start() {
      builder = null;
      parts.start();
    }

    @Override
    public void end() {
      parts.end();
      builder.appendNullIfEmpty();
      variant = EncodedVariant.copyOf(metadata, builder.encodedValue());
    }
  }
}
