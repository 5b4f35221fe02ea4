// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.column;

import io.arrowparquet.variant.parquet.internal.page.PageReader;

/**
 * A column chunk to read, or to do without.
 *
 * @param pages its pages, all or some; null if none is read
 * @param numValues values in all of its pages, nulls included, as the footer says
 * @param isWhole whether {@code pages} are all of its pages
 * @param absence what replaces values that are not read; null if pages are read
 * @param place for error messages
 */
public record ColumnChunkPages(
    PageReader pages, long numValues, boolean isWhole, Absence absence, ColumnPlace place) {

  /** What a column chunk that is not read is known to hold. */
  public enum Absence {
    /** Nulls. */
    NULLS,
    /** Metadata that is not used: empty Variant dictionaries. */
    EMPTY_DICTIONARIES
  }

  /** All pages of a chunk. */
  public static ColumnChunkPages whole(PageReader pages, long numValues, ColumnPlace place) {
    return new ColumnChunkPages(pages, numValues, true, null, place);
  }

  /** Some pages of a chunk, whose first rows are known. */
  public static ColumnChunkPages part(PageReader pages, long numValues, ColumnPlace place) {
    return new ColumnChunkPages(pages, numValues, false, null, place);
  }

  /** A chunk that is not read. */
  public static ColumnChunkPages absent(Absence absence, ColumnPlace place) {
    return new ColumnChunkPages(null, 0, true, absence, place);
  }
}
