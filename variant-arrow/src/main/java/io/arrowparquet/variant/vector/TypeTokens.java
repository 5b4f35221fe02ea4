// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import io.arrowparquet.variant.internal.TextTokens;

/** The text of a type as names, numbers and signs. */
final class TypeTokens extends TextTokens {
  private static final String SIGNS = ",:<>()`'";

  TypeTokens(String text) {
    super(text, SIGNS, "type " + text + ": ", "the end of the type");
  }

  void requireEnd() {
    if (!isAtEnd()) {
      throw wrong("the end of the type");
    }
  }

  /** A word, or a name in backquotes. */
  String name() {
    if (peek() == '`') {
      return quoted('`');
    }
    int start = position;
    position = endOfWord(start);
    if (position == start) {
      throw wrong("a name");
    }
    return text.substring(start, position);
  }

  int signedNumber(int most) {
    return skip("-") ? -number(most) : number(most);
  }

  /** A decimal number from 0 to {@code most}. */
  int number(int most) {
    int start = skipSpace();
    long number = 0;
    while (position < text.length() && isDigit(text.charAt(position))) {
      number = 10 * number + (text.charAt(position) - '0');
      if (number > most) {
        throw wrongAt(start, "a number of at most " + most);
      }
      position++;
    }
    if (position == start) {
      throw wrong("a number");
    }
    return (int) number;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Whether a name needs no quotes. */
  static boolean isPlain(String name) {
    return !name.isEmpty() && name.chars().allMatch(c -> isPlain((char) c, SIGNS));
  }
}
