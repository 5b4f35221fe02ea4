// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.parquet.internal.fetch.ChunkBytes;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import java.util.HashMap;
import java.util.Map;

/**
 * Dictionary pages that were fetched to decide what of a row group is read, for the case that its
 * rows are. Owns their bytes until they are taken.
 */
public final class KeptDictionaries implements AutoCloseable {
  private final Map<Integer, ChunkBytes> pages = new HashMap<>();
  private int rowGroup;

  /** For no row group yet. */
  KeptDictionaries() {}

  /** Gives up what is kept, and begins with a row group. */
  void start(int newRowGroup) {
    close();
    rowGroup = newRowGroup;
  }

  /** Keeps the page of a column, of which none is kept; takes over the bytes. */
  void keep(int column, ChunkBytes bytes) {
    pages.put(column, bytes);
  }

  /**
   * Takes the page of a column.
   *
   * @param chunk where the chunk was looked for, or what of it lies before its first data page
   * @return now the caller's to close; null if none is kept that {@code chunk} begins with
   */
  public ChunkBytes take(int ofRowGroup, int column, ChunkRange chunk) {
    ChunkBytes page = ofRowGroup == rowGroup ? pages.get(column) : null;
    boolean isStart =
        page != null
            && page.range().offset() == chunk.offset()
            && page.range().end() <= chunk.end();
    return isStart ? pages.remove(column) : null;
  }

  @Override
  public void close() {
    pages.values().forEach(ChunkBytes::close);
    pages.clear();
  }
}
