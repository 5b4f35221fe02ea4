// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.internal.page.PageReader;
import io.arrowparquet.parquet.options.ReadListener;
import java.io.IOException;

/**
 * {@code pages} are all or some; null if none is read. {@code numValues}: of the whole chunk, nulls
 * included. {@code absence}: what replaces values; null if pages are read. {@code listener} may be
 * null.
 */
public record ColumnChunkPages(
    PageReader pages,
    long numValues,
    boolean isWhole,
    Absence absence,
    ColumnPlace place,
    ReadListener listener) {

  public enum Absence {
    NULLS,
    EMPTY_DICTIONARIES
  }

  /** All pages of a chunk, or some whose first rows are known. */
  public static ColumnChunkPages of(
      PageReader pages, long numValues, boolean isWhole, ColumnPlace place) {
    return new ColumnChunkPages(pages, numValues, isWhole, null, place, null);
  }

  public static ColumnChunkPages absent(Absence absence, ColumnPlace place) {
    return new ColumnChunkPages(null, 0, true, absence, place, null);
  }

  public ColumnChunkPages watchedBy(ReadListener watching) {
    return watching == null
        ? this
        : new ColumnChunkPages(pages, numValues, isWhole, absence, place, watching);
  }

  Page load() throws IOException {
    if (listener == null) {
      return pages.load();
    }
    long start = System.nanoTime();
    Page page = pages.load();
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
