// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.variant.internal.TextTokens;
import java.util.List;

/** The tokens of {@link FilterText}. */
final class FilterTokens extends TextTokens {
  private static final String SIGNS = "=!<>(),'\":`";

  FilterTokens(String text) {
    super(text, SIGNS, "", "the end");
  }

  void back(int place) {
    position = place;
  }

  /** Passes the first of the signs that is next; null if none is. */
  String skipAny(List<String> signs) {
    return signs.stream().filter(this::skip).findFirst().orElse(null);
  }

  void requireWord(String word) {
    if (!skipWord(word)) {
      throw wrong(word);
    }
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
      } else if (isPlain(c, SIGNS)) {
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
}
