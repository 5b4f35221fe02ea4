// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.SourceEntry;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Which version of a resource a source reads: settled by what the caller knows and by the first
 * answer, demanded of all later ones. The text of a version ({@link
 * io.arrowparquet.storage.ByteSource#version}) is the validator that the server sends (RFC 9110,
 * section 8.8), and its syntax says which one it is:
 *
 * <pre>
 *   "..."            a strong ETag: sent in If-Match
 *   date             Last-Modified, where there is no strong ETag: sent in If-Unmodified-Since
 *   W/"..."          a weak ETag: compared, never sent
 *   W/"...", date    both
 * </pre>
 *
 * <p>Answers are compared whatever was sent, since not all servers check conditions. ETags are
 * equal if they are but for the W/: some servers send a tag as weak as long as the file is new. An
 * answer that has nothing to compare where the first one had is of another version too.
 *
 * <p>Threads: may be shared.
 */
public final class SourceVersion {
  private static final String WEAK = "W/";
  private static final String BETWEEN = ", ";

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final String name;
  private long length;

  private String tag;

  private String date;

  public SourceVersion(String name, SourceEntry entry) {
    this.name = name;
    this.length = entry.length();
    String text = entry.version();
    int tagEnd = text == null || !isTag(text) ? 0 : text.lastIndexOf('"') + 1;
    if (text != null) {
      this.tag = tagEnd == 0 ? null : text.substring(0, tagEnd);
      String rest = text.substring(tagEnd);
      this.date = rest.isEmpty() ? null : tagEnd == 0 ? rest : rest.replaceFirst(BETWEEN, "");
    }
  }

  private static boolean isTag(String text) {
    return text.startsWith("\"") || text.startsWith(WEAK + "\"");
  }

  private static boolean isStrong(String tag) {
    return tag != null && tag.startsWith("\"");
  }

  private static String opaque(String tag) {
    return tag.startsWith(WEAK) ? tag.substring(WEAK.length()) : tag;
  }

  /** One without quotation marks is not fit to be sent back. */
  private static String tag(String sent) {
    return sent == null || isTag(sent) ? sent : WEAK + '"' + sent.replace("\"", "") + '"';
  }

  private static String text(String tag, String date) {
    if (isStrong(tag) || date == null) {
      return tag;
    }
    return tag == null ? date : tag + BETWEEN + date;
  }

  /** The text of a version that a store lists; null for what is not known. */
  public static String text(String sentTag, Instant modified) {
    return text(tag(sentTag), date(modified));
  }

  private static String date(Instant modified) {
    return modified == null ? null : DATE.format(modified);
  }

  /** Two versions may have the same weak ETag, or time. */
  public static String requireStrong(String name, String version) throws FileSystemException {
    if (!isStrong(version)) {
      throw new FileSystemException(
          name,
          null,
          "its store gives it no strong ETag, so that it cannot be replaced safely: found "
              + version);
    }
    return version;
  }

  public synchronized long length() {
    return length;
  }

  public synchronized String text() {
    return text(tag, date);
  }

  /** Null for no such condition. */
  public synchronized String tagToMatch() {
    // One that was read from a bundle may hold anything.
    boolean canBeSent = isStrong(tag) && tag.chars().allMatch(c -> c >= ' ' && c <= '~');
    return canBeSent ? tag : null;
  }

  /** Null for no such condition. */
  public synchronized Instant dateToMatch() {
    if (date == null || isStrong(tag)) {
      return null;
    }
    try {
      return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeException e) {
      return null; // Whatever it is, it is compared.
    }
  }

  public String dateHeader() {
    return date(dateToMatch());
  }

  public synchronized void settle(long total, String sentTag, String sentDate)
      throws ChangedSourceException {
    if (length != SourceEntry.UNKNOWN && total != length) {
      throw new ChangedSourceException(name, "length", total + " bytes", length + " bytes");
    }
    String foundTag = tag(sentTag);
    boolean hasTags = tag != null && foundTag != null;
    if (hasTags && !opaque(tag).equals(opaque(foundTag))) {
      throw new ChangedSourceException(name, "ETag", foundTag, tag);
    }
    boolean hasDates = !isStrong(tag) && date != null && sentDate != null;
    if (hasDates && !date.equals(sentDate)) {
      throw new ChangedSourceException(name, "Last-Modified", sentDate, date);
    }
    if (!hasTags && !hasDates && text() != null) {
      String found = String.valueOf(text(foundTag, sentDate));
      throw new ChangedSourceException(name, tag == null ? "Last-Modified" : "ETag", found, text());
    }
    length = total;
    tag = tag == null ? foundTag : tag;
    date = date == null ? sentDate : date;
  }

  public void settle(long total, String sentTag, Instant sentDate) throws ChangedSourceException {
    settle(total, sentTag, date(sentDate));
  }

  /** Of an answer that says only that there is no byte. */
  public synchronized void settleEmpty() throws ChangedSourceException {
    settle(0, tag, date);
  }

  public synchronized IOException shorter(String place) {
    return length == SourceEntry.UNKNOWN
        ? new EOFException(name + ": ends before " + place)
        : new ChangedSourceException(name, "length", "fewer bytes", length + " bytes");
  }

  public synchronized ChangedSourceException refused(String sentTag) {
    return new ChangedSourceException(
        name,
        isStrong(tag) ? "ETag" : "Last-Modified",
        sentTag == null ? "another one" : sentTag,
        text());
  }
}
