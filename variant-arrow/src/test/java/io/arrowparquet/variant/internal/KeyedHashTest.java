// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KeyedHashTest {
  private static final int NAMES = 4096;
  private static final int TABLE_BITS = 13;

  private static List<String> names(IntFunction<String> name) {
    return IntStream.range(0, NAMES).mapToObj(name).toList();
  }

  /** Two letters of 64, in a name of x at an index. */
  private static String letters(int number, int length, int index) {
    StringBuilder name = new StringBuilder("x".repeat(length));
    name.setCharAt(index, (char) ('0' + number % 64));
    name.setCharAt(Math.min(index + 1, length - 1), (char) ('0' + number / 64));
    return name.toString();
  }

  static Stream<Arguments> families() {
    List<Arguments> families = new ArrayList<>();
    for (int length = 2; length <= 40; length++) {
      int all = length;
      families.add(arguments(length + " first", names(i -> letters(i, all, 0))));
      families.add(arguments(length + " middle", names(i -> letters(i, all, (all - 1) / 2))));
      families.add(arguments(length + " last", names(i -> letters(i, all, all - 2))));
      if (length >= 8) {
        families.add(
            arguments(
                length + " last four",
                names(i -> "k".repeat(all - 4) + letters(i, 4, 0).replace('x', (char) (i + 1)))));
      }
    }
    for (String before :
        List.of("", "a", "key_", "field_", "measurement_", "a.long.path.to.field_")) {
      families.add(arguments(before + "0001", names(i -> before + String.format("%04d", i))));
      families.add(arguments(before + "1", names(i -> before + i)));
      families.add(arguments(before + "FFF", names(i -> before + Integer.toHexString(i << 8))));
    }
    families.add(arguments("only length", names("x"::repeat)));
    families.add(arguments("case", names(i -> cased("abcdefghijkl", i))));
    families.add(arguments("case of a long name", names(i -> cased("measurements", i) + "_total")));
    families.add(arguments("order", names(i -> ordered("abcdefg", i))));
    families.add(arguments("order of words", names(i -> ordered("abcdefg", i).repeat(8))));
    return families.stream();
  }

  private static String cased(String name, int upper) {
    StringBuilder cased = new StringBuilder(name);
    for (int i = 0; i < name.length(); i++) {
      if (((upper >>> i) & 1) != 0) {
        cased.setCharAt(i, Character.toUpperCase(name.charAt(i)));
      }
    }
    return cased.toString();
  }

  private static String ordered(String letters, int number) {
    StringBuilder left = new StringBuilder(letters);
    StringBuilder ordered = new StringBuilder();
    for (int rest = number; left.length() > 0; rest /= left.length() + 1) {
      int at = rest % left.length();
      ordered.append(left.charAt(at));
      left.deleteCharAt(at);
    }
    return ordered.toString();
  }

  private static long word(byte[] utf8) {
    long word = 0;
    for (int i = 0; i < utf8.length; i++) {
      word |= (utf8[i] & 0xFFL) << (i * Byte.SIZE);
    }
    return word;
  }

  /** By either end of the hash a name meets about as many others as chance would have it. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("families")
  void names_that_are_alike_are_spread_over_a_table(String family, List<String> names) {
    Set<String> distinct = new HashSet<>(names);
    int[] byLowBits = new int[1 << TABLE_BITS];
    int[] byHighBits = new int[1 << TABLE_BITS];
    int[] places = new int[1 << TABLE_BITS];
    Set<Integer> hashes = new HashSet<>();
    try (BufferAllocator allocator = new RootAllocator();
        ArrowBuf buffer = allocator.buffer(NAMES)) {
      for (String name : distinct) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        buffer.setBytes(0, utf8);
        long hash = KeyedHash.ofBytes(buffer.memoryAddress(), utf8.length);
        if (utf8.length >= Long.BYTES) {
          assertThat(KeyedHash.key(utf8, 0, utf8.length))
              .isEqualTo(KeyedHash.key(buffer.memoryAddress(), utf8.length));
        }
        hashes.add((int) hash);
        byLowBits[(int) hash & ((1 << TABLE_BITS) - 1)]++;
        byHighBits[(int) (hash >>> (Long.SIZE - TABLE_BITS))]++;
        long word = utf8.length > Long.BYTES ? KeyedHash.key(utf8, 0, utf8.length) : word(utf8);
        places[(int) (KeyedHash.place(word, utf8.length) >>> (Long.SIZE - TABLE_BITS))]++;
      }
    }
    assertThat(distinct.size() - hashes.size()).isLessThanOrEqualTo(3);
    // One product spreads names that are counted in two bytes less well by some factors.
    assertThat(IntStream.of(places).max().orElse(0)).isLessThanOrEqualTo(64);
    // Chance gives a slot 8 names at most, and of pairs the half of all names' over the slots.
    for (int[] slots : List.of(byLowBits, byHighBits)) {
      assertThat(IntStream.of(slots).max().orElse(0)).isLessThanOrEqualTo(16);
      double pairs = IntStream.of(slots).mapToDouble(n -> n * (n - 1.0) / 2).sum();
      double byChance = distinct.size() * (double) distinct.size() / 2 / slots.length;
      assertThat(pairs).isLessThan(1.5 * byChance + 40);
    }
  }
}
