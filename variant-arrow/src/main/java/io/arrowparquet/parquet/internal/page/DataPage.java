// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import io.arrowparquet.footer.model.ParquetEncoding;

/**
 * A decompressed data page, of either version.
 *
 * <pre>
 *   version 1:  | rep. length, levels | def. length, levels | values |   all of it compressed
 *   version 2:  | rep. levels | def. levels |  values  |                 the values compressed
 * </pre>
 *
 * <p>Borrows its memory, which the next page overwrites. All addresses are absolute.
 */
public final class DataPage {
  /**
   * Bytes behind the end of a page that may be read, whatever they hold: a group of the widest
   * values that is cut short, and a word that begins with its last byte.
   */
  public static final int SLACK = Long.SIZE + Long.BYTES;

  private static final long FOLLOWS = 0;

  private final int numValues;
  private final long start;
  private final long end;
  private final ParquetEncoding encoding;
  private final ParquetEncoding repetitionEncoding;
  private final ParquetEncoding definitionEncoding;
  private final long definitionStart;
  private final long valuesStart;

  private DataPage(
      int numValues,
      long start,
      long end,
      ParquetEncoding encoding,
      ParquetEncoding repetitionEncoding,
      ParquetEncoding definitionEncoding,
      long definitionStart,
      long valuesStart) {
    this.numValues = numValues;
    this.start = start;
    this.end = end;
    this.encoding = encoding;
    this.repetitionEncoding = repetitionEncoding;
    this.definitionEncoding = definitionEncoding;
    this.definitionStart = definitionStart;
    this.valuesStart = valuesStart;
  }

  /** A page of version 1 of {@code size} bytes at an address. */
  static DataPage v1(
      int numValues,
      long start,
      int size,
      ParquetEncoding encoding,
      ParquetEncoding repetitionEncoding,
      ParquetEncoding definitionEncoding) {
    return new DataPage(
        numValues,
        start,
        start + size,
        encoding,
        repetitionEncoding,
        definitionEncoding,
        FOLLOWS,
        FOLLOWS);
  }

  /**
   * A page of version 2 of {@code size} bytes at an address.
   *
   * @param repetitionLength bytes of the repetition levels
   * @param levelsLength bytes of all levels
   */
  static DataPage v2(
      int numValues,
      long start,
      int size,
      ParquetEncoding encoding,
      int repetitionLength,
      int levelsLength) {
    return new DataPage(
        numValues,
        start,
        start + size,
        encoding,
        ParquetEncoding.RLE,
        ParquetEncoding.RLE,
        start + repetitionLength,
        start + levelsLength);
  }

  /** Whether this is a page of version 2, whose levels have no length of their own. */
  public boolean isV2() {
    return valuesStart != FOLLOWS;
  }

  /** Values, nulls included. */
  public int numValues() {
    return numValues;
  }

  /** Where the sections begin, the repetition levels first. */
  public long start() {
    return start;
  }

  /** Where the page ends; {@link #SLACK} bytes behind it may be read. */
  public long end() {
    return end;
  }

  /** Encoding of the values. */
  public ParquetEncoding encoding() {
    return encoding;
  }

  /** Encoding of the repetition levels. */
  public ParquetEncoding repetitionEncoding() {
    return repetitionEncoding;
  }

  /** Encoding of the definition levels. */
  public ParquetEncoding definitionEncoding() {
    return definitionEncoding;
  }

  /** Where the definition levels begin, in version 2. */
  public long definitionStart() {
    return definitionStart;
  }

  /** Where the values begin, in version 2. */
  public long valuesStart() {
    return valuesStart;
  }
}
