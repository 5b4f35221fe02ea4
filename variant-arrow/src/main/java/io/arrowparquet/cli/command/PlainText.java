// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Locale;

/**
 * What commands print, without control characters: a name in a file may hold a sequence that a
 * terminal obeys. Each is written as a backslash, u and four digits, which is valid in JSON too,
 * where one can only be in a string. Line breaks and tabs stay; where a name must not break its
 * line, it goes through {@link #line} first. It is the same in a pipe, since what is in a file is
 * shown sooner or later.
 */
public final class PlainText extends Writer {
  private final Writer out;

  private PlainText(Writer out) {
    this.out = out;
  }

  public static PrintWriter to(Writer out, boolean autoFlush) {
    return new PrintWriter(new PlainText(out), autoFlush);
  }

  /** {@code "1 row"}, {@code "2 rows"}. */
  public static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  public static String more(int files) {
    return files == 0 ? "" : " and " + count(files, "more file");
  }

  /** Text of one line: line breaks and tabs are no exception. */
  public static String line(String text) {
    StringBuilder plain = null;
    int done = 0;
    for (int i = 0; i < text.length(); i++) {
      if (isControl(text.charAt(i))) {
        plain = plain == null ? new StringBuilder() : plain;
        plain.append(text, done, i).append(escaped(text.charAt(i)));
        done = i + 1;
      }
    }
    return plain == null ? text : plain.append(text, done, text.length()).toString();
  }

  /** Of ASCII, and the second set of ISO 8859, which some terminals obey. */
  private static boolean isControl(char c) {
    return c < ' ' || (c >= '\u007f' && c <= '\u009f');
  }

  private static String escaped(char control) {
    return String.format(Locale.ROOT, "\\u%04x", (int) control);
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    int done = offset;
    int end = offset + length;
    for (int i = offset; i < end; i++) {
      char c = text[i];
      if (isControl(c) && c != '\n' && c != '\t' && !(c == '\r' && endsLine(text, i + 1, end))) {
        out.write(text, done, i - done);
        out.write(escaped(c));
        done = i + 1;
      }
    }
    out.write(text, done, end - done);
  }

  private static boolean endsLine(char[] text, int next, int end) {
    return next < end && text[next] == '\n';
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
