// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Random trees as in {@link VariantTrees}: every type, the ends of every number's range, strings at
 * and over the short-string limit, characters of one to four UTF-8 bytes, empty objects and arrays,
 * objects of more than 255 fields, deep nesting.
 */
public final class RandomVariants {
  private static final int NESTING = 3;
  private static final int SHORT_STRING_BYTES = 63;
  private static final BigInteger TEN_TO_38 = BigInteger.TEN.pow(38);

  // Code points of one, two, three (below the surrogates) and four UTF-8 bytes.
  private static final String PORTABLE =
      "abcxyz_0 .'\"\\/$\n\u0001\u00e4\u00df\u05d0\u4e2d\u20ac"
          + Character.toString(0x1F600)
          + Character.toString(0x10000)
          + Character.toString(0x10FFFF);
  // Three bytes and above the surrogates: UTF-16 order and UTF-8 order disagree from here on.
  private static final String ABOVE_SURROGATES = "\ue000\uff21\ufffd\uffff";

  private RandomVariants() {}

  /** Any tree. */
  public static Arbitrary<Object> trees() {
    return trees(names(PORTABLE + ABOVE_SURROGATES));
  }

  /** Trees whose names {@link VariantTrees#namesSortAlike sort alike}, which all peers take. */
  public static Arbitrary<Object> portableTrees() {
    return trees(names(PORTABLE));
  }

  /** Trees of at most two levels of containers, for tests that take long for each byte. */
  public static Arbitrary<Object> smallTrees() {
    return nested(names(PORTABLE + ABOVE_SURROGATES), 2);
  }

  private static Arbitrary<Object> trees(Arbitrary<String> names) {
    return Arbitraries.frequencyOf(
        Tuple.of(30, nested(names, NESTING)),
        Tuple.of(1, wideObjects()),
        Tuple.of(1, deep(scalars(), 40)));
  }

  private static Arbitrary<Object> nested(Arbitrary<String> names, int levels) {
    Arbitrary<Object> children = levels == 1 ? scalars() : nested(names, levels - 1);
    return Arbitraries.frequencyOf(
        Tuple.of(2, scalars()),
        Tuple.of(2, children.list().ofMaxSize(6).map(list -> (Object) list)),
        Tuple.of(4, Arbitraries.maps(names, children).ofMaxSize(8).map(map -> (Object) map)));
  }

  /** Objects of 200 to 300 fields, so that ids and counts need one byte or two. */
  public static Arbitrary<Object> wideObjects() {
    return Combinators.combine(
            Arbitraries.integers().between(200, 300), integers().list().ofSize(7))
        .as(
            (size, values) -> {
              Map<String, Object> fields = new HashMap<>();
              for (int i = 0; i < size; i++) {
                fields.put("field" + i, values.get(i % values.size()));
              }
              return fields;
            });
  }

  /** A scalar below this many alternating arrays and objects. */
  public static Arbitrary<Object> deep(Arbitrary<Object> leaves, int maximumDepth) {
    return Combinators.combine(leaves, Arbitraries.integers().between(5, maximumDepth))
        .as(
            (leaf, depth) -> {
              Object tree = leaf;
              for (int i = 0; i < depth; i++) {
                tree = i % 2 == 0 ? singleField(tree) : Collections.singletonList(tree);
              }
              return tree;
            });
  }

  private static Map<String, Object> singleField(Object value) {
    Map<String, Object> field = new HashMap<>(); // Map.of takes no null
    field.put("down", value);
    return field;
  }

  /** Every type but objects and arrays. */
  public static Arbitrary<Object> scalars() {
    return Arbitraries.frequencyOf(
        Tuple.of(1, Arbitraries.just((Object) null)),
        Tuple.of(1, Arbitraries.of(true, false).map(flag -> (Object) flag)),
        Tuple.of(4, integers()),
        Tuple.of(2, reals()),
        Tuple.of(2, decimals()),
        Tuple.of(4, strings()),
        Tuple.of(3, others()));
  }

  /** Integers of all four widths, whatever their value. */
  public static Arbitrary<Object> integers() {
    return Arbitraries.oneOf(
        Arbitraries.bytes().map(number -> (Object) number),
        Arbitraries.shorts().map(number -> (Object) number),
        Arbitraries.integers().map(number -> (Object) number),
        Arbitraries.longs().map(number -> (Object) number));
  }

  private static Arbitrary<Object> reals() {
    return Arbitraries.oneOf(
        Arbitraries.floats().map(number -> (Object) number),
        Arbitraries.doubles().map(number -> (Object) number),
        Arbitraries.of(Double.NaN, Double.NEGATIVE_INFINITY, -0.0, Double.MIN_VALUE),
        Arbitraries.of(Float.NaN, Float.POSITIVE_INFINITY, -0.0f, Float.MAX_VALUE));
  }

  /** Up to 38 digits, of which none to all are after the point. */
  public static Arbitrary<Object> decimals() {
    Arbitrary<BigInteger> unscaled =
        Arbitraries.oneOf(
            Arbitraries.longs().between(-1_000, 1_000).map(BigInteger::valueOf),
            Arbitraries.longs().map(BigInteger::valueOf),
            Arbitraries.bigIntegers()
                .between(
                    TEN_TO_38.negate().add(BigInteger.ONE), TEN_TO_38.subtract(BigInteger.ONE)));
    return Combinators.combine(unscaled, Arbitraries.integers().between(0, 38))
        .as((digits, scale) -> decimal(digits, scale));
  }

  private static Object decimal(BigInteger digits, int scale) {
    int precision = new BigDecimal(digits).precision();
    return new BigDecimal(digits, Math.min(scale, precision));
  }

  /** Strings of zero to some 100 characters. */
  public static Arbitrary<Object> strings() {
    return Arbitraries.frequencyOf(
        Tuple.of(6, names(PORTABLE + ABOVE_SURROGATES).map(text -> (Object) text)),
        Tuple.of(
            1,
            Arbitraries.strings()
                .ascii()
                .ofMinLength(SHORT_STRING_BYTES - 1)
                .ofMaxLength(SHORT_STRING_BYTES + 40)
                .map(text -> (Object) text)));
  }

  private static Arbitrary<String> names(String alphabet) {
    int[] codePoints = alphabet.codePoints().toArray();
    return Arbitraries.integers()
        .between(0, codePoints.length - 1)
        .list()
        .ofMaxSize(4)
        .map(
            picks -> {
              StringBuilder name = new StringBuilder();
              picks.forEach(pick -> name.appendCodePoint(codePoints[pick]));
              return name.toString();
            });
  }

  private static Arbitrary<Object> others() {
    return Arbitraries.oneOf(
        Arbitraries.bytes()
            .array(byte[].class)
            .ofMaxSize(80)
            .map(bytes -> (Object) ByteBuffer.wrap(bytes)),
        Arbitraries.longs()
            .between(-100_000, 100_000)
            .map(day -> (Object) LocalDate.ofEpochDay(day)),
        Arbitraries.longs()
            .between(0, 24L * 60 * 60 * 1_000_000 - 1)
            .map(micros -> (Object) LocalTime.ofNanoOfDay(micros * 1_000)),
        Combinators.combine(Arbitraries.longs(), Arbitraries.longs())
            .as((high, low) -> (Object) new UUID(high, low)),
        Combinators.combine(
                Arbitraries.longs(), Arbitraries.of(true, false), Arbitraries.of(true, false))
            .as((count, nanos, utc) -> (Object) new TimestampValue(count, nanos, utc)));
  }
}
