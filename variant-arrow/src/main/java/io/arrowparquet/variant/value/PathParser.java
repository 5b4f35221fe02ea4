// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads the text of a path.
 *
 * <pre>
 *   path  = "$" step*
 *   step  = "." plain | "[" index "]" | "[" quote any* quote "]"
 *   plain = one or more characters but . [ ] * ' " spaces and controls
 *   index = a decimal number from 0 to 2147483647
 *   quote = ' or ", the same at both ends; inside, a backslash takes the next character as it is
 * </pre>
 */
final class PathParser {
  private final String text;
  private int position;

  PathParser(String text) {
    this.text = text;
  }

  List<PathStep> parse() {
    if (!text.startsWith("$")) {
      throw wrong("'$', the whole value");
    }
    position = 1;
    List<PathStep> steps = new ArrayList<>();
    while (position < text.length()) {
      char c = text.charAt(position);
      if (c == '.') {
        position++;
        steps.add(PathStep.field(plainName()));
      } else if (c == '[') {
        position++;
        steps.add(bracket());
      } else {
        throw wrong("'.' or '['");
      }
    }
    return steps;
  }

  private String plainName() {
    int start = position;
    while (position < text.length() && isPlain(text.charAt(position))) {
      position++;
    }
    if (position == start) {
      throw wrong("a name, or ['...'] around one with special characters");
    }
    return text.substring(start, position);
  }

  private PathStep bracket() {
    char c = position < text.length() ? text.charAt(position) : ' ';
    PathStep step;
    if (c == '\'' || c == '"') {
      position++;
      step = PathStep.field(quotedName(c));
    } else {
      step = PathStep.element(index());
    }
    if (position == text.length() || text.charAt(position) != ']') {
      throw wrong("']'");
    }
    position++;
    return step;
  }

  private String quotedName(char quote) {
    StringBuilder name = new StringBuilder();
    while (position < text.length()) {
      char c = text.charAt(position);
      position++;
      if (c == quote) {
        return name.toString();
      }
      if (c == '\\' && position < text.length()) {
        c = text.charAt(position);
        position++;
      }
      name.append(c);
    }
    throw wrong("a closing " + quote);
  }

  private int index() {
    int start = position;
    long index = 0;
    while (position < text.length() && isDigit(text.charAt(position))) {
      index = 10 * index + (text.charAt(position) - '0');
      if (index > Integer.MAX_VALUE) {
        position = start;
        throw wrong("an index of at most " + Integer.MAX_VALUE);
      }
      position++;
    }
    if (position == start) {
      throw wrong("an index from 0 or a quoted name");
    }
    return (int) index;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Whether a name needs no quotes. */
  static boolean isPlain(String name) {
    return !name.isEmpty() && name.chars().allMatch(c -> isPlain((char) c));
  }

  private static boolean isPlain(char c) {
    return c > ' ' && c != '\u007F' && ".[]*'\"".indexOf(c) < 0;
  }

  private IllegalArgumentException wrong(String expected) {
    String found =
        position < text.length() ? "'" + text.charAt(position) + "'" : "the end of the path";
    return new IllegalArgumentException(
        "path "
            + text
            + ": at position "
            + position
            + " found "
            + found
            + ", expected "
            + expected);
  }
}
