// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.parquet.variant.Variant;
import org.apache.parquet.variant.VariantArrayBuilder;
import org.apache.parquet.variant.VariantBuilder;
import org.apache.parquet.variant.VariantJsonParser;
import org.apache.parquet.variant.VariantObjectBuilder;

/** parquet-java's Variants. It sorts names by UTF-16 units. */
public final class ParquetJavaVariants implements VariantPeer.FromJson {
  private static final long NANOS_PER_MICRO = 1_000;

  @Override
  public String name() {
    return "parquet-java";
  }

  @Override
  public boolean supports(Object tree) {
    return VariantTrees.namesSortAlike(tree);
  }

  @Override
  public boolean keepsIntegerWidths() {
    return true;
  }

  @Override
  public EncodedVariant encode(Object tree) {
    VariantBuilder builder = new VariantBuilder();
    append(builder, tree);
    return encoded(builder.build());
  }

  @Override
  public Object decode(EncodedVariant variant) {
    return tree(new Variant(variant.value(), variant.metadata()));
  }

  @Override
  public EncodedVariant parseJson(String json) {
    try {
      return encoded(VariantJsonParser.parseJson(json));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return name();
  }

  static EncodedVariant encoded(Variant variant) {
    return EncodedVariant.copyOf(variant.getMetadataBuffer(), variant.getValueBuffer());
  }

  private static void append(VariantBuilder builder, Object tree) {
    if (tree instanceof Map<?, ?> object) {
      VariantObjectBuilder fields = builder.startObject();
      object.forEach(
          (name, value) -> {
            fields.appendKey((String) name);
            append(fields, value);
          });
      builder.endObject();
    } else if (tree instanceof List<?> array) {
      VariantArrayBuilder elements = builder.startArray();
      array.forEach(element -> append(elements, element));
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
      builder.appendByte(int8);
    } else if (number instanceof Short int16) {
      builder.appendShort(int16);
    } else if (number instanceof Integer int32) {
      builder.appendInt(int32);
    } else if (number instanceof Long int64) {
      builder.appendLong(int64);
    } else if (number instanceof Float real) {
      builder.appendFloat(real);
    } else if (number instanceof Double real) {
      builder.appendDouble(real);
    } else {
      builder.appendDecimal((BigDecimal) number);
    }
  }

  private static void appendOther(VariantBuilder builder, Object scalar) {
    if (scalar instanceof Boolean flag) {
      builder.appendBoolean(flag);
    } else if (scalar instanceof String text) {
      builder.appendString(text);
    } else if (scalar instanceof ByteBuffer bytes) {
      builder.appendBinary(bytes.duplicate());
    } else if (scalar instanceof LocalDate date) {
      builder.appendDate(Math.toIntExact(date.toEpochDay()));
    } else if (scalar instanceof LocalTime time) {
      builder.appendTime(time.toNanoOfDay() / NANOS_PER_MICRO);
    } else if (scalar instanceof UUID uuid) {
      builder.appendUUID(uuid);
    } else {
      appendTimestamp(builder, (TimestampValue) scalar);
    }
  }

  private static void appendTimestamp(VariantBuilder builder, TimestampValue timestamp) {
    long count = timestamp.sinceEpoch();
    if (timestamp.nanos() && timestamp.utc()) {
      builder.appendTimestampNanosTz(count);
    } else if (timestamp.nanos()) {
      builder.appendTimestampNanosNtz(count);
    } else if (timestamp.utc()) {
      builder.appendTimestampTz(count);
    } else {
      builder.appendTimestampNtz(count);
    }
  }

  private static Object tree(Variant variant) {
    return switch (variant.getType()) {
      case OBJECT -> object(variant);
      case ARRAY -> array(variant);
      case NULL -> null;
      case BOOLEAN -> variant.getBoolean();
      case BYTE -> variant.getByte();
      case SHORT -> variant.getShort();
      case INT -> variant.getInt();
      case LONG -> variant.getLong();
      case FLOAT -> variant.getFloat();
      case DOUBLE -> variant.getDouble();
      case DECIMAL4, DECIMAL8, DECIMAL16 -> variant.getDecimal();
      case STRING -> variant.getString();
      case BINARY -> variant.getBinary();
      case UUID -> variant.getUUID();
      case DATE -> LocalDate.ofEpochDay(variant.getInt());
      case TIME -> LocalTime.ofNanoOfDay(variant.getLong() * NANOS_PER_MICRO);
      case TIMESTAMP_TZ -> new TimestampValue(variant.getLong(), false, true);
      case TIMESTAMP_NTZ -> new TimestampValue(variant.getLong(), false, false);
      case TIMESTAMP_NANOS_TZ -> new TimestampValue(variant.getLong(), true, true);
      case TIMESTAMP_NANOS_NTZ -> new TimestampValue(variant.getLong(), true, false);
    };
  }

  private static Map<String, Object> object(Variant variant) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < variant.numObjectElements(); i++) {
      Variant.ObjectField field = variant.getFieldAtIndex(i);
      fields.put(field.key, tree(field.value));
    }
    return fields;
  }

  private static List<Object> array(Variant variant) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < variant.numArrayElements(); i++) {
      elements.add(tree(variant.getElementAtIndex(i)));
    }
    return elements;
  }
}
