// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs.RowGroup;
import java.util.Arrays;
import java.util.Objects;

/**
 * The row groups of a footer by number, with what each chunk of theirs needs found once. May be
 * shared between threads: races write the same.
 */
final class RowGroups {
  /** Positions are kept for up to this many row groups. */
  private static final int REMEMBERED = 256;

  private final FooterBytes bytes;
  private final int vector;
  private final int first;
  private final int count;
  private final int chunksInEach;

  /** 0 until first used. */
  private final int[] chunkVectors;

  /** 0 until first used, or if it is absent. */
  private final int[] rowCounts;

  RowGroups(FooterBytes bytes, int vector, int chunksInEach) {
    this(bytes, vector, 0, bytes.count(vector, FooterBytes.REFERENCE), chunksInEach);
  }

  private RowGroups(FooterBytes bytes, int vector, int first, int count, int chunksInEach) {
    this.bytes = bytes;
    this.vector = vector;
    this.first = first;
    this.count = count;
    this.chunksInEach = chunksInEach;
    this.chunkVectors = new int[Math.min(count, REMEMBERED)];
    this.rowCounts = new int[chunkVectors.length];
  }

  RowGroups part(int from, int length) {
    Objects.checkFromIndexSize(from, length, count);
    return new RowGroups(bytes, vector, first + from, length, chunksInEach);
  }

  int first() {
    return first;
  }

  int count() {
    return count;
  }

  int chunksInEach() {
    return chunksInEach;
  }

  int table(int rowGroup) {
    return bytes.reference(vector, first + Objects.checkIndex(rowGroup, count));
  }

  int chunks(int rowGroup) {
    if (rowGroup >= 0 && rowGroup < chunkVectors.length) {
      int known = chunkVectors[rowGroup];
      if (known != 0) {
        return known;
      }
    }
    return findChunks(rowGroup);
  }

  private int findChunks(int rowGroup) {
    int chunks = bytes.child(table(rowGroup), RowGroup.COLUMNS);
    int found = bytes.count(chunks, FooterBytes.REFERENCE);
    if (found != chunksInEach) {
      // The chunks of some columns must not be taken for those of all.
      throw bytes.corrupt("column chunks of a row group", chunks, found, "one for each column");
    }
    if (rowGroup < chunkVectors.length) {
      chunkVectors[rowGroup] = chunks;
    }
    return chunks;
  }

  long numRows(int rowGroup) {
    int at = rowGroup < rowCounts.length ? rowCounts[rowGroup] : 0;
    if (at == 0) {
      at = findRowCount(rowGroup);
    }
    return at == 0 ? 0 : bytes.i64(at);
  }

  private int findRowCount(int rowGroup) {
    int at = bytes.field(table(rowGroup), RowGroup.NUM_ROWS);
    if (rowGroup < rowCounts.length) {
      rowCounts[rowGroup] = at;
    }
    return at;
  }

  static final class Chosen {
    static final Chosen ALL = new Chosen(null);
    private final int[] columns;

    private Chosen(int[] columns) {
      this.columns = columns;
    }

    static Chosen of(int[] ascending) {
      return new Chosen(ascending.clone());
    }

    boolean has(int column) {
      return columns == null || Arrays.binarySearch(columns, column) >= 0;
    }

    int count(int columnCount) {
      return columns == null ? columnCount : columns.length;
    }

    int place(FlatFooter footer, int column) {
      int columnCount = footer.columnCount();
      if (column < 0 || column >= columnCount) {
        throw new IndexOutOfBoundsException("column " + column + " of " + columnCount);
      }
      return columns == null ? column : chosenPlace(footer, column);
    }

    private int chosenPlace(FlatFooter footer, int column) {
      int place = Arrays.binarySearch(columns, column);
      if (place < 0) {
        throw new IllegalArgumentException(
            "column " + footer.columnPath(column) + " is not one the footer was read with");
      }
      return place;
    }
  }
}
