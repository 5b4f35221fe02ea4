// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.arrowparquet.it.interop.ArrowParquetJson;
import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.variant.json.InvalidJsonException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes as JSON text: a valid Variant comes out, whose own text is read as a Variant with that
 * text again, or the exception that says what is wrong.
 */
class JsonFuzzTest {
  static List<byte[]> seeds() {
    return Stream.of(
            "{\"id\": 7, \"user\": {\"name\": \"\u00e9\", \"tags\": [\"a\", null]}, \"ok\": true}",
            "[0, -128, 32768, 9223372036854775808, 1.50, -0.001, 1e400, 2.5E-7]",
            "\"\\u00e9\\ud83d\\ude00\\n\\\"\\\\ and more than eight bytes\"",
            "[[[[{\"a\":{\"b\":{}}}]]]] ",
            "99999999999999999999999999999999999999.9")
        .map(text -> text.getBytes(StandardCharsets.UTF_8))
        .toList();
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "2s")
  void any_bytes_are_a_variant_or_invalid_json(byte[] bytes) {
    try (ArrowParquetJson json = new ArrowParquetJson()) {
      EncodedVariant first;
      try {
        first = json.parse(bytes);
      } catch (InvalidJsonException expected) {
        requireReusable(json);
        return;
      }
      String text = json.write(first);
      String again = json.write(json.parse(text.getBytes(StandardCharsets.UTF_8)));
      // A double may be minus zero, the decimal of the same text may not.
      if (!again.equals(text) && !text.contains("-0.0")) {
        throw new AssertionError(text + " became " + again);
      }
    }
  }

  /** Nothing of a text that was refused may be left for the next. */
  private static void requireReusable(ArrowParquetJson json) {
    String text = json.write(json.parse("[1]".getBytes(StandardCharsets.UTF_8)));
    if (!text.equals("[1]")) {
      throw new AssertionError(text);
    }
  }
}
