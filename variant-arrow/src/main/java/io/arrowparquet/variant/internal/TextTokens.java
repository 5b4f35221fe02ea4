// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

/** A text as words, signs and quoted texts; says where it is not what it has to be. */
public class TextTokens {
  private static final int LONGEST_SHOWN = 30;

  protected final String text;
  protected int position;
  private final String signs;
  private final String prefix;
  private final String end;

  /** Words end at {@code signs}, spaces and controls; messages begin with {@code prefix}. */
  protected TextTokens(String text, String signs, String prefix, String end) {
    this.text = text;
    this.signs = signs;
    this.prefix = prefix;
    this.end = end;
  }

  public final int skipSpace() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
    return position;
  }

  public final boolean isAtEnd() {
    return skipSpace() == text.length();
  }

  /** The next character; 0 at the end. */
  public final char peek() {
    return isAtEnd() ? 0 : text.charAt(position);
  }

  public final boolean skip(String sign) {
    if (!text.startsWith(sign, skipSpace())) {
      return false;
    }
    position += sign.length();
    return true;
  }

  public final void require(String sign) {
    if (!skip(sign)) {
      throw wrong("'" + sign + "'");
    }
  }

  public final boolean skipWord(String word) {
    int endOfWord = endOfWord(skipSpace());
    if (!text.substring(position, endOfWord).equalsIgnoreCase(word)) {
      return false;
    }
    position = endOfWord;
    return true;
  }

  protected final int endOfWord(int start) {
    int at = start;
    while (at < text.length() && isPlain(text.charAt(at), signs)) {
      at++;
    }
    return at;
  }

  protected static boolean isPlain(char c, String signs) {
    return !Character.isWhitespace(c) && !Character.isISOControl(c) && signs.indexOf(c) < 0;
  }

  /** Text between two quotes, of which the first is next; a doubled quote is a quote. */
  public final String quoted(char quote) {
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

  /** Digits, after spaces, as a number up to {@code most}. */
  public final int number(int most) {
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

  protected static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  public final IllegalArgumentException wrong(String expected) {
    return wrongAt(skipSpace(), expected);
  }

  public final IllegalArgumentException wrongAt(int place, String expected) {
    return new IllegalArgumentException(
        prefix + "at position " + place + " found " + found(place) + ", expected " + expected);
  }

  private String found(int place) {
    if (place >= text.length()) {
      return end;
    }
    char c = text.charAt(place);
    int stop = Math.max(endOfWord(place), place + 1);
    if (c == '\'' || c == '"' || c == '`') {
      int closing = text.indexOf(c, place + 1);
      stop = closing < 0 ? text.length() : closing + 1;
    }
    String whole = text.substring(place, stop);
    String shown =
        whole.length() > LONGEST_SHOWN ? whole.substring(0, LONGEST_SHOWN) + "..." : whole;
    return c == '\'' ? shown : "'" + shown + "'";
  }
}
