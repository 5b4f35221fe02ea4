// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UnknownLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** Files of random records, written by parquet-java in pages small enough to be many. */
final class RandomFile {
  /** All physical types, in flat, optional and deeply nested places. */
  static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message m {
            required boolean rb;
            optional boolean ob;
            required int32 ri;
            optional int32 oi;
            optional int32 i8 (INTEGER(8,true));
            optional int32 u16 (INTEGER(16,false));
            required int32 d9 (DECIMAL(9,2));
            optional int32 day (DATE);
            required int64 rl;
            optional int64 ol;
            optional int64 ts (TIMESTAMP(MICROS,true));
            required int64 d18 (DECIMAL(18,3));
            optional int96 legacy;
            required float rf;
            optional double od;
            required binary rs (STRING);
            optional binary os (STRING);
            optional binary db (DECIMAL(30,4));
            required fixed_len_byte_array(5) rx;
            optional fixed_len_byte_array(16) id (UUID);
            optional fixed_len_byte_array(9) df (DECIMAL(20,0));
            repeated int32 bare;
            optional group s { required int32 a; optional binary b; optional group t { optional int64 c; } }
            optional group l (LIST) { repeated group list { optional binary element (STRING); } }
            required group ll (LIST) {
              repeated group list {
                optional group element (LIST) { repeated group list { required int32 element; } }
              }
            }
            optional group m (MAP) {
              repeated group key_value {
                required binary key (STRING);
                optional group value { required double x; optional group l (LIST) { repeated group list { optional int32 element; } } }
              }
            }
          }
          """);

  private final Random random;

  private RandomFile(long seed) {
    this.random = new Random(seed);
  }

  /** How a file is written. */
  record Form(
      WriterVersion version, CompressionCodecName codec, boolean dictionary, boolean split) {}

  /** Writes {@code rows} random records. */
  static void write(Path file, Form form, int rows, long seed) throws IOException {
    write(
        file,
        SCHEMA,
        rows,
        seed,
        writer ->
            writer
                .withWriterVersion(form.version())
                .withCompressionCodec(form.codec())
                .withDictionaryEncoding(form.dictionary())
                .withByteStreamSplitEncoding(form.split()));
  }

  /** Writes {@code rows} random records of another schema. */
  static void write(
      Path file,
      MessageType schema,
      int rows,
      long seed,
      UnaryOperator<ExampleParquetWriter.Builder> how)
      throws IOException {
    RandomFile records = new RandomFile(seed);
    ExampleParquetWriter.Builder small =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(schema)
            .withPageSize(600)
            .withDictionaryPageSize(2000)
            .withMinRowCountForPageSizeCheck(3)
            .withMaxRowCountForPageSizeCheck(10)
            .withRowGroupRowCountLimit(rows / 2 + 1)
            .withPageWriteChecksumEnabled(true);
    try (ParquetWriter<Group> writer = how.apply(small).build()) {
      for (int row = 0; row < rows; row++) {
        // Long stretches of one kind make run lengths, short ones make bit packing.
        double nulls = row / 40 % 3 / 2.0;
        writer.write(records.group(schema, nulls));
      }
    }
  }

  private Group group(GroupType type, double nulls) {
    Group group = new SimpleGroup(type);
    fill(group, type, nulls);
    return group;
  }

  private void fill(Group group, GroupType type, double nulls) {
    for (int i = 0; i < type.getFieldCount(); i++) {
      Type field = type.getType(i);
      int count =
          switch (field.getRepetition()) {
            case REQUIRED -> 1;
            case OPTIONAL -> random.nextDouble() < nulls || isNull(field) ? 0 : 1;
            case REPEATED -> random.nextInt(4);
          };
      for (int n = 0; n < count; n++) {
        if (field.isPrimitive()) {
          add(group, i, field.asPrimitiveType());
        } else {
          fill(group.addGroup(i), field.asGroupType(), nulls);
        }
      }
    }
  }

  private static boolean isNull(Type field) {
    return field.getLogicalTypeAnnotation() instanceof UnknownLogicalTypeAnnotation;
  }

  private void add(Group group, int field, PrimitiveType type) {
    // Few values make dictionaries, many of them break dictionaries off.
    int number = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(20) - 10;
    switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> group.add(field, number > 0);
      case INT32 -> group.add(field, fitted(number, type));
      case INT64 -> group.add(field, (number * 3L) << random.nextInt(30));
      case FLOAT -> group.add(field, number / 3f);
      case DOUBLE -> group.add(field, number / 7.0);
      case INT96 -> group.add(field, Binary.fromConstantByteArray(int96(number)));
      case BINARY -> group.add(field, Binary.fromConstantByteArray(text(number)));
      case FIXED_LEN_BYTE_ARRAY ->
          group.add(field, Binary.fromConstantByteArray(bytes(type.getTypeLength())));
    }
  }

  /** A time within some thousand years of 1970. */
  private byte[] int96(int number) {
    final int julianDayOfEpoch = 2_440_588;
    final long nanosPerDay = 86_400_000_000_000L;
    return ByteBuffer.allocate(12)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(Math.floorMod(random.nextLong(), nanosPerDay))
        .putInt(julianDayOfEpoch + number % 1_000_000)
        .array();
  }

  /** Cut to the width of the annotation; what does not fit would not come back. */
  private static int fitted(int number, PrimitiveType type) {
    if (type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer) {
      int shift = Integer.SIZE - integer.getBitWidth();
      return integer.isSigned() ? number << shift >> shift : number << shift >>> shift;
    }
    return number;
  }

  /** One to twelve bytes, so that every value is a decimal too. */
  private byte[] text(int number) {
    byte[] text =
        "value %d".formatted(number % 1000).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    return random.nextInt(8) == 0 ? new byte[] {(byte) number} : text;
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    // A decimal of 20 digits has its nine bytes' first ones to spare.
    bytes[0] = (byte) (bytes[0] >> 6);
    return bytes;
  }
}
