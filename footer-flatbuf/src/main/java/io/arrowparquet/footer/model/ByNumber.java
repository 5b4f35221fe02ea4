// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/** Finds enum constants by their numbers in Thrift, which may have gaps. */
final class ByNumber {
  private ByNumber() {}

  /** The constants, each at the index that is its number; null in the gaps. */
  static <E extends Enum<E>> E[] table(E[] constants, ToIntFunction<E> number) {
    int highest = Arrays.stream(constants).mapToInt(number).max().orElse(-1);
    E[] table = Arrays.copyOf(constants, highest + 1);
    Arrays.fill(table, null);
    for (E constant : constants) {
      table[number.applyAsInt(constant)] = constant;
    }
    return table;
  }

  /** The constants with these numbers, without those that do not exist. */
  static <E> List<E> known(List<Integer> numbers, IntFunction<E> forNumber) {
    return numbers.stream().map(forNumber::apply).filter(Objects::nonNull).toList();
  }

  /** The constant with this number; null if there is none. */
  static <E> E get(E[] table, int number) {
    return number >= 0 && number < table.length ? table[number] : null;
  }
}
