// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random JSON documents, written the way that people and programs of all kinds write them. */
final class JsonDocuments {
  private static final int MAX_NESTING = 4;
  private static final List<String> SPACES = List.of("", "", "", " ", "\n", "\t \r\n");

  private JsonDocuments() {}

  /** Any document; no key is twice in one object. */
  static Arbitrary<String> documents() {
    return Combinators.combine(spaces(), value(MAX_NESTING), spaces())
        .as((before, value, after) -> before + value + after);
  }

  private static Arbitrary<String> spaces() {
    return Arbitraries.of(SPACES);
  }

  private static Arbitrary<String> value(int nesting) {
    Arbitrary<String> scalar =
        Arbitraries.oneOf(Arbitraries.of("null", "true", "false"), numbers(), strings());
    if (nesting == 0) {
      return scalar;
    }
    Arbitrary<String> inner = Arbitraries.lazy(() -> value(nesting - 1));
    return Arbitraries.frequencyOf(
        Tuple.of(3, scalar), Tuple.of(2, array(inner)), Tuple.of(2, object(inner)));
  }

  private static Arbitrary<String> array(Arbitrary<String> inner) {
    Arbitrary<List<String>> elements =
        Combinators.combine(spaces(), inner, spaces())
            .as((before, value, after) -> before + value + after)
            .list()
            .ofMaxSize(6);
    return elements.map(all -> "[" + String.join(",", all) + "]");
  }

  private static Arbitrary<String> object(Arbitrary<String> inner) {
    Arbitrary<List<String>> keys = keys().list().uniqueElements().ofMaxSize(6);
    return Combinators.combine(keys, inner.list().ofSize(6), spaces())
        .as(
            (names, values, space) -> {
              StringBuilder json = new StringBuilder("{").append(space);
              for (int i = 0; i < names.size(); i++) {
                json.append(i == 0 ? "" : ",").append(space).append('"').append(names.get(i));
                json.append('"').append(space).append(':').append(space).append(values.get(i));
              }
              return json.append(space).append('}').toString();
            });
  }

  /** Keys without escapes: two that look different are different. */
  private static Arbitrary<String> keys() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            "", "a", "b", "id", "a.b", "key10", "key9", "ä", "日本語", "a long name of 24 b"),
        Arbitraries.strings().withCharRange('a', 'f').ofMaxLength(12));
  }

  /** Numbers of every form the grammar has. */
  static Arbitrary<String> numbers() {
    Arbitrary<String> digits = Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(45);
    Arbitrary<String> whole =
        Arbitraries.oneOf(
            Arbitraries.longs().map(n -> Long.toString(n).replace("-", "")),
            Arbitraries.integers().between(0, 70_000).map(Object::toString),
            digits.map(JsonDocuments::withoutZeros),
            Arbitraries.of("0", "128", "32768", "9223372036854775807", "9223372036854775808"),
            Arbitraries.of("9".repeat(38), "1" + "0".repeat(38)));
    Arbitrary<String> fraction = digits.map(d -> "." + d).injectNull(0.5).map(JsonDocuments::text);
    Arbitrary<String> exponent =
        Arbitraries.of("e0", "E5", "e-7", "E+22", "e400", "e-400", "e308")
            .injectNull(0.8)
            .map(JsonDocuments::text);
    return Combinators.combine(Arbitraries.of("", "-"), whole, fraction, exponent)
        .as((sign, a, b, c) -> sign + a + b + c);
  }

  private static String withoutZeros(String digits) {
    return digits.replaceFirst("^0+(?!$)", "");
  }

  private static String text(String part) {
    return part == null ? "" : part;
  }

  /** Strings with and without escapes, up to a few thousand characters. */
  static Arbitrary<String> strings() {
    Arbitrary<String> piece =
        Arbitraries.oneOf(
            Arbitraries.strings().withCharRange(' ', '~').excludeChars('"', '\\').ofMaxLength(20),
            Arbitraries.of("\\n", "\\\"", "\\\\", "\\/", "\\b\\f\\r\\t", "\\u0000", "\\u00e9"),
            Arbitraries.of(
                "é", "日本語", "😀", "\\ud83d\\ude00", "\\uD83D\\uDE00", "\u007f", "\uffff"),
            Arbitraries.of("x".repeat(63), "x".repeat(64), "y".repeat(4_000)));
    return piece.list().ofMaxSize(4).map(pieces -> "\"" + String.join("", pieces) + "\"");
  }
}
