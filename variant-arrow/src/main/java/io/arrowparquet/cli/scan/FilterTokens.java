// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.scan;

import java.util.List;

/** The text of a filter as words, signs, numbers and texts in quotes. */
final class FilterTokens {
  /** Characters that end a name, besides spaces. */
  private static final String SIGNS = "=!<>(),'\":`";

  private static final int LONGEST_SHOWN = 30;

  private final String text;
  private int position;

  FilterTokens(String text) {
    this.text = text;
  }

  /** Goes to the next character that is not a space; returns where that is. */
  int skipSpace() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
    return position;
  }

  /** Goes back to a place of an earlier {@link #skipSpace}. */
  void back(int place) {
    position = place;
  }

  boolean isAtEnd() {
    return skipSpace() == text.length();
  }

  /** The next character; 0 at the end. */
  char peek() {
    return isAtEnd() ? 0 : text.charAt(position);
  }

  /** Whether the sign is next; if so, it is passed. */
  boolean skip(String sign) {
    if (!text.startsWith(sign, skipSpace())) {
      return false;
    }
    position += sign.length();
    return true;
  }

  /** Passes the first of the signs that is next; null if none is. */
  String skipAny(List<String> signs) {
    return signs.stream().filter(this::skip).findFirst().orElse(null);
  }

  void require(String sign) {
    if (!skip(sign)) {
      throw wrong("'" + sign + "'");
    }
  }

  /** Whether this word is next, in any case; if so, it is passed. */
  boolean skipWord(String word) {
    int end = endOfWord(skipSpace());
    if (!text.substring(position, end).equalsIgnoreCase(word)) {
      return false;
    }
    position = end;
    return true;
  }

  void requireWord(String word) {
    if (!skipWord(word)) {
      throw wrong(word);
    }
  }

  private int endOfWord(int start) {
    int end = start;
    while (end < text.length() && isPlain(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isPlain(char c) {
    return !Character.isWhitespace(c) && SIGNS.indexOf(c) < 0;
  }

  /** A number as it is written; null if none is next. */
  String number() {
    int start = skipSpace();
    int at = start;
    if (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
      at++;
    }
    int digit = at < text.length() && text.charAt(at) == '.' ? at + 1 : at;
    if (digit == text.length() || text.charAt(digit) < '0' || text.charAt(digit) > '9') {
      return null;
    }
    position = endOfWord(at);
    return text.substring(start, position);
  }

  /** Text between two quotes, of which the first is next; a doubled quote is a quote. */
  String quoted(char quote) {
    int start = skipSpace();
    require(String.valueOf(quote));
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
    throw wrongAt(start, "a closing " + quote + " for it");
  }

  /**
   * A column, or a path in one: names are plain or in double quotes or backquotes, what is in
   * brackets is taken as it is.
   */
  String columnText() {
    int start = skipSpace();
    StringBuilder name = new StringBuilder();
    while (position < text.length()) {
      char c = text.charAt(position);
      if (c == '"' || c == '`') {
        name.append(quoted(c));
      } else if (c == '[' && position > start) {
        int end = endOfBracket();
        name.append(text, position, end);
        position = end;
      } else if (isPlain(c)) {
        name.append(c);
        position++;
      } else {
        break;
      }
    }
    if (position == start) {
      throw wrong("a column, or a value");
    }
    return name.toString();
  }

  /** Behind the bracket that closes; one in quotes does not. */
  private int endOfBracket() {
    char quote = 0;
    for (int at = position + 1; at < text.length(); at++) {
      char c = text.charAt(at);
      if (quote != 0) {
        if (c == '\\') {
          at++;
        } else if (c == quote) {
          quote = 0;
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == ']') {
        return at + 1;
      }
    }
    throw wrong("a closing ]");
  }

  /** A type: a word, and what is in parentheses behind it. */
  String typeText() {
    int start = skipSpace();
    position = endOfWord(start);
    int end = position;
    if (skip("(")) {
      while (!isAtEnd() && text.charAt(position) != ')') {
        if (text.charAt(position) == '\'') {
          quoted('\'');
        } else {
          position++;
        }
      }
      require(")");
      end = position;
    }
    position = end;
    return text.substring(start, end);
  }

  IllegalArgumentException wrong(String expected) {
    return wrongAt(skipSpace(), expected);
  }

  /** What is said of a text that is not a filter. */
  IllegalArgumentException wrongAt(int place, String expected) {
    return new IllegalArgumentException(
        "at position " + place + " found " + found(place) + ", expected " + expected);
  }

  private String found(int place) {
    if (place >= text.length()) {
      return "the end";
    }
    char c = text.charAt(place);
    int end = Math.max(endOfWord(place), place + 1);
    if (c == '\'' || c == '"' || c == '`') {
      int closing = text.indexOf(c, place + 1);
      end = closing < 0 ? text.length() : closing + 1;
    }
    String whole = text.substring(place, end);
    String shown =
        whole.length() > LONGEST_SHOWN ? whole.substring(0, LONGEST_SHOWN) + "..." : whole;
    return c == '\'' ? shown : "'" + shown + "'";
  }
}
