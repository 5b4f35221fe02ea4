// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView.PageIndexLocation;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.crypto.ChunkDecryptor;
import io.arrowparquet.footer.internal.crypto.ModuleType;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.OffsetIndex;
import io.arrowparquet.footer.internal.thrift.OffsetIndex.PageLocation;
import io.arrowparquet.parquet.internal.fetch.ChunkFetcher;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads column indexes with their offset indexes, as many as can be in one go, and checks them
 * against the file and the row group: whether they are true is another matter.
 *
 * <p>An index that cannot be read, or does not fit the file, is passed over with a diagnostic.
 * Strict reading throws.
 */
public final class PageIndexes {
  /** Of indexes that are read before their row groups are planned. */
  private static final long MOST_BYTES_AHEAD = 16 << 20;

  private final ParquetFooter file;
  private final ByteSource bytes;
  private final ChunkPlaces places;
  private final ChunkFetcher fetcher;
  private int rowGroup = -1;

  /** The footer that says where the indexes are; null until one is wanted. */
  private FlatFooter locations;

  /** By row group, this one and those that were read ahead. */
  private final Map<Integer, OfRowGroup> ofRowGroups = new HashMap<>();

  /** By column; null for one that was passed over. */
  private record OfRowGroup(
      Map<Integer, OffsetIndex> offsetIndexes, Map<Integer, ColumnIndex> columnIndexes) {}

  private OfRowGroup current;

  public PageIndexes(
      ParquetFooter file, ByteSource bytes, ChunkPlaces places, ChunkFetcher fetcher) {
    this.file = file;
    this.bytes = bytes;
    this.places = places;
    this.fetcher = fetcher;
  }

  public void start(int newRowGroup) {
    ofRowGroups.remove(rowGroup);
    turnTo(newRowGroup);
  }

  private void turnTo(int number) {
    rowGroup = number;
    current =
        ofRowGroups.computeIfAbsent(number, n -> new OfRowGroup(new HashMap<>(), new HashMap<>()));
  }

  /**
   * Reads indexes of several row groups at once, each to be used when it is started; none if they
   * are more than {@code MOST_BYTES_AHEAD}.
   */
  public void loadAhead(
      Collection<Integer> rowGroups, Collection<Integer> columns, boolean withBounds)
      throws IOException {
    List<Wanted> wanted = new ArrayList<>();
    for (int number : rowGroups) {
      turnTo(number);
      want(columns, withBounds, wanted);
    }
    if (wanted.stream().mapToLong(index -> index.range.length()).sum() > MOST_BYTES_AHEAD) {
      ofRowGroups.clear();
    } else {
      read(wanted);
    }
    rowGroup = -1;
  }

  private record Wanted(int rowGroup, int column, boolean isColumnIndex, ChunkRange range) {}

  /** Reads indexes that were not read yet; column indexes only {@code withBounds}. */
  public void load(Collection<Integer> columns, boolean withBounds) throws IOException {
    List<Wanted> wanted = new ArrayList<>();
    want(columns, withBounds, wanted);
    read(wanted);
  }

  private void want(Collection<Integer> columns, boolean withBounds, List<Wanted> wanted)
      throws IOException {
    for (int column : columns) {
      ChunkPlaces.Place place = place(column);
      if (!place.hasIndex()) {
        continue;
      }
      if (!current.offsetIndexes.containsKey(column)) {
        want(column, false, place.indexOffset(), place.indexLength(), wanted);
      }
      PageIndexLocation bounds = locations().chunk(rowGroup, column).columnIndex();
      if (withBounds && !current.columnIndexes.containsKey(column) && bounds.isPresent()) {
        want(column, true, bounds.offset(), bounds.length(), wanted);
      }
    }
  }

  private void read(List<Wanted> wanted) throws IOException {
    List<byte[]> fetched = fetcher.fetchCopies(wanted.stream().map(Wanted::range).toList());
    // Offset indexes first: a column index is checked against its own.
    for (boolean isColumnIndex : new boolean[] {false, true}) {
      for (int i = 0; i < wanted.size(); i++) {
        if (wanted.get(i).isColumnIndex() == isColumnIndex) {
          turnTo(wanted.get(i).rowGroup());
          parse(wanted.get(i), fetched.get(i));
        }
      }
    }
  }

  private ChunkPlaces.Place place(int column) throws IOException {
    ChunkPlaces.Place place = places.place(rowGroup, column);
    return file.footer().isComplete()
        ? place
        : place.withIndex(locations().chunk(rowGroup, column).offsetIndex());
  }

  /** The Thrift footer where the file's is that of another writer, which does not say it. */
  private FlatFooter locations() throws IOException {
    if (locations == null) {
      locations = file.footer();
      if (!locations.isComplete()) {
        FlatFooter thrift = thriftFooter();
        boolean isSameShape =
            thrift != null
                && thrift.rowGroupCount() == locations.rowGroupCount()
                && thrift.columnCount() == locations.columnCount();
        locations = isSameShape ? thrift : locations;
      }
    }
    return locations;
  }

  /** Null where it is damaged: no index is used then. */
  private FlatFooter thriftFooter() throws IOException {
    try {
      return FooterReader.defaults().withThriftOnly(true).read(bytes).footer();
    } catch (CorruptFooterException e) {
      if (places.isStrict()) {
        throw e;
      }
      return null;
    }
  }

  private void want(
      int column, boolean isColumnIndex, long offset, int length, List<Wanted> wanted) {
    if (!FooterChecks.isBeforeFooter(offset, length, file.footerOffset())) {
      passOver(
          column,
          isColumnIndex,
          corrupt(
              column,
              "place",
              length + " bytes at " + offset,
              FooterChecks.rangeBefore(file.footerOffset())));
      return;
    }
    wanted.add(new Wanted(rowGroup, column, isColumnIndex, new ChunkRange(offset, length)));
  }

  private void parse(Wanted wanted, byte[] bytes) {
    int column = wanted.column();
    OffsetIndex pages = current.offsetIndexes.get(column);
    if (wanted.isColumnIndex() && pages == null) {
      return; // without the offset index its pages have no rows
    }
    try {
      CompactReader in = new CompactReader(plain(wanted, bytes));
      if (wanted.isColumnIndex()) {
        ColumnIndex index = ColumnIndex.CODEC.read(in);
        checkCounts(column, index, pages.pageLocations().size());
        current.columnIndexes.put(column, index);
      } else {
        OffsetIndex index = OffsetIndex.CODEC.read(in);
        checkLocations(column, index.pageLocations());
        current.offsetIndexes.put(column, index);
      }
    } catch (CorruptFooterException e) {
      passOver(column, wanted.isColumnIndex(), e.shiftedBy(wanted.range().offset()));
    }
  }

  private byte[] plain(Wanted wanted, byte[] bytes) {
    ChunkDecryptor decryptor = places.decryptor(wanted.rowGroup(), wanted.column());
    ModuleType type = wanted.isColumnIndex() ? ModuleType.COLUMN_INDEX : ModuleType.OFFSET_INDEX;
    return decryptor == null ? bytes : decryptor.module(type, bytes, 0, bytes.length);
  }

  private void passOver(int column, boolean isColumnIndex, CorruptFooterException reason) {
    places.passOver(rowGroup, column, reason);
    if (isColumnIndex) {
      current.columnIndexes.put(column, null);
    } else {
      current.offsetIndexes.put(column, null);
    }
  }

  private void checkLocations(int column, List<PageLocation> pages) {
    ChunkPlaces.Place place = places.place(rowGroup, column);
    long rows = file.footer().rowGroup(rowGroup).numRows();
    long position = place.offset();
    long end = place.offset() + place.length();
    long row = 0;
    for (int i = 0; i < pages.size(); i++) {
      PageLocation page = pages.get(i);
      long left = end - Math.max(position, page.offset());
      if (page.offset() < position || page.compressedPageSize() < 0) {
        throw corrupt(column, "page " + i, page.toString(), "one at " + position + " or after");
      }
      if (page.compressedPageSize() > left) {
        throw corrupt(column, "page " + i, page.toString(), "one that ends before " + end);
      }
      boolean rowFits = i == 0 ? page.firstRowIndex() == 0 : page.firstRowIndex() >= row;
      if (!rowFits || page.firstRowIndex() > rows) {
        throw corrupt(column, "first row of page " + i, page.toString(), row + " to " + rows);
      }
      position = page.offset() + page.compressedPageSize();
      row = page.firstRowIndex();
    }
    if (pages.isEmpty() && rows > 0) {
      throw corrupt(column, "pages", "none", "pages of " + rows + " rows");
    }
  }

  private void checkCounts(int column, ColumnIndex index, int pages) {
    checkCount(column, "null_pages", index.nullPages(), pages);
    checkCount(column, "min_values", index.minValues(), pages);
    checkCount(column, "max_values", index.maxValues(), pages);
    checkCount(column, "null_counts", index.nullCounts(), pages);
    checkCount(column, "nan_counts", index.nanCounts(), pages);
  }

  private void checkCount(int column, String what, List<?> found, int pages) {
    if (found != null && found.size() != pages) {
      throw corrupt(column, what, found.size() + " of them", pages + ", as in the offset index");
    }
  }

  private CorruptFooterException corrupt(int column, String what, String found, String expected) {
    String place = "page index of column " + file.footer().columnPath(column);
    return new CorruptFooterException(
        place + ", row group " + rowGroup + ": " + what, found, expected);
  }

  /** The column index of a column; null if there is none, it was passed over or not loaded. */
  public ColumnIndex columnIndex(int column) {
    return current.columnIndexes.get(column);
  }

  /** The pages of a column; null if no offset index is there, it was passed over or not loaded. */
  public List<PageLocation> pages(int column) {
    OffsetIndex index = current.offsetIndexes.get(column);
    return index == null ? null : index.pageLocations();
  }
}
