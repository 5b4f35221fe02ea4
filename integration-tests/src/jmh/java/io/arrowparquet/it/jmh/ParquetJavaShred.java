// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.EncodedVariant;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.variant.ImmutableMetadata;
import org.apache.parquet.variant.Variant;
import org.apache.parquet.variant.VariantBuilder;
import org.apache.parquet.variant.VariantConverters;
import org.apache.parquet.variant.VariantValueWriter;

/**
 * Shredding and its reverse through parquet-java: its value writer calls a consumer for each cell,
 * and its converters put a row together of such calls.
 */
final class ParquetJavaShred {
  private ParquetJavaShred() {}

  static RecordedRow record(EncodedVariant row, GroupType column) {
    RecordedRow.Recorder recorder = new RecordedRow.Recorder();
    write(row, column, recorder);
    return recorder.row();
  }

  static void write(EncodedVariant row, GroupType column, RecordConsumer out) {
    VariantValueWriter.write(out, column, new Variant(row.value(), row.metadata()));
  }

  /** Puts rows together. */
  static final class Unshred implements VariantConverters.ParentConverter<VariantBuilder> {
    private final GroupConverter root;
    private ByteBuffer metadata;
    private VariantBuilder builder;

    Unshred(GroupType column) {
      root = VariantConverters.newVariantConverter(column, this::metadata, this);
    }

    private void metadata(ByteBuffer bytes) {
      metadata = bytes;
      builder = new VariantBuilder(new ImmutableMetadata(bytes));
    }

    @Override
    public void build(Consumer<VariantBuilder> step) {
      step.accept(builder);
    }

    EncodedVariant unshred(RecordedRow row) {
      row.replay(root);
      builder.appendNullIfEmpty();
      return EncodedVariant.copyOf(metadata, builder.encodedValue());
    }
  }
}
