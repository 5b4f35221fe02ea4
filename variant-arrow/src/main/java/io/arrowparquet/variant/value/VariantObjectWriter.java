// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantTypeIds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.UUID;

/** Writes a primitive {@link Variant}: the inverse of {@link VariantObjectReader}. */
final class VariantObjectWriter {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private VariantObjectWriter() {}

  /**
   * Appends a primitive.
   *
   * @param content of the class that {@link Variant} keeps values of this type in
   */
  static void append(int typeId, Object content, PrimitiveAppender out) {
    PrimitiveType type = PrimitiveType.of(typeId);
    switch (type.kind()) {
      case NULL -> out.appendNull();
      case BOOLEAN -> out.appendBoolean((Boolean) content);
      case INTEGER -> appendInteger(typeId, (Long) content, out);
      case DOUBLE -> out.appendDouble((Double) content);
      case FLOAT -> out.appendFloat((Float) content);
      case DECIMAL -> {
        BigDecimal decimal = (BigDecimal) content;
        BigInteger unscaled = decimal.unscaledValue();
        long high = unscaled.shiftRight(Long.SIZE).longValue();
        out.appendDecimal(typeId, high, unscaled.longValue(), decimal.scale());
      }
      case DATE -> out.appendDate((int) ((LocalDate) content).toEpochDay());
      case STRING -> out.appendString((String) content);
      case BINARY -> {
        byte[] bytes = (byte[]) content;
        out.appendBinary(bytes, 0, bytes.length);
      }
      case UUID -> {
        UUID uuid = (UUID) content;
        out.appendUuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
      }
      case TIME ->
          out.appendTime(typeId, ((LocalTime) content).toNanoOfDay() / type.nanosPerUnit());
      case TIMESTAMP -> out.appendTime(typeId, sinceEpoch(type, instant(content)));
    }
  }

  private static void appendInteger(int typeId, long value, PrimitiveAppender out) {
    switch (typeId) {
      case VariantTypeIds.INT8 -> out.appendInt8((byte) value);
      case VariantTypeIds.INT16 -> out.appendInt16((short) value);
      case VariantTypeIds.INT32 -> out.appendInt32((int) value);
      case VariantTypeIds.INT64 -> out.appendInt64(value);
      default -> throw VariantTypeIds.unexpected(typeId);
    }
  }

  private static Instant instant(Object content) {
    return content instanceof LocalDateTime local
        ? local.toInstant(ZoneOffset.UTC)
        : (Instant) content;
  }

  /** The number that was read as an instant, so it fits a long; sums may overflow on the way. */
  private static long sinceEpoch(PrimitiveType type, Instant instant) {
    return instant.getEpochSecond() * (NANOS_PER_SECOND / type.nanosPerUnit())
        + instant.getNano() / type.nanosPerUnit();
  }
}
