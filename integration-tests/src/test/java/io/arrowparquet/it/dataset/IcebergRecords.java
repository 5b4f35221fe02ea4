// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.iceberg.Files;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;

/** Iceberg's generic records: random ones into files, and those of files as text. */
final class IcebergRecords {
  private static final LocalDate DAY_0 = LocalDate.EPOCH;
  private static final LocalDateTime TIME_0 = DAY_0.atStartOfDay();

  private IcebergRecords() {}

  /** Writes random records of a schema. */
  static void write(Path file, Schema schema, Random random, int rows) throws IOException {
    try (FileAppender<Record> writer =
        Parquet.write(Files.localOutput(file.toFile()))
            .schema(schema)
            .createWriterFunc(GenericParquetWriter::create)
            .build()) {
      for (int row = 0; row < rows; row++) {
        writer.add(struct(schema.asStruct(), random));
      }
    }
  }

  private static Record struct(Types.StructType type, Random random) {
    Record record = GenericRecord.create(type);
    for (int i = 0; i < type.fields().size(); i++) {
      record.set(i, value(type.fields().get(i), random));
    }
    return record;
  }

  private static Object value(NestedField field, Random random) {
    if (field.isOptional() && random.nextInt(4) == 0) {
      return null;
    }
    Type type = field.type();
    return switch (type.typeId()) {
      case BOOLEAN -> random.nextBoolean();
      case INTEGER -> random.nextInt();
      case LONG -> random.nextLong();
      case FLOAT -> random.nextInt(100) / 8f;
      case DOUBLE -> random.nextGaussian();
      case DATE -> DAY_0.plusDays(random.nextInt(20_000));
      case TIMESTAMP -> {
        LocalDateTime time = TIME_0.plus(random.nextInt(), ChronoUnit.MICROS);
        yield ((Types.TimestampType) type).shouldAdjustToUTC()
            ? time.atOffset(ZoneOffset.UTC)
            : time;
      }
      case STRING -> "text " + random.nextInt(50);
      case BINARY -> ByteBuffer.wrap(new byte[] {1, (byte) random.nextInt()});
      case FIXED -> {
        byte[] bytes = new byte[((Types.FixedType) type).length()];
        random.nextBytes(bytes);
        yield bytes;
      }
      case DECIMAL -> {
        Types.DecimalType decimal = (Types.DecimalType) type;
        BigInteger most = BigInteger.TEN.pow(decimal.precision());
        BigInteger digits = new BigInteger(most.bitLength() + 8, random).mod(most);
        yield new BigDecimal(random.nextBoolean() ? digits : digits.negate(), decimal.scale());
      }
      case STRUCT -> struct(type.asStructType(), random);
      case LIST -> {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(value(type.asListType().fields().get(0), random));
        }
        yield list;
      }
      case MAP -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          map.put("key " + i, value(type.asMapType().fields().get(1), random));
        }
        yield map;
      }
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  /** The rows of a file in another schema, as Iceberg reads them. */
  static List<String> read(Path file, Schema schema) throws IOException {
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> records =
        Parquet.read(Files.localInput(file.toFile()))
            .project(schema)
            .createReaderFunc(type -> GenericParquetReaders.buildReader(schema, type))
            .build()) {
      for (Record record : records) {
        rows.add(text(schema.asStruct(), record));
      }
    }
    return rows;
  }

  /** A value, as of a record, in words. */
  static String text(Type type, Object value) {
    if (value == null) {
      return "null";
    }
    return switch (type.typeId()) {
      case STRUCT -> {
        List<String> fields = new ArrayList<>();
        List<NestedField> children = type.asStructType().fields();
        for (int i = 0; i < children.size(); i++) {
          fields.add(
              children.get(i).name() + "=" + text(children.get(i).type(), ((Record) value).get(i)));
        }
        yield fields.toString();
      }
      case LIST -> {
        Type element = type.asListType().elementType();
        yield "list" + ((List<?>) value).stream().map(one -> text(element, one)).toList();
      }
      case MAP -> {
        Map<String, String> sorted = new TreeMap<>();
        ((Map<?, ?>) value)
            .forEach((k, v) -> sorted.put(k.toString(), text(type.asMapType().valueType(), v)));
        yield sorted.toString();
      }
      case DATE -> Long.toString(((LocalDate) value).toEpochDay());
      case TIMESTAMP -> {
        Instant instant =
            value instanceof OffsetDateTime time
                ? time.toInstant()
                : ((LocalDateTime) value).toInstant(ZoneOffset.UTC);
        yield Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, instant));
      }
      case BINARY -> {
        ByteBuffer bytes = ((ByteBuffer) value).duplicate();
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        yield HexFormat.of().formatHex(copy);
      }
      case FIXED -> HexFormat.of().formatHex((byte[]) value);
      default -> value.toString();
    };
  }

  /** A row of a vector in the same words. */
  static String text(Type type, FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return "null";
    }
    return switch (type.typeId()) {
      case STRUCT -> struct(type.asStructType(), vector.getChildrenFromFields(), row);
      case LIST -> {
        ListVector list = (ListVector) vector;
        List<String> elements = new ArrayList<>();
        for (int i = list.getElementStartIndex(row); i < list.getElementEndIndex(row); i++) {
          elements.add(text(type.asListType().elementType(), list.getDataVector(), i));
        }
        yield "list" + elements;
      }
      case MAP -> {
        ListVector list = (ListVector) vector;
        List<FieldVector> pair = list.getDataVector().getChildrenFromFields();
        Map<String, String> sorted = new TreeMap<>();
        for (int i = list.getElementStartIndex(row); i < list.getElementEndIndex(row); i++) {
          sorted.put(
              pair.get(0).getObject(i).toString(),
              text(type.asMapType().valueType(), pair.get(1), i));
        }
        yield sorted.toString();
      }
      case TIMESTAMP -> Long.toString(vector.getDataBuffer().getLong((long) row * Long.BYTES));
      case BINARY, FIXED -> HexFormat.of().formatHex((byte[]) vector.getObject(row));
      default -> vector.getObject(row).toString();
    };
  }

  /** Fields of a row, in the same words. */
  static String struct(Types.StructType type, List<FieldVector> vectors, int row) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < vectors.size(); i++) {
      NestedField field = type.fields().get(i);
      fields.add(field.name() + "=" + text(field.type(), vectors.get(i), row));
    }
    return fields.toString();
  }
}
