// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random nested values, as {@link VariantColumns#encode} takes them, and how they compare. */
public final class RandomValues {
  private static final int MOST_ROWS = 200;

  private RandomValues() {}

  /**
   * Columns of values that have few names and types in common, some rows SQL null: few rows, or
   * enough of the same ones for several words of validity bits.
   */
  public static Arbitrary<List<Object>> columns() {
    Arbitrary<List<Object>> few = value(3).list().ofMinSize(1).ofMaxSize(12);
    Arbitrary<List<Object>> many =
        Combinators.combine(few, Arbitraries.integers().between(13, MOST_ROWS))
            .as(
                (values, rows) ->
                    IntStream.range(0, rows).mapToObj(i -> values.get(i % values.size())).toList());
    return Arbitraries.frequencyOf(Tuple.of(3, few), Tuple.of(1, many));
  }

  private static Arbitrary<Object> value(int depth) {
    Arbitrary<Object> leaf = primitive();
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<Object> array =
        Arbitraries.lazy(() -> value(depth - 1)).list().ofMaxSize(4).map(list -> list);
    Arbitrary<Object> object =
        Arbitraries.maps(names(), Arbitraries.lazy(() -> value(depth - 1)))
            .ofMaxSize(4)
            .map(map -> map);
    return Arbitraries.frequencyOf(Tuple.of(3, leaf), Tuple.of(2, object), Tuple.of(1, array));
  }

  private static Arbitrary<String> names() {
    // No names beyond the basic plane: parquet-java, which encodes these values, sorts by UTF-16.
    return Arbitraries.of("a", "b", "user", "a longer name", "\u00FC", "\uFF5E", "");
  }

  private static Arbitrary<Object> primitive() {
    Arbitrary<Integer> scale = Arbitraries.integers().between(0, 18);
    return Arbitraries.oneOf(
        Arbitraries.just((Object) null),
        Arbitraries.of(true, false).map(Object.class::cast),
        Arbitraries.bytes().map(Object.class::cast),
        Arbitraries.shorts().map(Object.class::cast),
        Arbitraries.integers().map(Object.class::cast),
        Arbitraries.longs().map(Object.class::cast),
        Arbitraries.floats().map(Object.class::cast),
        Arbitraries.doubles().map(Object.class::cast),
        Arbitraries.longs().flatMap(l -> scale.map(s -> (Object) BigDecimal.valueOf(l, s))),
        Arbitraries.strings().ofMaxLength(80).map(Object.class::cast),
        Arbitraries.bytes().array(byte[].class).ofMaxSize(20).map(Object.class::cast),
        Arbitraries.longs().map(l -> (Object) new UUID(l, ~l)));
  }

  /**
   * Whether a decoded row, of {@link JavaValues}, is the value: integers and decimals by their
   * number, a field that only other rows have being null.
   */
  public static boolean same(Object value, Object decoded) {
    if (value instanceof Map<?, ?> map) {
      return decoded instanceof Map<?, ?> fields
          && fields.keySet().containsAll(map.keySet())
          && fields.entrySet().stream().allMatch(e -> same(map.get(e.getKey()), e.getValue()));
    }
    if (value instanceof List<?> list) {
      if (!(decoded instanceof List<?> other) || other.size() != list.size()) {
        return false;
      }
      for (int i = 0; i < list.size(); i++) {
        if (!same(list.get(i), other.get(i))) {
          return false;
        }
      }
      return true;
    }
    if (value instanceof BigDecimal decimal) {
      return decoded instanceof BigDecimal other && decimal.compareTo(other) == 0;
    }
    if (isInteger(value)) {
      return isInteger(decoded) && ((Number) value).longValue() == ((Number) decoded).longValue();
    }
    return Objects.equals(plain(value), decoded);
  }

  private static boolean isInteger(Object value) {
    return value instanceof Byte
        || value instanceof Short
        || value instanceof Integer
        || value instanceof Long;
  }

  private static Object plain(Object value) {
    if (value instanceof byte[] bytes) {
      return JavaValues.bytes(bytes);
    }
    if (value instanceof UUID uuid) {
      return JavaValues.bytes(
          ByteBuffer.allocate(16)
              .putLong(uuid.getMostSignificantBits())
              .putLong(uuid.getLeastSignificantBits())
              .array());
    }
    return value;
  }
}
