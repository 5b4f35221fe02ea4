// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.ByteRanges;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnTable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Where the chunks of columns and the schema elements are, without looking into row groups.
 *
 * <pre>
 *   tile   | tables of its chunks, 8 bytes each: row group 0: its columns | row group 1: ... | what they refer to |
 * </pre>
 *
 * <p>Places count from the end of the footer. Tile i is between the places i + 1 and i.
 *
 * @param shift columns of a tile, as a power of two
 */
record ColumnTiles(
    FooterBytes bytes,
    int columns,
    int rowGroups,
    int shift,
    IntTable tiles,
    IntTable elementPlaces) {
  /** Bytes of the table of a chunk that has nothing but metadata. */
  static final int REGULAR_BYTES = 8;

  private static final int IRREGULAR = 1;
  private static final int SMALL_TILE = 64 << 10;
  private static final int ELEMENTS_OF_PLACE = 64;

  static ColumnTiles in(TableView table, int elements, int columns, int rowGroups) {
    FooterBytes bytes = table.bytes;
    IntTable tiles = IntTable.in(bytes, table.child(ColumnTable.TILES));
    IntTable places = IntTable.in(bytes, table.child(ColumnTable.ELEMENT_PLACES));
    if (tiles == null || places == null) {
      return null;
    }
    int width = table.intField(ColumnTable.COLUMNS_OF_TILE);
    if (Integer.bitCount(width) != 1
        || width < 0
        || tiles.size() - 1 != (columns + (long) width - 1) / width
        || places.size() - 1 != (elements + ELEMENTS_OF_PLACE - 1) / ELEMENTS_OF_PLACE) {
      throw bytes.corrupt(
          "places of columns",
          table.table,
          tiles.size(),
          "one for every " + width + " columns, a power of two");
    }
    int shift = Integer.numberOfTrailingZeros(width);
    return new ColumnTiles(bytes, columns, rowGroups, shift, tiles, places);
  }

  boolean areTogether(int column, int other) {
    return column >>> shift == other >>> shift;
  }

  /** From the table of a chunk to that of the same column in the next row group, in bytes. */
  int stride(int column) {
    int first = (column >>> shift) << shift;
    return REGULAR_BYTES * Math.min(1 << shift, columns - first);
  }

  /**
   * The table of a column's chunk in the first row group; those in the others follow with the
   * {@link #stride}, all of them inside the buffer. 0 if they do not. Where bytes are fetched in
   * parts, a small tile is fetched in one piece, as most of it will be needed.
   */
  int firstChunk(int column) {
    int tile = column >>> shift;
    int place = tiles.get(tile + 1);
    long begin = bytes.size() - (place & 0xFFFFFFFEL);
    if (bytes.isFetchedInParts()) {
      fetchSmall(begin, bytes.size() - (tiles.get(tile) & 0xFFFFFFFEL));
    }
    if ((place & IRREGULAR) != 0) {
      return 0;
    }
    if (begin <= 0 || begin + (long) stride(column) * rowGroups > bytes.size()) {
      throw bytes.corrupt("place of column " + column, 0, place, "a place of this footer");
    }
    return (int) begin + REGULAR_BYTES * (column & ((1 << shift) - 1));
  }

  private void fetchSmall(long begin, long end) {
    if (end - begin <= SMALL_TILE) {
      bytes.fetchNear(begin, end);
    }
  }

  void addChunks(int column, ByteRanges ranges) {
    add(tiles, column >>> shift, ranges);
  }

  void addElement(int element, ByteRanges ranges) {
    add(elementPlaces, element / ELEMENTS_OF_PLACE, ranges);
  }

  private void add(IntTable places, int index, ByteRanges ranges) {
    ranges.add(
        bytes.size() - (places.get(index + 1) & 0xFFFFFFFEL),
        bytes.size() - (places.get(index) & 0xFFFFFFFEL));
  }

  /** A vector of ints in a buffer. */
  record IntTable(FooterBytes bytes, int vector, int size) {
    static IntTable in(FooterBytes bytes, int vector) {
      return vector == 0 ? null : new IntTable(bytes, vector, bytes.count(vector, Integer.BYTES));
    }

    static IntTable of(int[] numbers) {
      ByteBuffer vector =
          ByteBuffer.allocate(FooterBytes.REFERENCE + numbers.length * Integer.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN);
      vector.putInt(numbers.length).asIntBuffer().put(numbers);
      return new IntTable(new FooterBytes(vector.rewind()), 0, numbers.length);
    }

    int get(int index) {
      if (index < 0 || index >= size) {
        throw new IndexOutOfBoundsException("index " + index + " of " + size);
      }
      return bytes.i32(vector + FooterBytes.REFERENCE + index * Integer.BYTES);
    }
  }
}
