// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.types.variant.Variant;
import org.apache.spark.types.variant.VariantBuilder;
import org.apache.spark.types.variant.VariantUtil;

/**
 * Spark's Variants. It knows neither times nor nanosecond timestamps, stores every integer as small
 * as can be, and sorts names by UTF-16 units.
 */
public final class SparkVariants implements VariantPeer.FromJson, VariantPeer.ToJson {
  private static final boolean NO_DUPLICATE_KEYS = false;

  @Override
  public String name() {
    return "Spark";
  }

  @Override
  public boolean supports(Object tree) {
    return VariantTrees.namesSortAlike(tree)
        && VariantTrees.allScalars(tree, SparkVariants::isKnown);
  }

  private static boolean isKnown(Object scalar) {
    return !(scalar instanceof LocalTime)
        && !(scalar instanceof TimestampValue timestamp && timestamp.nanos());
  }

  @Override
  public boolean keepsIntegerWidths() {
    return false;
  }

  @Override
  public EncodedVariant encode(Object tree) {
    VariantBuilder builder = new VariantBuilder(NO_DUPLICATE_KEYS);
    append(builder, tree);
    return encoded(builder.result());
  }

  @Override
  public Object decode(EncodedVariant variant) {
    return tree(variant(variant));
  }

  @Override
  public EncodedVariant parseJson(String json) {
    try {
      return encoded(VariantBuilder.parseJson(json, NO_DUPLICATE_KEYS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toJson(EncodedVariant variant) {
    return variant(variant).toJson(ZoneOffset.UTC);
  }

  @Override
  public String toString() {
    return name();
  }

  /** Spark's object over the bytes, which are not copied. */
  public static Variant variant(EncodedVariant variant) {
    return new Variant(variant.value(), variant.metadata());
  }

  private static EncodedVariant encoded(Variant variant) {
    return new EncodedVariant(variant.getMetadata(), variant.getValue());
  }

  private static void append(VariantBuilder builder, Object tree) {
    int start = builder.getWritePos();
    if (tree instanceof Map<?, ?> object) {
      ArrayList<VariantBuilder.FieldEntry> fields = new ArrayList<>();
      object.forEach(
          (name, value) -> {
            String key = (String) name;
            int id = builder.addKey(key);
            fields.add(new VariantBuilder.FieldEntry(key, id, builder.getWritePos() - start));
            append(builder, value);
          });
      builder.finishWritingObject(start, fields);
    } else if (tree instanceof List<?> array) {
      ArrayList<Integer> offsets = new ArrayList<>();
      array.forEach(
          element -> {
            offsets.add(builder.getWritePos() - start);
            append(builder, element);
          });
      builder.finishWritingArray(start, offsets);
    } else if (tree == null) {
      builder.appendNull();
    } else {
      appendScalar(builder, tree);
    }
  }

  private static void appendScalar(VariantBuilder builder, Object scalar) {
    if (scalar instanceof Boolean flag) {
      builder.appendBoolean(flag);
    } else if (scalar instanceof Float real) {
      builder.appendFloat(real);
    } else if (scalar instanceof Double real) {
      builder.appendDouble(real);
    } else if (scalar instanceof BigDecimal decimal) {
      builder.appendDecimal(decimal);
    } else if (scalar instanceof Number integer) {
      builder.appendLong(integer.longValue());
    } else if (scalar instanceof String text) {
      builder.appendString(text);
    } else if (scalar instanceof ByteBuffer bytes) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      builder.appendBinary(copy);
    } else if (scalar instanceof LocalDate date) {
      builder.appendDate(Math.toIntExact(date.toEpochDay()));
    } else if (scalar instanceof UUID uuid) {
      builder.appendUuid(uuid);
    } else if (scalar instanceof TimestampValue timestamp && timestamp.utc()) {
      builder.appendTimestamp(timestamp.sinceEpoch());
    } else {
      builder.appendTimestampNtz(((TimestampValue) scalar).sinceEpoch());
    }
  }

  private static Object tree(Variant variant) {
    return switch (variant.getType()) {
      case OBJECT -> object(variant);
      case ARRAY -> array(variant);
      case NULL -> null;
      case BOOLEAN -> variant.getBoolean();
      case LONG -> integer(variant);
      case FLOAT -> variant.getFloat();
      case DOUBLE -> variant.getDouble();
      case DECIMAL -> variant.getDecimalWithOriginalScale();
      case STRING -> variant.getString();
      case BINARY -> ByteBuffer.wrap(variant.getBinary());
      case UUID -> variant.getUuid();
      case DATE -> LocalDate.ofEpochDay(variant.getLong());
      case TIMESTAMP -> new TimestampValue(variant.getLong(), false, true);
      case TIMESTAMP_NTZ -> new TimestampValue(variant.getLong(), false, false);
    };
  }

  private static Object integer(Variant variant) {
    long value = variant.getLong();
    return switch (variant.getTypeInfo()) {
      case VariantUtil.INT1 -> (byte) value;
      case VariantUtil.INT2 -> (short) value;
      case VariantUtil.INT4 -> (int) value;
      default -> value;
    };
  }

  private static Map<String, Object> object(Variant variant) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < variant.objectSize(); i++) {
      Variant.ObjectField field = variant.getFieldAtIndex(i);
      fields.put(field.key, tree(field.value));
    }
    return fields;
  }

  private static List<Object> array(Variant variant) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < variant.arraySize(); i++) {
      elements.add(tree(variant.getElementAtIndex(i)));
    }
    return elements;
  }
}
