// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/** The scalars of Spark's shredding as Parquet's values. */
final class SparkCells {
  private SparkCells() {}

  static void add(Group group, String field, Object scalar) {
    if (scalar instanceof BigDecimal decimal) {
      addDecimal(group, field, decimal);
    } else if (scalar instanceof byte[] bytes) {
      group.add(field, Binary.fromConstantByteArray(bytes));
    } else if (scalar instanceof UUID uuid) {
      ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
      bytes.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
      group.add(field, Binary.fromConstantByteArray(bytes.array()));
    } else if (scalar instanceof String text) {
      group.add(field, text);
    } else if (scalar instanceof Boolean flag) {
      group.add(field, flag);
    } else if (scalar instanceof Float real) {
      group.add(field, real);
    } else if (scalar instanceof Double real) {
      group.add(field, real);
    } else if (scalar instanceof Long integer) {
      group.add(field, integer);
    } else {
      group.add(field, ((Number) scalar).intValue());
    }
  }

  private static void addDecimal(Group group, String field, BigDecimal decimal) {
    PrimitiveType type = group.getType().getType(field).asPrimitiveType();
    int scale = ((DecimalLogicalTypeAnnotation) type.getLogicalTypeAnnotation()).getScale();
    BigDecimal scaled = decimal.setScale(scale);
    switch (type.getPrimitiveTypeName()) {
      case INT32 -> group.add(field, scaled.unscaledValue().intValueExact());
      case INT64 -> group.add(field, scaled.unscaledValue().longValueExact());
      default -> {
        byte[] digits = scaled.unscaledValue().toByteArray();
        byte[] bytes = new byte[type.getTypeLength()];
        Arrays.fill(bytes, (byte) (scaled.signum() < 0 ? -1 : 0));
        System.arraycopy(digits, 0, bytes, bytes.length - digits.length, digits.length);
        group.add(field, Binary.fromConstantByteArray(bytes));
      }
    }
  }
}
