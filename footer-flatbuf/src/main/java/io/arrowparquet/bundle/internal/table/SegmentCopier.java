// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockRows.Slice;
import io.arrowparquet.bundle.internal.table.SegmentReader.SegmentSchema;
import io.arrowparquet.footer.CorruptFooterException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts the files of several segments into a new one. Chunks go from column to column: footers are
 * not put together for it. For one thread.
 */
public final class SegmentCopier {
  /** Bytes of indexes in memory at once, but for one that has more. */
  private static final long COPIED_AT_ONCE = 16 << 20;

  private final SegmentWriter target;
  private final List<SegmentReader> segments;
  private final List<BitSet> removed;
  private final List<Copied> files = new ArrayList<>();
  private final List<Copied[]> byNumber = new ArrayList<>();
  private final List<Map<BundlePlace, BundlePlace>> heads = new ArrayList<>();
  private long indexBytes;

  private static final class Copied {
    final String path;
    final int segment;
    final int oldNumber;
    int number;
    int firstRow;

    Copied(String path, int segment, int oldNumber) {
      this.path = path;
      this.segment = segment;
      this.oldNumber = oldNumber;
    }
  }

  /** Leaves out the files that {@code removed} has by segment. */
  public SegmentCopier(SegmentWriter target, List<SegmentReader> segments, List<BitSet> removed) {
    this.target = target;
    this.segments = segments;
    this.removed = removed;
  }

  public void copy() throws IOException {
    listFiles();
    for (int i = 0; i < segments.size(); i++) {
      for (int schema = 0; schema < segments.get(i).schemaCount(); schema++) {
        copyRowGroups(i, segments.get(i).schema(schema));
      }
    }
    for (Copied file : files) {
      copyFile(file);
    }
  }

  private void listFiles() throws IOException {
    for (int i = 0; i < segments.size(); i++) {
      SegmentReader segment = segments.get(i);
      Copied[] numbered = new Copied[Math.toIntExact(segment.fileCount())];
      for (int number = 0; number < numbered.length; number++) {
        if (!removed.get(i).get(number)) {
          numbered[number] = new Copied(segment.file(number).file().path(), i, number);
          files.add(numbered[number]);
        }
      }
      byNumber.add(numbered);
      heads.add(new HashMap<>());
    }
    files.sort(Comparator.comparing(file -> file.path, BundleFormat::comparePaths));
    for (int number = 0; number < files.size(); number++) {
      Copied file = files.get(number);
      if (number > 0 && file.path.equals(files.get(number - 1).path)) {
        throw new CorruptFooterException(
                "directory", file.path + " for the second time", "each file once")
            .in(segments.get(file.segment).name());
      }
      file.number = number;
    }
  }

  private void copyRowGroups(int from, SegmentSchema schema) throws IOException {
    SchemaTables tables = target.schemas.of(schema.definition());
    SegmentReader segment = segments.get(from);
    BitSet copied = new BitSet();
    int row = 0;
    for (int block = 0; block < schema.blocks(); block++) {
      BlockRows rows = segment.wholeRowGroups(schema, block);
      int first = row;
      for (int i = 0; i < rows.rows(); i++, row++) {
        copied.set(row, copiedFile(from, rows.number(RowGroupRest.FILE, i)) != null);
      }
      Map<BundlePlace, BundlePlace> indexes = copyIndexes(segment, rows, copied.get(first, row));
      for (int i = 0; i < rows.rows(); i++) {
        if (copied.get(first + i)) {
          copyRowGroup(from, rows, i, indexes, tables);
        }
      }
    }
    if (!copied.isEmpty()) {
      tables.runs.add(new ChunkRun.OfSegment(segment, schema, copied));
    }
  }

  private Copied copiedFile(int segment, long number) throws IOException {
    Copied[] numbered = byNumber.get(segment);
    if (number < 0 || number >= numbered.length) {
      segments.get(segment).file((int) Math.max(-1, Math.min(number, Integer.MAX_VALUE)));
    }
    return numbered[(int) number];
  }

  /** Where the indexes of row groups are now, by their places in the other segment. */
  private Map<BundlePlace, BundlePlace> copyIndexes(
      SegmentReader segment, BlockRows rows, BitSet wanted) throws IOException {
    List<BundlePlace> places =
        wanted.stream()
            .mapToObj(row -> segment.indexes(rows, row))
            .flatMap(List::stream)
            .map(ChunkIndex::place)
            .distinct()
            .toList();
    Map<BundlePlace, BundlePlace> copied = new TreeMap<>();
    long most = segments.stream().mapToLong(SegmentReader::length).sum();
    for (int from = 0, to = 0; from < places.size(); from = to) {
      for (long bytes = 0; to < places.size() && bytes < COPIED_AT_ONCE; to++) {
        bytes += places.get(to).length();
        indexBytes += places.get(to).length();
      }
      if (indexBytes > most) { // places overlap
        throw new CorruptFooterException("bytes of indexes", indexBytes, "at most " + most)
            .in(segment.name());
      }
      List<Slice> slices = segment.read(places.subList(from, to));
      for (int i = from; i < to; i++) {
        copied.put(places.get(i), target.writePacked(slices.get(i - from).copy().array()));
      }
    }
    return copied;
  }

  private void copyRowGroup(
      int from, BlockRows rows, int row, Map<BundlePlace, BundlePlace> indexes, SchemaTables tables)
      throws IOException {
    Copied file = copiedFile(from, rows.number(RowGroupRest.FILE, row));
    int rowGroup = rows.count(RowGroupRest.ROW_GROUP, row);
    if (rowGroup == 0) {
      file.firstRow = tables.rows;
    }
    BundlePlace head = copy(from, RowGroupRest.head(rows, row));
    RowGroupRest.Group group = RowGroupRest.group(rows, row);
    List<ChunkIndex> moved =
        group.indexes().stream().map(index -> index.at(indexes.get(index.place()))).toList();
    target.addRowGroup(tables, file.number, rowGroup, head, group.with(moved));
  }

  private void copyFile(Copied copied) throws IOException {
    FileRow file = segments.get(copied.segment).file(copied.oldNumber);
    List<BundlePlace> keyValues = null;
    if (file.keyValues() != null) {
      keyValues = new ArrayList<>();
      for (BundlePlace entry : file.keyValues()) {
        keyValues.add(copy(copied.segment, entry));
      }
    }
    int schema = -1;
    if (file.schema() >= 0) {
      SchemaTables tables =
          target.schemas.of(segments.get(copied.segment).definition(file.schema()));
      tables.files++;
      schema = tables.number;
    }
    target.directory.add(
        new FileRow(
            copied.number,
            file.file(),
            file.rows(),
            file.rowGroups(),
            schema,
            copied.firstRow,
            copy(copied.segment, file.head()),
            keyValues));
  }

  private BundlePlace copy(int from, BundlePlace place) throws IOException {
    BundlePlace known = heads.get(from).get(place);
    if (known == null) {
      known = target.writeOnce(segments.get(from).unpacked(place));
      heads.get(from).put(place, known);
    }
    return known;
  }
}
