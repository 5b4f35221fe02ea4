// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

/** The text of a type as names, numbers and signs. */
final class TypeTokens {
  /** Characters that end a name. */
  private static final String SIGNS = ",:<>()`'";

  private final String text;
  private int position;

  TypeTokens(String text) {
    this.text = text;
  }

  /** Goes to the next character that is not a space; returns where that is. */
  int skipSpace() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
    return position;
  }

  /** Whether the sign is next; if so, it is passed. */
  boolean skip(char sign) {
    skipSpace();
    if (position == text.length() || text.charAt(position) != sign) {
      return false;
    }
    position++;
    return true;
  }

  void require(char sign) {
    if (!skip(sign)) {
      throw wrong("'" + sign + "'");
    }
  }

  void requireEnd() {
    skipSpace();
    if (position != text.length()) {
      throw wrong("the end of the type");
    }
  }

  /** Whether this word is next, in any case; if so, it is passed. */
  boolean skipWord(String word) {
    int start = skipSpace();
    int end = endOfName(start);
    if (!text.substring(start, end).equalsIgnoreCase(word)) {
      return false;
    }
    position = end;
    return true;
  }

  /** A word, or a name in backquotes. */
  String name() {
    int start = skipSpace();
    if (start < text.length() && text.charAt(start) == '`') {
      return quoted('`');
    }
    position = endOfName(start);
    if (position == start) {
      throw wrong("a name");
    }
    return text.substring(start, position);
  }

  private int endOfName(int start) {
    int end = start;
    while (end < text.length() && isPlain(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** Text between two quotes; a doubled quote is a quote. */
  String quoted(char quote) {
    require(quote);
    StringBuilder content = new StringBuilder();
    while (position < text.length()) {
      char c = text.charAt(position);
      position++;
      if (c == quote) {
        if (position == text.length() || text.charAt(position) != quote) {
          return content.toString();
        }
        position++;
      }
      content.append(c);
    }
    throw wrong("a closing " + quote);
  }

  int signedNumber(int most) {
    return skip('-') ? -number(most) : number(most);
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
    return !name.isEmpty() && name.chars().allMatch(c -> isPlain((char) c));
  }

  private static boolean isPlain(char c) {
    return !Character.isWhitespace(c) && !Character.isISOControl(c) && SIGNS.indexOf(c) < 0;
  }

  IllegalArgumentException wrong(String expected) {
    return wrongAt(position, expected);
  }

  /** What is said of a text that is not a type. */
  IllegalArgumentException wrongAt(int place, String expected) {
    String found = "the end of the type";
    if (place < text.length()) {
      int end = Math.max(endOfName(place), place + 1);
      found = "'" + text.substring(place, end) + "'";
    }
    return new IllegalArgumentException(
        "type " + text + ": at position " + place + " found " + found + ", expected " + expected);
  }
}
