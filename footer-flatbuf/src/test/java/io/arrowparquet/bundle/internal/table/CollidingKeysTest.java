// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.arrowparquet.footer.model.BinaryValue;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What comes from files and bundles and is a key of hash tables: all of one hash.
 *
 * @see BinaryValue
 * @see BundlePlace
 */
class CollidingKeysTest {
  private static final int KEYS = 1 << 16;

  static Stream<Arguments> keys() {
    return Stream.of(
        arguments("BinaryValue", (IntFunction<Object>) CollidingKeysTest::text),
        arguments("BundlePlace", (IntFunction<Object>) CollidingKeysTest::place),
        arguments(
            "metadata of a file",
            (IntFunction<Object>) i -> new FileRow.Metadata(1, place(i), List.of(place(-i)))));
  }

  /** Aa and BB have the same hash, and so have texts made of them. */
  private static BinaryValue text(int number) {
    StringBuilder text = new StringBuilder();
    for (int bit = 1; bit < KEYS; bit <<= 1) {
      text.append((number & bit) == 0 ? "Aa" : "BB");
    }
    return BinaryValue.ofUtf8(text.toString());
  }

  private static BundlePlace place(int number) {
    return new BundlePlace(Math.abs(number), 1, -31 * 31 * Math.abs(number));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("keys")
  void keys_of_one_hash_are_found_in_time(String name, IntFunction<Object> key) {
    assertThat(key.apply(1)).hasSameHashCodeAs(key.apply(KEYS - 1));
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          Map<Object, Integer> numbers = new HashMap<>();
          for (int i = 0; i < KEYS; i++) {
            numbers.put(key.apply(i), i);
          }
          assertThat(numbers).hasSize(KEYS);
          for (int i = 0; i < KEYS; i++) {
            assertThat(numbers.get(key.apply(i))).isEqualTo(i);
          }
        });
  }
}
