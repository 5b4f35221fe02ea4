// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.VariantTypeIds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Random nested values as plain data: Map (object), List (array), {@link Primitive} (the rest), and
 * how each is given to a builder.
 */
public final class RandomValue {
  /** A primitive: its type and a Java object for it. */
  public record Primitive(int typeId, Object value) {}

  private RandomValue() {}

  /** Values nested up to three levels. */
  public static Arbitrary<Object> values() {
    return values(3);
  }

  private static Arbitrary<Object> values(int levels) {
    Arbitrary<Object> primitives = primitives().asGeneric();
    if (levels == 0) {
      return primitives;
    }
    Arbitrary<Object> inner = Arbitraries.lazy(() -> values(levels - 1));
    Arbitrary<Object> arrays = inner.list().ofMaxSize(6).asGeneric();
    Arbitrary<Object> objects = Arbitraries.maps(names(), inner).ofMaxSize(12).asGeneric();
    return Arbitraries.frequencyOf(
        Tuple.of(4, primitives), Tuple.of(2, arrays), Tuple.of(3, objects));
  }

  private static Arbitrary<String> names() {
    return Arbitraries.oneOf(
        Arbitraries.of("a", "b", "id", "name", "user", "é", "\uFFFD", "\uD83D\uDE00", ""),
        Arbitraries.strings().withCharRange('a', 'z').ofMaxLength(20));
  }

  private static Arbitrary<Primitive> primitives() {
    return Arbitraries.oneOf(
        List.of(
            Arbitraries.of(
                new Primitive(VariantTypeIds.NULL, null),
                new Primitive(VariantTypeIds.TRUE, true),
                new Primitive(VariantTypeIds.FALSE, false)),
            of(VariantTypeIds.INT8, Arbitraries.bytes().map(Byte::longValue)),
            of(VariantTypeIds.INT16, Arbitraries.shorts().map(Short::longValue)),
            of(VariantTypeIds.INT32, Arbitraries.integers().map(Integer::longValue)),
            of(VariantTypeIds.INT64, Arbitraries.longs()),
            of(VariantTypeIds.DOUBLE, Arbitraries.longs().map(Double::longBitsToDouble)),
            of(VariantTypeIds.FLOAT, Arbitraries.integers().map(Float::intBitsToFloat)),
            decimals(VariantTypeIds.DECIMAL4, 9),
            decimals(VariantTypeIds.DECIMAL8, 18),
            decimals(VariantTypeIds.DECIMAL16, 38),
            of(VariantTypeIds.DATE, Arbitraries.integers().map(Integer::longValue)),
            of(VariantTypeIds.TIMESTAMP_MICROS, Arbitraries.longs()),
            of(VariantTypeIds.TIMESTAMP_NTZ_MICROS, Arbitraries.longs()),
            of(VariantTypeIds.TIMESTAMP_NANOS, Arbitraries.longs()),
            of(VariantTypeIds.TIMESTAMP_NTZ_NANOS, Arbitraries.longs()),
            of(VariantTypeIds.TIME_NTZ_MICROS, Arbitraries.longs().between(0, 86_399_999_999L)),
            of(VariantTypeIds.BINARY, Arbitraries.bytes().array(byte[].class).ofMaxSize(80)),
            of(VariantTypeIds.UUID, Arbitraries.create(UUID::randomUUID)),
            of(VariantTypeIds.STRING, texts())));
  }

  private static Arbitrary<String> texts() {
    return Arbitraries.strings()
        .ofMaxLength(80)
        .map(text -> new String(TestMemory.utf8(text), StandardCharsets.UTF_8));
  }

  private static <T> Arbitrary<Primitive> of(int typeId, Arbitrary<T> values) {
    return values.map(value -> new Primitive(typeId, value));
  }

  /** Unscaled numbers of up to this many digits, with a scale of no more. */
  private static Arbitrary<Primitive> decimals(int typeId, int digits) {
    BigInteger bound = BigInteger.TEN.pow(digits).subtract(BigInteger.ONE);
    return Combinators.combine(
            Arbitraries.bigIntegers().between(bound.negate(), bound),
            Arbitraries.integers().between(0, digits))
        .as((unscaled, scale) -> new Primitive(typeId, new BigDecimal(unscaled, scale)));
  }

  /** Gives a value to our builder. */
  public static void append(VariantBuilder builder, Object value) {
    if (value instanceof Map<?, ?> fields) {
      builder.startObject();
      fields.forEach((name, field) -> append(builder.field((String) name), field));
      builder.endObject();
    } else if (value instanceof List<?> elements) {
      builder.startArray();
      elements.forEach(element -> append(builder, element));
      builder.endArray();
    } else {
      append(builder, (Primitive) value);
    }
  }

  private static void append(VariantBuilder builder, Primitive primitive) {
    int typeId = primitive.typeId();
    Object value = primitive.value();
    switch (typeId) {
      case VariantTypeIds.NULL -> builder.appendNull();
      case VariantTypeIds.TRUE, VariantTypeIds.FALSE -> builder.appendBoolean((Boolean) value);
      case VariantTypeIds.INT8 -> builder.appendInt8(((Long) value).byteValue());
      case VariantTypeIds.INT16 -> builder.appendInt16(((Long) value).shortValue());
      case VariantTypeIds.INT32 -> builder.appendInt32(((Long) value).intValue());
      case VariantTypeIds.INT64 -> builder.appendInt64((Long) value);
      case VariantTypeIds.DOUBLE -> builder.appendDouble((Double) value);
      case VariantTypeIds.FLOAT -> builder.appendFloat((Float) value);
      case VariantTypeIds.DECIMAL4, VariantTypeIds.DECIMAL8, VariantTypeIds.DECIMAL16 -> {
        BigDecimal decimal = (BigDecimal) value;
        BigInteger unscaled = decimal.unscaledValue();
        builder.appendDecimal(
            typeId, unscaled.shiftRight(64).longValue(), unscaled.longValue(), decimal.scale());
      }
      case VariantTypeIds.DATE -> builder.appendDate(((Long) value).intValue());
      case VariantTypeIds.BINARY -> {
        byte[] bytes = (byte[]) value;
        builder.appendBinary(bytes, 0, bytes.length);
      }
      case VariantTypeIds.STRING -> builder.appendString((String) value);
      case VariantTypeIds.UUID -> {
        UUID uuid = (UUID) value;
        builder.appendUuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
      }
      default -> builder.appendTime(typeId, (Long) value);
    }
  }
}
