// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantDictionary;
import io.arrowparquet.variant.value.VariantMetadata;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** This library's builder and cursor, as a peer among peers. */
public final class OurVariants implements VariantPeer {
  private static final long NANOS_PER_MICRO = 1_000;

  @Override
  public String name() {
    return "arrowparquet";
  }

  @Override
  public boolean supports(Object tree) {
    return true;
  }

  @Override
  public boolean keepsIntegerWidths() {
    return true;
  }

  @Override
  public EncodedVariant encode(Object tree) {
    try (BufferAllocator allocator = new RootAllocator();
        VariantDictionary names = new VariantDictionary(allocator);
        VariantBuilder builder = new VariantBuilder(allocator).use(names)) {
      append(builder, tree);
      byte[] metadata = new byte[names.metadataLength()];
      byte[] value = new byte[builder.lengthBytes()];
      try (ArrowBuf bytes = allocator.buffer(Math.max(metadata.length, value.length))) {
        names.writeMetadata(bytes, 0);
        bytes.getBytes(0, metadata);
        builder.writeTo(bytes, 0);
        bytes.getBytes(0, value);
      }
      return new EncodedVariant(metadata, value);
    }
  }

  @Override
  public Object decode(EncodedVariant variant) {
    byte[] metadata = variant.metadata();
    byte[] value = variant.value();
    try (BufferAllocator allocator = new RootAllocator();
        ArrowBuf metadataBytes = allocator.buffer(metadata.length);
        ArrowBuf valueBytes = allocator.buffer(value.length)) {
      metadataBytes.setBytes(0, metadata);
      valueBytes.setBytes(0, value);
      VariantMetadata names = new VariantMetadata();
      names.wrap(metadataBytes, 0, metadata.length);
      VariantCursor cursor = new VariantCursor();
      cursor.wrap(names, valueBytes, 0, value.length);
      return tree(cursor);
    }
  }

  @Override
  public String toString() {
    return name();
  }

  static void append(VariantBuilder builder, Object tree) {
    if (tree instanceof Map<?, ?> object) {
      builder.startObject();
      object.forEach((name, value) -> append(builder.field((String) name), value));
      builder.endObject();
    } else if (tree instanceof List<?> array) {
      builder.startArray();
      array.forEach(element -> append(builder, element));
      builder.endArray();
    } else if (tree == null) {
      builder.appendNull();
    } else if (tree instanceof Number number) {
      appendNumber(builder, number);
    } else {
      appendOther(builder, tree);
    }
  }

  private static void appendNumber(VariantBuilder builder, Number number) {
    if (number instanceof Byte int8) {
      builder.appendInt8(int8);
    } else if (number instanceof Short int16) {
      builder.appendInt16(int16);
    } else if (number instanceof Integer int32) {
      builder.appendInt32(int32);
    } else if (number instanceof Long int64) {
      builder.appendInt64(int64);
    } else if (number instanceof Float real) {
      builder.appendFloat(real);
    } else if (number instanceof Double real) {
      builder.appendDouble(real);
    } else {
      BigDecimal decimal = (BigDecimal) number;
      BigInteger unscaled = decimal.unscaledValue();
      builder.appendDecimal(
          unscaled.shiftRight(Long.SIZE).longValue(), unscaled.longValue(), decimal.scale());
    }
  }

  private static void appendOther(VariantBuilder builder, Object scalar) {
    if (scalar instanceof Boolean flag) {
      builder.appendBoolean(flag);
    } else if (scalar instanceof String text) {
      builder.appendString(text);
    } else if (scalar instanceof ByteBuffer bytes) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      builder.appendBinary(copy, 0, copy.length);
    } else if (scalar instanceof LocalDate date) {
      builder.appendDate(Math.toIntExact(date.toEpochDay()));
    } else if (scalar instanceof LocalTime time) {
      builder.appendTime(VariantTypeIds.TIME_NTZ_MICROS, time.toNanoOfDay() / NANOS_PER_MICRO);
    } else if (scalar instanceof UUID uuid) {
      builder.appendUuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    } else {
      TimestampValue timestamp = (TimestampValue) scalar;
      builder.appendTime(typeId(timestamp), timestamp.sinceEpoch());
    }
  }

  private static int typeId(TimestampValue timestamp) {
    if (timestamp.nanos()) {
      return timestamp.utc() ? VariantTypeIds.TIMESTAMP_NANOS : VariantTypeIds.TIMESTAMP_NTZ_NANOS;
    }
    return timestamp.utc() ? VariantTypeIds.TIMESTAMP_MICROS : VariantTypeIds.TIMESTAMP_NTZ_MICROS;
  }

  /** All of a value, as the cursor shows it. */
  static Object tree(VariantCursor value) {
    return switch (value.typeId()) {
      case VariantTypeIds.OBJECT -> object(value);
      case VariantTypeIds.ARRAY -> array(value);
      case VariantTypeIds.NULL -> null;
      case VariantTypeIds.TRUE, VariantTypeIds.FALSE -> value.getBoolean();
      case VariantTypeIds.INT8 -> (byte) value.getLong();
      case VariantTypeIds.INT16 -> (short) value.getLong();
      case VariantTypeIds.INT32 -> (int) value.getLong();
      case VariantTypeIds.INT64 -> value.getLong();
      case VariantTypeIds.FLOAT -> value.getFloat();
      case VariantTypeIds.DOUBLE -> value.getDouble();
      case VariantTypeIds.DECIMAL4, VariantTypeIds.DECIMAL8, VariantTypeIds.DECIMAL16 ->
          new BigDecimal(
              BigInteger.valueOf(value.decimalHigh())
                  .shiftLeft(Long.SIZE)
                  .add(new BigInteger(Long.toUnsignedString(value.decimalLow()))),
              value.decimalScale());
      case VariantTypeIds.STRING -> value.getString();
      case VariantTypeIds.BINARY -> ByteBuffer.wrap(value.getBytes());
      case VariantTypeIds.UUID -> {
        ByteBuffer bytes = ByteBuffer.wrap(value.getBytes());
        yield new UUID(bytes.getLong(), bytes.getLong());
      }
      case VariantTypeIds.DATE -> LocalDate.ofEpochDay(value.getLong());
      case VariantTypeIds.TIME_NTZ_MICROS ->
          LocalTime.ofNanoOfDay(value.getLong() * NANOS_PER_MICRO);
      default -> timestamp(value.typeId(), value.getLong());
    };
  }

  private static TimestampValue timestamp(int typeId, long sinceEpoch) {
    boolean nanos =
        typeId == VariantTypeIds.TIMESTAMP_NANOS || typeId == VariantTypeIds.TIMESTAMP_NTZ_NANOS;
    boolean utc =
        typeId == VariantTypeIds.TIMESTAMP_NANOS || typeId == VariantTypeIds.TIMESTAMP_MICROS;
    return new TimestampValue(sinceEpoch, nanos, utc);
  }

  private static Map<String, Object> object(VariantCursor object) {
    VariantCursor child = new VariantCursor();
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < object.elementCount(); i++) {
      object.element(i, child);
      fields.put(object.metadata().name(object.fieldId(i)), tree(child));
    }
    return fields;
  }

  private static List<Object> array(VariantCursor array) {
    VariantCursor child = new VariantCursor();
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < array.elementCount(); i++) {
      array.element(i, child);
      elements.add(tree(child));
    }
    return elements;
  }
}
