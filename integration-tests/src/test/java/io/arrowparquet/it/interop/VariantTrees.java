// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Variants as trees of Java objects, the common language of the engines in these tests. Two trees
 * are {@link Object#equals equal} when they hold the same values of the same types:
 *
 * <pre>
 * object     Map&lt;String, ?&gt;        boolean        Boolean
 * array      List&lt;?&gt;               int8 .. int64  Byte, Short, Integer, Long
 * null       null                  float, double  Float, Double
 * string     String                decimal        BigDecimal (the width follows from its digits)
 * binary     ByteBuffer            date           LocalDate
 * uuid       UUID                  time           LocalTime (whole microseconds)
 * timestamp  TimestampValue
 * </pre>
 */
public final class VariantTrees {
  private VariantTrees() {}

  /**
   * The tree with every integer as Long: equal for engines that store integers as small as can be.
   */
  public static Object widened(Object tree) {
    return mapScalars(
        tree,
        scalar ->
            scalar instanceof Byte || scalar instanceof Short || scalar instanceof Integer
                ? (Object) ((Number) scalar).longValue()
                : scalar);
  }

  /** The tree with no decimal ending in zeros: equal for engines that change scales. */
  public static Object stripped(Object tree) {
    return mapScalars(
        tree,
        scalar -> scalar instanceof BigDecimal decimal ? decimal.stripTrailingZeros() : scalar);
  }

  private static Object mapScalars(Object tree, UnaryOperator<Object> map) {
    if (tree instanceof Map<?, ?> object) {
      Map<Object, Object> fields = new LinkedHashMap<>();
      object.forEach((name, value) -> fields.put(name, mapScalars(value, map)));
      return fields;
    }
    if (tree instanceof List<?> array) {
      List<Object> elements = new ArrayList<>(array.size());
      array.forEach(element -> elements.add(mapScalars(element, map)));
      return elements;
    }
    return map.apply(tree);
  }

  /** Whether every scalar of the tree, nulls included, passes. */
  public static boolean allScalars(Object tree, Predicate<Object> test) {
    if (tree instanceof Map<?, ?> object) {
      return object.values().stream().allMatch(value -> allScalars(value, test));
    }
    if (tree instanceof List<?> array) {
      return array.stream().allMatch(element -> allScalars(element, test));
    }
    return test.test(tree);
  }

  /**
   * Whether in every object the names have the same order as Java strings (UTF-16 units) and as
   * UTF-8 bytes, which the specification asks for. They differ where one name has a character
   * beyond U+FFFF and another one from U+E000 to U+FFFF.
   */
  public static boolean namesSortAlike(Object tree) {
    if (tree instanceof Map<?, ?> object) {
      TreeSet<String> byUnits = new TreeSet<>();
      object.keySet().forEach(name -> byUnits.add((String) name));
      byte[] last = new byte[0];
      for (String name : byUnits) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (Arrays.compareUnsigned(last, bytes) > 0) {
          return false;
        }
        last = bytes;
      }
      return object.values().stream().allMatch(VariantTrees::namesSortAlike);
    }
    return !(tree instanceof List<?> array)
        || array.stream().allMatch(VariantTrees::namesSortAlike);
  }
}
