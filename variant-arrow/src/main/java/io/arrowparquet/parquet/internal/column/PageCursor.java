// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.parquet.internal.column.ColumnChunkPages.ColumnPlace;
import io.arrowparquet.parquet.internal.fetch.ChunkInput.SourceFailure;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.io.IOException;
import org.apache.arrow.memory.OutOfMemoryException;

/**
 * Where the reader of a leaf is in its column chunk. Checks the pages against the footer and, where
 * rows of pages are known, against the offset index.
 */
final class PageCursor {
  private final LevelSections sections;
  private final ColumnDecoder decoder;
  private ColumnChunkPages chunk;

  /** Entries in pages to come; of a chunk that is read in part, more than there can be. */
  private long chunkLeft;

  private int pageLeft;
  private long nextRow;
  private boolean pageBeginsRow;
  private boolean chunkStarted;

  /** Whether the page's levels were not asked for yet, so that it can be passed over unread. */
  private boolean unopened;

  /** The page whose values were not asked for yet; null if they were, or it is not open. */
  private Page pageToStart;

  PageCursor(LevelSections sections, ColumnDecoder decoder) {
    this.sections = sections;
    this.decoder = decoder;
  }

  void startChunk(ColumnChunkPages newChunk) {
    chunk = newChunk;
    chunkLeft = newChunk.isWhole() ? newChunk.numValues() : Long.MAX_VALUE;
    pageLeft = 0;
    nextRow = 0;
    chunkStarted = false;
    unopened = false;
    pageToStart = null;
    decoder.startChunk();
  }

  ColumnChunkPages chunk() {
    return chunk;
  }

  int pageLeft() {
    return pageLeft;
  }

  long entriesLeft() {
    return chunkLeft + pageLeft;
  }

  /** Row of the row group that the next entry of repetition level 0 begins. */
  long nextRow() {
    return nextRow;
  }

  void take(int entries) {
    pageLeft -= entries;
  }

  void takeRows(int entries) {
    pageLeft -= entries;
    nextRow += entries;
  }

  void passRows(int rows) {
    nextRow += rows;
  }

  /** Entries left of the page that the next row is in; rows up to {@code to} are asked for. */
  int pageForRow(long to) throws IOException {
    long row = nextRow;
    if (pageLeft == 0 && !nextPage()) {
      throw tooFewRows(to);
    }
    requireRow(row);
    return pageLeft;
  }

  void requireRow(long row) {
    if (nextRow != row) {
      throw new CorruptPageException(
          "first row of a page", Long.toString(nextRow), row + ", where the page before ended");
    }
  }

  /** Moves to the next page that has values; false at the end of the column chunk. */
  boolean nextPage() throws IOException {
    while (chunkLeft > 0) {
      int values = chunk.pages().next();
      if (values < 0 && !chunk.isWhole()) {
        return false;
      }
      if (values < 0) {
        throw new CorruptPageException(
            "values of the column chunk",
            (chunk.numValues() - chunkLeft) + " in all its pages",
            chunk.numValues() + ", as the footer says");
      }
      if (values > chunkLeft) {
        throw new CorruptPageException(
            "num_values",
            Integer.toString(values),
            "at most " + chunkLeft + ", what the footer leaves for this page");
      }
      if (values > 0) {
        chunkLeft -= values;
        pageLeft = values;
        unopened = true;
        pageToStart = null;
        startRow(chunk.pages().firstRow());
        pageBeginsRow = !chunkStarted || chunk.pages().firstRow() >= 0;
        chunkStarted = true;
        return true;
      }
    }
    return false;
  }

  /**
   * Refuses the first repetition level of a page that goes on with a row where none can be: at the
   * start of the column chunk, and where the offset index says which row begins. Pages of column
   * chunks that have no offset index may begin within a row.
   */
  void requireRowStart(int repetition) {
    if (repetition != 0 && pageBeginsRow) {
      throw new CorruptPageException(
          "first repetition level of the page", Integer.toString(repetition), "0, as a row begins");
    }
  }

  private void startRow(long row) {
    if (row >= 0) {
      if (row < nextRow) {
        requireRow(row);
      }
      nextRow = row;
    }
  }

  void open() throws IOException {
    open(false);
  }

  /** {@code toSkip}: the first rows of the page are not wanted. */
  void open(boolean toSkip) throws IOException {
    if (unopened) {
      unopened = false;
      // Where rows repeat, entries say nothing of how far the rows reach.
      boolean endsBefore = !sections.areRepeated() && chunk.endRow() - nextRow < pageLeft / 4 * 3L;
      pageToStart = chunk.load(toSkip || endsBefore);
      sections.wrap(pageToStart);
    }
  }

  /** Not before a value is asked for: a page of nothing but nulls may have no values' section. */
  void startValues() throws IOException {
    open();
    if (pageToStart != null) {
      decoder.startPage(pageToStart, sections.valuesStart(), chunk.pages().dictionary());
      pageToStart = null;
    }
  }

  CorruptPageException tooFewRows(long to) {
    return new CorruptPageException(
        "rows of the column chunk",
        "none from row " + nextRow,
        "rows up to " + to + ", as the footer says");
  }

  RuntimeException placed(RuntimeException e) {
    ColumnPlace place = chunk.place();
    if (e instanceof CorruptFooterException header) {
      return header.in(
          place.source() + ": column " + place.column() + ", row group " + place.rowGroup());
    }
    if (e instanceof UnsupportedColumnException unsupported) {
      return unsupported.in(place.source());
    }
    if (e instanceof OutOfMemoryException) {
      return e;
    }
    if (e instanceof SourceFailure failure) {
      return failure.thrown();
    }
    CorruptPageException corrupt =
        e instanceof CorruptPageException page
            ? page
            // Decompressors of other libraries throw arbitrary RuntimeExceptions on corrupt input.
            : new CorruptPageException(
                "values of a page", String.valueOf(e), "values in the encoding it declares", e);
    long page = chunk.pages() == null ? CorruptPageException.UNKNOWN : chunk.pages().headerOffset();
    return corrupt.at(place.source(), place.column(), place.rowGroup(), page);
  }
}
