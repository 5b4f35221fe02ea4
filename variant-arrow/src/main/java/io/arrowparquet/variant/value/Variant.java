// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.JsonTimes;
import io.arrowparquet.variant.internal.LittleEndian;
import io.arrowparquet.variant.internal.Malformed;
import io.arrowparquet.variant.internal.NameBudget;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

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
    return new Reader(limits).copy(value);
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
  @SuppressWarnings("unchecked") // what the reader puts in
  public Map<String, Variant> fields() {
    return content(Map.class);
  }

  /** An object's field, or null if there is none of this name. */
  public @Nullable Variant field(String name) {
    return fields().get(name);
  }

  /** An array's elements; cannot be modified. */
  @SuppressWarnings("unchecked") // what the reader puts in
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
      default -> appendPrimitive(builder);
    }
  }

  private void appendPrimitive(VariantBuilder out) {
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

  private static void appendInteger(int typeId, long value, VariantBuilder out) {
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

  @Override
  public boolean equals(@Nullable Object other) {
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

  private static final class Reader {
    private final VariantLimits limits;
    private final NameBudget names;

    Reader(VariantLimits limits) {
      this.limits = limits;
      this.names = new NameBudget(limits);
    }

    Variant copy(VariantCursor value) {
      return copy(value, 0);
    }

    private Variant copy(VariantCursor value, int level) {
      int typeId = value.typeId();
      if (typeId == VariantTypeIds.OBJECT) {
        return new Variant(typeId, fields(value, level));
      }
      return typeId == VariantTypeIds.ARRAY
          ? new Variant(typeId, elements(value, level))
          : copyPrimitive(value, PrimitiveType.of(typeId));
    }

    private static Variant copyPrimitive(VariantCursor value, PrimitiveType type) {
      int typeId = type.typeId();
      return switch (type.kind()) {
        case NULL -> new Variant(typeId, null);
        case BOOLEAN -> new Variant(typeId, value.getBoolean());
        case INTEGER -> new Variant(typeId, value.getLong());
        case DOUBLE -> new Variant(typeId, value.getDouble());
        case FLOAT -> new Variant(typeId, value.getFloat());
        case DECIMAL ->
            Variant.decimal(typeId, value.decimalHigh(), value.decimalLow(), value.decimalScale());
        case DATE -> new Variant(typeId, LocalDate.ofEpochDay(value.getLong()));
        case TIME -> {
          JsonTimes.requireTimeOfDay(value.getLong(), type.nanosPerUnit(), value.offsetInValue());
          yield new Variant(typeId, LocalTime.ofNanoOfDay(value.getLong() * type.nanosPerUnit()));
        }
        case TIMESTAMP -> Variant.timestamp(type, value.getLong());
        case STRING -> {
          value.requireUtf8();
          yield new Variant(typeId, value.getString());
        }
        case BINARY -> new Variant(typeId, value.getBytes());
        case UUID -> {
          long data = value.dataAddress();
          yield new Variant(
              typeId,
              new UUID(
                  Long.reverseBytes(LittleEndian.int64(data)),
                  Long.reverseBytes(LittleEndian.int64(data + Long.BYTES))));
        }
      };
    }

    private List<Variant> elements(VariantCursor array, int level) {
      requireDepth(array, level);
      VariantCursor child = new VariantCursor(limits);
      List<Variant> elements = new ArrayList<>();
      int left = array.lengthBytes();
      for (int i = 0; i < array.elementCount(); i++) {
        array.element(i, child);
        left = child.takeFrom(left);
        elements.add(copy(child, level + 1));
      }
      return Collections.unmodifiableList(elements);
    }

    private Map<String, Variant> fields(VariantCursor object, int level) {
      requireDepth(object, level);
      VariantCursor child = new VariantCursor(limits);
      Map<String, Variant> fields = new LinkedHashMap<>();
      VariantMetadata metadata = object.metadata();
      names.enter(metadata, metadata.generation(), metadata.lengthBytes());
      int left = object.lengthBytes();
      for (int i = 0; i < object.elementCount(); i++) {
        object.element(i, child);
        left = child.takeFrom(left);
        int id = object.fieldId(i);
        names.take(metadata.nameLength(id), object.offsetInValue());
        metadata.requireUtf8(id);
        String name = metadata.name(id);
        if (fields.put(name, copy(child, level + 1)) != null) {
          throw new MalformedVariantException(
              "names of an object's fields",
              object.offsetInValue(),
              "'" + name + "' twice",
              "each name once");
        }
      }
      return Collections.unmodifiableMap(fields);
    }

    private void requireDepth(VariantCursor container, int level) {
      if (level == limits.maxDepth()) {
        throw Malformed.tooDeep(container.offsetInValue(), limits.maxDepth());
      }
    }
  }
}
