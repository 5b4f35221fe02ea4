// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.apache.parquet.variant.Variant;
import org.apache.parquet.variant.VariantValueWriter;

/**
 * The wide file of the demonstration, as parquet-java writes it: {@code id}, plain columns {@code
 * c0001}, {@code c0002}, ... of four types, and the same {@linkplain DemoEvents events} twice,
 * shredded in the column {@code event} and unshredded in {@code raw}. The README's examples read
 * {@code id} and {@code event}.
 */
final class DemoFile {
  /** Leads every Variant group: version 1 of the specification. */
  private static final byte VARIANT_SPEC_VERSION = 1;

  static final String SHREDDED_COLUMN = "event";
  static final String UNSHREDDED_COLUMN = "raw";

  private static final int PLAIN_TYPES = 4;

  private final int plainColumns;
  private final int rowGroups;
  private final int rowsPerGroup;

  /**
   * @param columns top-level columns in all, the two Variant columns included
   * @param rowGroups row groups to write
   * @param rowsPerGroup rows of each
   */
  DemoFile(int columns, int rowGroups, int rowsPerGroup) {
    this.plainColumns = columns - 2;
    this.rowGroups = rowGroups;
    this.rowsPerGroup = rowsPerGroup;
  }

  /** Name of plain column {@code i}. */
  static String plainColumn(int i) {
    return i == 0 ? "id" : String.format("c%04d", i);
  }

  /** Writes the file; {@code file} must not exist. */
  void write(Path file) throws IOException {
    try (ParquetWriter<Integer> writer =
        new Builder(new LocalOutputFile(file), schema())
            .withConf(new PlainParquetConfiguration())
            .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
            .withRowGroupRowCountLimit(rowsPerGroup)
            .withPageSize(16 * 1024)
            .build()) {
      for (int row = 0; row < rowGroups * rowsPerGroup; row++) {
        writer.write(row);
      }
    }
  }

  private MessageType schema() {
    Types.MessageTypeBuilder message = Types.buildMessage();
    for (int i = 0; i < plainColumns; i++) {
      message.addField(plainType(i));
    }
    message.addField(variant(SHREDDED_COLUMN, shreddedEvent()));
    message.addField(variant(UNSHREDDED_COLUMN, null));
    return message.named("demo");
  }

  private static Type plainType(int i) {
    String name = plainColumn(i);
    return switch (i % PLAIN_TYPES) {
      case 0 -> Types.required(INT64).named(name);
      case 1 -> Types.optional(DOUBLE).named(name);
      case 2 -> Types.optional(BINARY).as(LogicalTypeAnnotation.stringType()).named(name);
      default -> Types.required(INT32).named(name);
    };
  }

  private static GroupType variant(String name, Type typedValue) {
    Types.GroupBuilder<GroupType> group =
        Types.optionalGroup()
            .as(LogicalTypeAnnotation.variantType(VARIANT_SPEC_VERSION))
            .addField(Types.required(BINARY).named("metadata"))
            .addField(Types.optional(BINARY).named("value"));
    return (typedValue == null ? group : group.addField(typedValue)).named(name);
  }

  /** Fields with a column of their own; parquet-java keeps the others, and misfits, in value. */
  private static GroupType shreddedEvent() {
    return Types.optionalGroup()
        .addField(shreddedField("id", Types.optional(INT64).named("typed_value")))
        .addField(shreddedField("kind", string()))
        .addField(
            shreddedField(
                "user",
                Types.optionalGroup()
                    .addField(shreddedField("name", string()))
                    .named("typed_value")))
        .addField(shreddedField("tags", shreddedTags()))
        .addField(shreddedField("amount", Types.optional(DOUBLE).named("typed_value")))
        .named("typed_value");
  }

  private static GroupType shreddedTags() {
    return Types.optionalGroup()
        .as(LogicalTypeAnnotation.listType())
        .addField(Types.repeatedGroup().addField(shreddedField("element", string())).named("list"))
        .named("typed_value");
  }

  private static GroupType shreddedField(String name, Type typedValue) {
    return Types.requiredGroup()
        .addField(Types.optional(BINARY).named("value"))
        .addField(typedValue)
        .named(name);
  }

  private static Type string() {
    return Types.optional(BINARY).as(LogicalTypeAnnotation.stringType()).named("typed_value");
  }

  private static final class Builder extends ParquetWriter.Builder<Integer, Builder> {
    private final MessageType schema;

    Builder(OutputFile file, MessageType schema) {
      super(file);
      this.schema = schema;
    }

    @Override
    protected Builder self() {
      return this;
    }

    /** Abstract above, although deprecated there. */
    @Override
    @SuppressWarnings("deprecation")
    protected WriteSupport<Integer> getWriteSupport(Configuration conf) {
      return new RowWriteSupport(schema);
    }

    @Override
    protected WriteSupport<Integer> getWriteSupport(ParquetConfiguration conf) {
      return new RowWriteSupport(schema);
    }
  }

  /** Writes row number {@code n}: every value follows from the row and the column. */
  private static final class RowWriteSupport extends WriteSupport<Integer> {
    private final MessageType schema;
    private RecordConsumer consumer;

    RowWriteSupport(MessageType schema) {
      this.schema = schema;
    }

    /** Abstract above, although deprecated there. */
    @Override
    @SuppressWarnings("deprecation")
    public WriteContext init(Configuration configuration) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      consumer = recordConsumer;
    }

    @Override
    public void write(Integer row) {
      Variant event = DemoEvents.event(row);
      consumer.startMessage();
      for (int column = 0; column < schema.getFieldCount(); column++) {
        Type field = schema.getType(column);
        consumer.startField(field.getName(), column);
        if (field.isPrimitive()) {
          writePlain(column, row);
        } else {
          VariantValueWriter.write(consumer, field.asGroupType(), event);
        }
        consumer.endField(field.getName(), column);
      }
      consumer.endMessage();
    }

    private void writePlain(int column, int row) {
      switch (column % PLAIN_TYPES) {
        case 0 -> consumer.addLong((long) column * 1_000_000 + row);
        case 1 -> consumer.addDouble(column + row / 8.0);
        case 2 -> consumer.addBinary(Binary.fromString("city-" + (column + row) % 32));
        default -> consumer.addInteger(column ^ row);
      }
    }
  }
}
