// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.EncodedVariant;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Binary;
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

  /** Counts the cells and keeps none: less than any user's consumer could do. */
  static final class Counting extends RecordConsumer {
    private long cells;

    long cells() {
      return cells;
    }

    @Override
    public void startMessage() {}

    @Override
    public void endMessage() {}

    @Override
    public void startField(String field, int index) {}

    @Override
    public void endField(String field, int index) {}

    @Override
    public void startGroup() {}

    @Override
    public void endGroup() {}

    @Override
    public void addInteger(int value) {
      cells++;
    }

    @Override
    public void addLong(long value) {
      cells++;
    }

    @Override
    public void addBoolean(boolean value) {
      cells++;
    }

    @Override
    public void addBinary(Binary value) {
      cells++;
    }

    @Override
    public void addFloat(float value) {
      cells++;
    }

    @Override
    public void addDouble(double value) {
      cells++;
    }
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
