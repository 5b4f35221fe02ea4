// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.encoding;

import io.arrowparquet.variant.VariantTypeIds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.UUID;

/**
 * Writes a primitive {@link Variant}: the other way round of what {@link VariantObjectReader}
 * reads.
 */
final class VariantObjectWriter {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private VariantObjectWriter() {}

  /**
   * Appends a primitive.
   *
   * @param content of the class that {@link Variant} keeps values of this type in
   */
  static void append(int typeId, Object content, PrimitiveAppender out) {
    switch (typeId) {
      case VariantTypeIds.NULL -> out.appendNull();
      case VariantTypeIds.TRUE, VariantTypeIds.FALSE -> out.appendBoolean((Boolean) content);
      case VariantTypeIds.INT8 -> out.appendInt8(((Long) content).byteValue());
      case VariantTypeIds.INT16 -> out.appendInt16(((Long) content).shortValue());
      case VariantTypeIds.INT32 -> out.appendInt32(((Long) content).intValue());
      case VariantTypeIds.INT64 -> out.appendInt64((Long) content);
      case VariantTypeIds.DOUBLE -> out.appendDouble((Double) content);
      case VariantTypeIds.FLOAT -> out.appendFloat((Float) content);
      case VariantTypeIds.DECIMAL4, VariantTypeIds.DECIMAL8, VariantTypeIds.DECIMAL16 -> {
        BigDecimal decimal = (BigDecimal) content;
        BigInteger unscaled = decimal.unscaledValue();
        long high = unscaled.shiftRight(Long.SIZE).longValue();
        out.appendDecimal(typeId, high, unscaled.longValue(), decimal.scale());
      }
      case VariantTypeIds.DATE -> out.appendDate((int) ((LocalDate) content).toEpochDay());
      case VariantTypeIds.STRING -> out.appendString((String) content);
      case VariantTypeIds.BINARY -> {
        byte[] bytes = (byte[]) content;
        out.appendBinary(bytes, 0, bytes.length);
      }
      case VariantTypeIds.UUID -> {
        UUID uuid = (UUID) content;
        out.appendUuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
      }
      case VariantTypeIds.TIME_NTZ_MICROS ->
          out.appendTime(typeId, ((LocalTime) content).toNanoOfDay() / NANOS_PER_MICRO);
      case VariantTypeIds.TIMESTAMP_MICROS,
          VariantTypeIds.TIMESTAMP_NTZ_MICROS,
          VariantTypeIds.TIMESTAMP_NANOS,
          VariantTypeIds.TIMESTAMP_NTZ_NANOS ->
          out.appendTime(typeId, sinceEpoch(typeId, instant(content)));
      default -> throw VariantTypeIds.unexpected(typeId);
    }
  }

  private static Instant instant(Object content) {
    return content instanceof LocalDateTime local
        ? local.toInstant(ZoneOffset.UTC)
        : (Instant) content;
  }

  /** What was a long before it became an instant, so it fits one; sums may wrap on their way. */
  private static long sinceEpoch(int typeId, Instant instant) {
    boolean micros =
        typeId == VariantTypeIds.TIMESTAMP_MICROS || typeId == VariantTypeIds.TIMESTAMP_NTZ_MICROS;
    return micros
        ? instant.getEpochSecond() * MICROS_PER_SECOND + instant.getNano() / NANOS_PER_MICRO
        : instant.getEpochSecond() * NANOS_PER_SECOND + instant.getNano();
  }
}
