// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.internal.page.PageReader;
import io.arrowparquet.parquet.options.ReadListener;
import java.io.IOException;

/**
 * {@code pages} are all or some; null if none is read. {@code numValues}: of the whole chunk, nulls
 * included. {@code endRow}: the first of the row group after all rows that are wanted. {@code
 * absence}: what replaces values; null if pages are read. {@code listener} may be null.
 */
public record ColumnChunkPages(
    PageReader pages,
    long numValues,
    boolean isWhole,
    long endRow,
    Absence absence,
    ColumnPlace place,
    ReadListener listener) {

  public enum Absence {
    NULLS,
    EMPTY_DICTIONARIES
  }

  /** All pages of a chunk, or some whose first rows are known. */
  public static ColumnChunkPages of(
      PageReader pages, long numValues, boolean isWhole, long endRow, ColumnPlace place) {
    return new ColumnChunkPages(pages, numValues, isWhole, endRow, null, place, null);
  }

  public static ColumnChunkPages absent(Absence absence, ColumnPlace place) {
    return new ColumnChunkPages(null, 0, true, 0, absence, place, null);
  }

  public ColumnChunkPages watchedBy(ReadListener watching) {
    return watching == null
        ? this
        : new ColumnChunkPages(pages, numValues, isWhole, endRow, absence, place, watching);
  }

  Page load(boolean partly) throws IOException {
    if (listener == null) {
      return pages.load(partly);
    }
    long start = System.nanoTime();
    Page page = pages.load(false);
    page.require(page.start(), page.end());
    listener.decompressed(
        place.source(),
        place.column(),
        place.rowGroup(),
        page.numValues(),
        System.nanoTime() - start);
    return page;
  }

  public record ColumnPlace(String source, String column, int rowGroup) {}
}
