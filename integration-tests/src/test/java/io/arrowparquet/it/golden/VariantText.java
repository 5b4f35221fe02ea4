// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.golden;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.apache.parquet.variant.Variant;

/**
 * Type and value of a Variant as parquet-java reads its bytes, as text. Two Variants have the same
 * text when they hold the same values of the same types, whatever the order of object fields in
 * memory, the widths of offsets, or the ids of names.
 */
public final class VariantText {
  private VariantText() {}

  /** Text of a value and its metadata. */
  public static String of(byte[] metadata, byte[] value) {
    return of(new Variant(value, metadata));
  }

  static String of(Variant variant) {
    return switch (variant.getType()) {
      case OBJECT -> object(variant).toString();
      case ARRAY -> array(variant);
      case NULL -> "null";
      case BOOLEAN -> String.valueOf(variant.getBoolean());
      case STRING -> "\"" + variant.getString() + "\"";
      default -> variant.getType() + "(" + scalar(variant) + ")";
    };
  }

  private static Map<String, String> object(Variant variant) {
    Map<String, String> fields = new TreeMap<>();
    for (int i = 0; i < variant.numObjectElements(); i++) {
      Variant.ObjectField field = variant.getFieldAtIndex(i);
      fields.put(field.key, of(field.value));
    }
    return fields;
  }

  private static String array(Variant variant) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < variant.numArrayElements(); i++) {
      text.append(i == 0 ? "" : ", ").append(of(variant.getElementAtIndex(i)));
    }
    return text.append(']').toString();
  }

  private static Object scalar(Variant variant) {
    return switch (variant.getType()) {
      case BYTE -> variant.getByte();
      case SHORT -> variant.getShort();
      case INT, DATE -> variant.getInt();
      case LONG, TIMESTAMP_TZ, TIMESTAMP_NTZ, TIMESTAMP_NANOS_TZ, TIMESTAMP_NANOS_NTZ, TIME ->
          variant.getLong();
      case FLOAT -> variant.getFloat();
      case DOUBLE -> variant.getDouble();
      case DECIMAL4, DECIMAL8, DECIMAL16 -> plain(variant.getDecimal());
      case BINARY -> hex(variant.getBinary());
      case UUID -> variant.getUUID();
      default -> throw new AssertionError(variant.getType());
    };
  }

  private static String plain(BigDecimal decimal) {
    return decimal.toPlainString();
  }

  private static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return HexFormat.of().formatHex(copy);
  }
}
