// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.internal.codec.PageBytes;
import io.arrowparquet.parquet.options.CorruptPageException;

/**
 * A page that is decompressed as far as it is wanted: a data page of either version, or a
 * dictionary page, which has no levels.
 *
 * <pre>
 *   version 1:  | rep. length, levels | def. length, levels | values |   all of it compressed
 *   version 2:  | rep. levels | def. levels |  values  |                 the values compressed
 *   dictionary: | values, always PLAIN |                                 all of it compressed
 * </pre>
 *
 * <p>Borrows its memory, which the next data page overwrites; that of a dictionary page is valid as
 * long as the reader of its column chunk is open. All addresses are absolute.
 *
 * @param numValues nulls included; of a dictionary what it claims to hold, not negative
 * @param start where the sections begin, the repetition levels first
 * @param end where the page ends; {@link #SLACK} bytes after it may be read
 * @param definitionStart where the definition levels begin, but in version 1
 * @param valuesStart where the values begin; 0 in version 1, whose levels say it
 * @param bytes what {@link #require} decompresses; null if all is there
 */
public record Page(
    int numValues,
    long start,
    long end,
    ParquetEncoding encoding,
    ParquetEncoding repetitionEncoding,
    ParquetEncoding definitionEncoding,
    long definitionStart,
    long valuesStart,
    PageBytes bytes) {
  /**
   * Bytes after the end of a page that may be read, whatever they hold: a group of the widest
   * values that is cut short, and a word that begins with its last byte.
   */
  public static final int SLACK = Long.SIZE + Long.BYTES;

  /** Refuses what needs more bytes than there are. */
  public static void requireBytes(String what, long found, long needed) {
    if (needed > found) {
      throw new CorruptPageException(what, found + " bytes", needed + " bytes");
    }
  }

  /** Refuses what asks for more values than are left. */
  public static void requireValues(String what, int left, int needed) {
    if (needed > left) {
      throw new CorruptPageException(what, left + " values", needed + " more");
    }
  }

  /** Refuses a number that is out of bounds. */
  public static void requireBetween(String what, long found, long least, long most) {
    if (found < least || found > most) {
      throw new CorruptPageException(
          what, Long.toString(found), least == most ? "" + least : least + " to " + most);
    }
  }

  /** Refuses data pages that need a dictionary if there is none: null. */
  public static void requireDictionary(Page page) {
    if (page == null) {
      throw new CorruptPageException("dictionary page", "none", "one before the data pages");
    }
  }

  /** That a number is not from 0 to {@code most}, what {@code bound} says. */
  public static CorruptPageException outside(String what, long found, long most, String bound) {
    return new CorruptPageException(what, Long.toString(found), "0 to " + most + ", " + bound);
  }

  static Page v2(
      int numValues,
      long start,
      int size,
      ParquetEncoding encoding,
      int repetitionLength,
      int levelsLength,
      PageBytes bytes) {
    return new Page(
        numValues,
        start,
        start + size,
        encoding,
        ParquetEncoding.RLE,
        ParquetEncoding.RLE,
        start + repetitionLength,
        start + levelsLength,
        bytes);
  }

  /**
   * Has the compressed bytes between two addresses there, to be called before they are read. Those
   * before, if nobody wanted them, may be left out for good. Returns the end of what is there.
   */
  public long require(long from, long to) {
    return bytes == null ? end : bytes.require(from, to);
  }

  /** The page when all of it is there, whatever its reader does next. */
  Page whole() {
    require(start, end);
    return new Page(
        numValues,
        start,
        end,
        encoding,
        repetitionEncoding,
        definitionEncoding,
        definitionStart,
        valuesStart,
        null);
  }

  public boolean isV2() {
    return valuesStart != 0;
  }
}
