// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * A Variant value as an immutable Java object, for convenience where speed does not matter: {@link
 * VariantCursor} is for the rest. Owns no memory of Arrow's.
 *
 * <p>A getter that does not fit the type is an {@link IllegalStateException}.
 *
 * <p>Two Variants are equal if they mean the same, by the specification's classes of equivalent
 * types: integers and decimals if the numbers are equal, whatever width or scale ({@code 5}, {@code
 * 5.00}); timestamps of one kind (with or without zone) if they are the same moment, in micro- or
 * nanoseconds; objects if they have the same fields in whatever order. Numbers of other classes are
 * never equal: float and double differ from each other and from integers. Doubles compare by {@link
 * Double#equals}: NaN equals NaN, 0.0 differs from -0.0.
 *
 * <p>Any thread may share one.
 */
public final class Variant {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final int typeId;

  /**
   * By type: null, Boolean, Long (integers), BigDecimal, Double, Float, LocalDate, LocalTime,
   * Instant, LocalDateTime, byte[], String, UUID, Map, List.
   */
  private final Object content;

  Variant(int typeId, Object content) {
    this.typeId = typeId;
    this.content = content;
  }

  /** As {@link #copyOf(VariantCursor, VariantLimits)} under the default limits. */
  public static Variant copyOf(VariantCursor value) {
    return copyOf(value, VariantLimits.defaults());
  }

  /**
   * The value a cursor shows, with all that is in it.
   *
   * @param limits of which the depth counts here
   * @throws MalformedVariantException if any of it breaks the format, has the same field twice,
   *     text that is not UTF-8 or a time that no day has, or nests deeper than the limit
   */
  public static Variant copyOf(VariantCursor value, VariantLimits limits) {
    return new VariantObjectReader(limits).copy(value);
  }

  static Variant decimal(int typeId, long high, long low, int scale) {
    BigInteger unscaled =
        BigInteger.valueOf(high)
            .shiftLeft(Long.SIZE)
            .add(new BigInteger(Long.toUnsignedString(low)));
    return new Variant(typeId, new BigDecimal(unscaled, scale));
  }

  static Variant timestamp(PrimitiveType type, long value) {
    long unitsPerSecond = NANOS_PER_SECOND / type.nanosPerUnit();
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(value, unitsPerSecond),
            Math.floorMod(value, unitsPerSecond) * type.nanosPerUnit());
    return new Variant(
        type.typeId(), type.isUtc() ? instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
  }

  /** A type of {@link VariantTypeIds}. */
  public int typeId() {
    return typeId;
  }

  /** Whether this is Variant null. */
  public boolean isNull() {
    return typeId == VariantTypeIds.NULL;
  }

  /** A boolean. */
  public boolean getBoolean() {
    return content(Boolean.class);
  }

  /** An integer of any width. */
  public long getLong() {
    return content(Long.class);
  }

  /** A decimal, or an integer as a decimal of scale 0. */
  public BigDecimal getDecimal() {
    return content instanceof Long integer
        ? BigDecimal.valueOf(integer)
        : content(BigDecimal.class);
  }

  /** A double. */
  public double getDouble() {
    return content(Double.class);
  }

  /** A float. */
  public float getFloat() {
    return content(Float.class);
  }

  /** A date. */
  public LocalDate getDate() {
    return content(LocalDate.class);
  }

  /** A time. */
  public LocalTime getTime() {
    return content(LocalTime.class);
  }

  /** A timestamp that is an instant, of either unit. */
  public Instant getInstant() {
    return content(Instant.class);
  }

  /** A timestamp without a zone, of either unit. */
  public LocalDateTime getLocalDateTime() {
    return content(LocalDateTime.class);
  }

  /** A copy of a binary's bytes. */
  public byte[] getBinary() {
    return content(byte[].class).clone();
  }

  /** A string. */
  public String getString() {
    return content(String.class);
  }

  /** A UUID. */
  public UUID getUuid() {
    return content(UUID.class);
  }

  /** An object's fields by name, in the order of the names' bytes; cannot be modified. */
  @SuppressWarnings("unchecked") // what VariantObjectReader puts in
  public Map<String, Variant> fields() {
    return content(Map.class);
  }

  /** An object's field, or null if there is none of this name. */
  public Variant field(String name) {
    return fields().get(name);
  }

  /** An array's elements; cannot be modified. */
  @SuppressWarnings("unchecked") // what VariantObjectReader puts in
  public List<Variant> elements() {
    return content(List.class);
  }

  /**
   * An array's element.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public Variant element(int index) {
    return elements().get(index);
  }

  private <T> T content(Class<T> expected) {
    if (!expected.isInstance(content)) {
      throw new IllegalStateException(
          "the value is: " + VariantTypeIds.name(typeId) + ", not a " + expected.getSimpleName());
    }
    return expected.cast(content);
  }

  /**
   * Gives the value, with all that is in it, to a builder as the next one. Its type stays what it
   * is, to the width of numbers; a string becomes short where it can.
   *
   * @throws MalformedVariantException if it nests deeper than the builder's limit
   */
  public void appendTo(VariantBuilder builder) {
    switch (typeId) {
      case VariantTypeIds.OBJECT -> {
        builder.startObject();
        fields().forEach((name, value) -> value.appendTo(builder.field(name)));
        builder.endObject();
      }
      case VariantTypeIds.ARRAY -> {
        builder.startArray();
        elements().forEach(element -> element.appendTo(builder));
        builder.endArray();
      }
      default -> VariantObjectWriter.append(typeId, content, builder);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Variant that
        && Objects.deepEquals(comparable(content), comparable(that.content));
  }

  @Override
  public int hashCode() {
    Object comparable = comparable(content);
    return comparable instanceof byte[] bytes
        ? Arrays.hashCode(bytes)
        : Objects.hashCode(comparable);
  }

  /** One object for all exact numbers that are equal. */
  private static Object comparable(Object content) {
    if (content instanceof Long integer) {
      return BigDecimal.valueOf(integer).stripTrailingZeros();
    }
    return content instanceof BigDecimal decimal ? decimal.stripTrailingZeros() : content;
  }

  /** For people: like JSON, without quotes. */
  @Override
  public String toString() {
    if (content instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    return content instanceof BigDecimal decimal
        ? decimal.toPlainString()
        : String.valueOf(content);
  }
}
