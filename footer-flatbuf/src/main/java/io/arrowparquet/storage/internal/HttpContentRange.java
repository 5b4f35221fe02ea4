// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which bytes of a file an answer has (RFC 9110, section 14.4).
 *
 * <pre>
 * Content-Range: bytes first-last/total    or * for the total
 * </pre>
 *
 * <p>The unit is {@code bytes} in letters of any case.
 */
public record HttpContentRange(long first, long last, long total) {
  private static final String HEADER = "Content-Range";

  private static final Pattern RANGE =
      Pattern.compile("(?i:bytes) (\\d{1,18})-(\\d{1,18})/(\\d{1,18}|\\*)");

  private static final Pattern EMPTY = Pattern.compile("(?i:bytes) \\*/0+");

  /** {@code known}: length of the file, for an answer that does not say it; negative if unknown. */
  public static HttpContentRange of(String name, HttpHeaders headers, long known)
      throws IOException {
    return parse(name, headers.firstValue(HEADER).orElse(null), known);
  }

  public static void requireIdentity(String name, HttpHeaders headers) throws IOException {
    for (String encodings : headers.allValues("Content-Encoding")) {
      if (!encodings.trim().equalsIgnoreCase("identity")) {
        throw new IOException(
            name + ": the server compresses the file (" + encodings + "), so it has no offsets");
      }
    }
  }

  public static HttpContentRange parse(String name, String text, long known) throws IOException {
    Matcher range = RANGE.matcher(text == null ? "" : text);
    if (range.matches()) {
      long first = Long.parseLong(range.group(1));
      long last = Long.parseLong(range.group(2));
      long total = range.group(3).equals("*") ? known : Long.parseLong(range.group(3));
      if (first <= last && last < total) {
        return new HttpContentRange(first, last, total);
      }
    }
    throw new IOException(
        name + ": " + HEADER + ": found " + text + ", expected bytes first-last/total");
  }

  public static boolean isEmpty(HttpHeaders headers) {
    return headers.firstValue(HEADER).filter(text -> EMPTY.matcher(text).matches()).isPresent();
  }

  public int count() {
    return (int) Math.min(Integer.MAX_VALUE, last - first + 1);
  }

  /** These must be the bytes asked for, or the first of them. */
  public void require(String name, long position, int count) throws IOException {
    BlockingByteSource.requireInside(name, total, position, count);
    if (first != position || last - first + 1 > count) {
      String expected = "up to " + count + " bytes from " + position;
      throw new IOException(name + ": " + HEADER + ": found " + this + ", expected " + expected);
    }
  }

  @Override
  public String toString() {
    return first + "-" + last + "/" + total;
  }
}
