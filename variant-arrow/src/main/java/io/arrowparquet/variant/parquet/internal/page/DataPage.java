// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.page;

import io.arrowparquet.footer.metadata.Encoding;

/**
 * A decompressed data page, of either version.
 *
 * <pre>
 *   version 1:  | rep. length, levels | def. length, levels | values |   all of it compressed
 *   version 2:  | rep. levels | def. levels |  values  |                 the values compressed
 * </pre>
 *
 * <p>Borrows its bytes, which the next page overwrites.
 */
public final class DataPage {
  private static final int FOLLOWS = -1;

  private final int numValues;
  private final byte[] bytes;
  private final int end;
  private final Encoding encoding;
  private final Encoding repetitionEncoding;
  private final Encoding definitionEncoding;
  private final int definitionStart;
  private final int valuesStart;

  private DataPage(
      int numValues,
      byte[] bytes,
      int end,
      Encoding encoding,
      Encoding repetitionEncoding,
      Encoding definitionEncoding,
      int definitionStart,
      int valuesStart) {
    this.numValues = numValues;
    this.bytes = bytes;
    this.end = end;
    this.encoding = encoding;
    this.repetitionEncoding = repetitionEncoding;
    this.definitionEncoding = definitionEncoding;
    this.definitionStart = definitionStart;
    this.valuesStart = valuesStart;
  }

  /** A page of version 1 in the first {@code size} bytes. */
  static DataPage v1(
      int numValues,
      byte[] bytes,
      int size,
      Encoding encoding,
      Encoding repetitionEncoding,
      Encoding definitionEncoding) {
    return new DataPage(
        numValues, bytes, size, encoding, repetitionEncoding, definitionEncoding, FOLLOWS, FOLLOWS);
  }

  /** A page of version 2 in the first {@code size} bytes. */
  static DataPage v2(
      int numValues,
      byte[] bytes,
      int size,
      Encoding encoding,
      int definitionStart,
      int valuesStart) {
    return new DataPage(
        numValues, bytes, size, encoding, Encoding.RLE, Encoding.RLE, definitionStart, valuesStart);
  }

  /** Whether this is a page of version 2, whose levels have no length of their own. */
  public boolean isV2() {
    return valuesStart != FOLLOWS;
  }

  /** Values, nulls included. */
  public int numValues() {
    return numValues;
  }

  /** Holds the sections, the repetition levels first, from index 0. */
  public byte[] bytes() {
    return bytes;
  }

  /** Where the page ends. */
  public int end() {
    return end;
  }

  /** Encoding of the values. */
  public Encoding encoding() {
    return encoding;
  }

  /** Encoding of the repetition levels. */
  public Encoding repetitionEncoding() {
    return repetitionEncoding;
  }

  /** Encoding of the definition levels. */
  public Encoding definitionEncoding() {
    return definitionEncoding;
  }

  /** Where the definition levels begin, in version 2. */
  public int definitionStart() {
    return definitionStart;
  }

  /** Where the values begin, in version 2. */
  public int valuesStart() {
    return valuesStart;
  }
}
