// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockLayout;
import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockShape;
import io.arrowparquet.bundle.internal.BlockWriter;
import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.Zstd;
import io.arrowparquet.bundle.internal.table.BundlePlace.BlockPlace;
import io.arrowparquet.bundle.internal.table.SegmentReader.SegmentSchema;
import io.arrowparquet.footer.model.BinaryValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A segment with one part in place of another: parts are appended to what a segment has, and its
 * root is written again with their places and checksums. Made for one crafted segment.
 */
final class CraftedSegment {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<BlockLayout> layouts = new ArrayList<>();
  private final SegmentReader reader;
  private final SegmentRoot root;

  CraftedSegment(byte[] segment, SegmentReader reader) throws IOException {
    this.reader = reader;
    this.root = reader.root();
    int rootLength = root.toBytes().length;
    out.write(segment, 0, segment.length - SegmentRoot.SegmentTrailer.BYTES - rootLength);
    layouts.addAll(reader.layouts());
  }

  BundlePlace append(byte[] part) {
    BundlePlace place = new BundlePlace(out.size(), part.length, Extremes.crc(part));
    out.writeBytes(part);
    return place;
  }

  BlockPlace append(BlockWriter.Block block) {
    layouts.add(block.layout());
    return new BlockPlace(append(block.bytes()), layouts.size() - 1);
  }

  /** {@code written}: the bytes of a root. */
  byte[] finish(byte[] written) {
    BundlePlace place = append(written);
    out.writeBytes(
        new SegmentRoot.SegmentTrailer(
                written.length, place.crc(), place.end() + SegmentRoot.SegmentTrailer.BYTES)
            .toBytes());
    return out.toByteArray();
  }

  private byte[] finish(
      List<SegmentRoot.Page> pages, List<SegmentRoot.Schema> schemas, List<OlderSegment> older) {
    return finish(append(Zstd.pack(BlockLayout.write(layouts))), pages, schemas, older);
  }

  private byte[] finish(
      BundlePlace ofLayouts,
      List<SegmentRoot.Page> pages,
      List<SegmentRoot.Schema> schemas,
      List<OlderSegment> older) {
    return finish(
        new SegmentRoot(
                root.files(),
                root.metadataOffset(),
                ofLayouts,
                root.filesPerPage(),
                pages,
                root.rowsPerBlock(),
                schemas,
                older)
            .toBytes());
  }

  byte[] withPage(BlockPlace block) {
    String firstPath = root.pages().get(0).firstPath();
    return finish(List.of(new SegmentRoot.Page(firstPath, block)), root.schemas(), root.older());
  }

  byte[] withLayouts(byte[] unpacked) {
    BundlePlace place = append(Zstd.pack(unpacked));
    return finish(place, root.pages(), root.schemas(), root.older());
  }

  byte[] withOlder(List<OlderSegment> older) {
    return finish(root.pages(), root.schemas(), older);
  }

  byte[] withDefinition(byte[] definition) {
    SegmentRoot.Tables tables = root.schemas().get(0).tables();
    return withTables(append(definition), tables.indexOffset(), tables.rowGroups(), tables.rest());
  }

  byte[] withRowGroups(BlockPlace facts, BlockPlace rest) {
    SegmentRoot.Schema first = root.schemas().get(0);
    long index = first.tables().indexOffset();
    return withTables(first.definition(), index, List.of(facts), List.of(rest));
  }

  byte[] withIndex(byte[] index) {
    SegmentRoot.Schema first = root.schemas().get(0);
    SegmentRoot.Tables tables = first.tables();
    return withTables(
        first.definition(), append(index).offset(), tables.rowGroups(), tables.rest());
  }

  private byte[] withTables(
      BundlePlace definition, long index, List<BlockPlace> rowGroups, List<BlockPlace> rest) {
    SegmentRoot.Schema first = root.schemas().get(0);
    SegmentRoot.Tables old = first.tables();
    SegmentRoot.Tables tables =
        new SegmentRoot.Tables(
            old.rows(), old.leaves(), old.columnsPerBlock(), index, rowGroups, rest);
    List<SegmentRoot.Schema> schemas = new ArrayList<>(root.schemas());
    schemas.set(0, new SegmentRoot.Schema(definition, first.files(), tables, null));
    return finish(root.pages(), schemas, root.older());
  }

  /** The first page of the directory. */
  BlockRows page() throws IOException {
    BlockPlace place = root.pages().get(0).block();
    return block(FileRow.Fields.SHAPE, place, (int) reader.fileCount());
  }

  BlockRows block(BlockShape shape, BlockPlace place, int rows) throws IOException {
    return reader.block(shape, place, reader.bytes().read(place.place()), rows, 0);
  }

  /** Facts and places of the first chunks of the first schema. */
  BlockPlace[] entries() throws IOException {
    SegmentSchema schema = reader.schema(0);
    Map<Integer, BlockPlace[]> first = new TreeMap<>(Map.of(0, new BlockPlace[2]));
    new ChunkFetch.IndexReader(reader, schema.tables()).read(first);
    return first.get(0);
  }

  static byte[] index(BlockPlace[] entries) {
    BundleBytes out = new BundleBytes(64);
    for (BlockPlace entry : entries) {
      entry.writeEntry(out);
    }
    out.writeInt(Extremes.crc(out.toByteArray()));
    return out.toByteArray();
  }

  static boolean isNumber(BlockShape shape, int field) {
    try {
      return new BlockWriter(shape).number(field) != null;
    } catch (ClassCastException bytes) {
      return false;
    }
  }

  /** What a value, a {@code Long} or an array of bytes, becomes; null for none. */
  interface Change {
    Object of(int field, int row, Object old);
  }

  static BlockWriter copy(BlockShape shape, BlockRows rows, int field, int row, Object value) {
    return copy(shape, rows, (f, r, old) -> f == field && r == row ? value : old);
  }

  static BlockWriter copy(BlockShape shape, BlockRows rows, Change change) {
    BlockWriter writer = new BlockWriter(shape);
    for (int field = 0; field < shape.size(); field++) {
      boolean isNumber = isNumber(shape, field);
      for (int row = 0; row < rows.rows(); row++) {
        if (isNumber) {
          Long old = rows.optionalNumber(field, row);
          writer.number(field).add((Long) change.of(field, row, old));
        } else {
          BinaryValue old = rows.bytes(field, row);
          byte[] bytes = old == null ? null : old.toByteArray();
          writer.bytes(field).add((byte[]) change.of(field, row, bytes));
        }
      }
    }
    return writer;
  }
}
