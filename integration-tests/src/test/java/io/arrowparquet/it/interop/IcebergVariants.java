// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.iceberg.variants.PhysicalType;
import org.apache.iceberg.variants.ShreddedObject;
import org.apache.iceberg.variants.ValueArray;
import org.apache.iceberg.variants.Variant;
import org.apache.iceberg.variants.VariantArray;
import org.apache.iceberg.variants.VariantMetadata;
import org.apache.iceberg.variants.VariantObject;
import org.apache.iceberg.variants.VariantValue;
import org.apache.iceberg.variants.Variants;

/**
 * Iceberg's Variants. It sorts names by UTF-16 units and searches them so when it reads, too; it
 * has no JSON.
 */
public final class IcebergVariants implements VariantPeer {
  private static final long NANOS_PER_MICRO = 1_000;

  @Override
  public String name() {
    return "Iceberg";
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
    SortedSet<String> names = new TreeSet<>();
    collectNames(tree, names);
    return encode(Variants.metadata(names), tree);
  }

  /** Encodes each tree with the one dictionary that holds all their names. */
  public static List<EncodedVariant> encodeTogether(List<?> trees) {
    SortedSet<String> names = new TreeSet<>();
    collectNames(trees, names);
    VariantMetadata metadata = Variants.metadata(names);
    return trees.stream().map(tree -> encode(metadata, tree)).toList();
  }

  private static EncodedVariant encode(VariantMetadata metadata, Object tree) {
    return encoded(metadata, value(metadata, tree));
  }

  @Override
  public Object decode(EncodedVariant variant) {
    return tree(variant(variant).value());
  }

  @Override
  public String toString() {
    return name();
  }

  /** Iceberg's object over the bytes, which are not copied. */
  public static Variant variant(EncodedVariant variant) {
    VariantMetadata metadata = VariantMetadata.from(littleEndian(variant.metadata()));
    return Variant.of(metadata, VariantValue.from(metadata, littleEndian(variant.value())));
  }

  static EncodedVariant encoded(VariantMetadata metadata, VariantValue value) {
    byte[] metadataBytes = new byte[metadata.sizeInBytes()];
    metadata.writeTo(littleEndian(metadataBytes), 0);
    byte[] valueBytes = new byte[value.sizeInBytes()];
    value.writeTo(littleEndian(valueBytes), 0);
    return new EncodedVariant(metadataBytes, valueBytes);
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void collectNames(Object tree, SortedSet<String> names) {
    if (tree instanceof Map<?, ?> object) {
      object.forEach(
          (name, value) -> {
            names.add((String) name);
            collectNames(value, names);
          });
    } else if (tree instanceof List<?> array) {
      array.forEach(element -> collectNames(element, names));
    }
  }

  private static VariantValue value(VariantMetadata metadata, Object tree) {
    if (tree instanceof Map<?, ?> object) {
      ShreddedObject fields = Variants.object(metadata);
      object.forEach((name, value) -> fields.put((String) name, value(metadata, value)));
      return fields;
    }
    if (tree instanceof List<?> array) {
      ValueArray elements = Variants.array();
      array.forEach(element -> elements.add(value(metadata, element)));
      return elements;
    }
    if (tree == null) {
      return Variants.ofNull();
    }
    return tree instanceof Number number ? number(number) : other(tree);
  }

  private static VariantValue number(Number number) {
    if (number instanceof Byte int8) {
      return Variants.of(int8.byteValue());
    }
    if (number instanceof Short int16) {
      return Variants.of(int16.shortValue());
    }
    if (number instanceof Integer int32) {
      return Variants.of(int32.intValue());
    }
    if (number instanceof Long int64) {
      return Variants.of(int64.longValue());
    }
    if (number instanceof Float real) {
      return Variants.of(real.floatValue());
    }
    return number instanceof Double real
        ? Variants.of(real.doubleValue())
        : Variants.of((BigDecimal) number);
  }

  private static VariantValue other(Object scalar) {
    if (scalar instanceof Boolean flag) {
      return Variants.of(flag.booleanValue());
    }
    if (scalar instanceof String text) {
      return Variants.of(text);
    }
    if (scalar instanceof ByteBuffer bytes) {
      return Variants.of(bytes.duplicate());
    }
    if (scalar instanceof LocalDate date) {
      return Variants.ofDate(Math.toIntExact(date.toEpochDay()));
    }
    if (scalar instanceof LocalTime time) {
      return Variants.ofTime(time.toNanoOfDay() / NANOS_PER_MICRO);
    }
    if (scalar instanceof UUID uuid) {
      return Variants.ofUUID(uuid);
    }
    TimestampValue timestamp = (TimestampValue) scalar;
    return Variants.of(type(timestamp), timestamp.sinceEpoch());
  }

  private static PhysicalType type(TimestampValue timestamp) {
    if (timestamp.nanos()) {
      return timestamp.utc() ? PhysicalType.TIMESTAMPTZ_NANOS : PhysicalType.TIMESTAMPNTZ_NANOS;
    }
    return timestamp.utc() ? PhysicalType.TIMESTAMPTZ : PhysicalType.TIMESTAMPNTZ;
  }

  static Object tree(VariantValue value) {
    if (value.type() == PhysicalType.OBJECT) {
      return object(value.asObject());
    }
    if (value.type() == PhysicalType.ARRAY) {
      return array(value.asArray());
    }
    Object scalar = value.asPrimitive().get();
    return switch (value.type()) {
      case DATE -> LocalDate.ofEpochDay((Integer) scalar);
      case TIME -> LocalTime.ofNanoOfDay((Long) scalar * NANOS_PER_MICRO);
      case TIMESTAMPTZ -> new TimestampValue((Long) scalar, false, true);
      case TIMESTAMPNTZ -> new TimestampValue((Long) scalar, false, false);
      case TIMESTAMPTZ_NANOS -> new TimestampValue((Long) scalar, true, true);
      case TIMESTAMPNTZ_NANOS -> new TimestampValue((Long) scalar, true, false);
      default -> scalar;
    };
  }

  private static Map<String, Object> object(VariantObject object) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (String name : object.fieldNames()) {
      fields.put(name, tree(object.get(name)));
    }
    return fields;
  }

  private static List<Object> array(VariantArray array) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < array.numElements(); i++) {
      elements.add(tree(array.get(i)));
    }
    return elements;
  }
}
