// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.bundle.internal.table.BundlePlace.BlockPlace;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.footer.internal.wire.Magic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a segment says of itself at its end: places of everything that is found by number.
 *
 * <pre>
 *   root      | files: varint | offset of the SchemaDefs: varint | place of the layouts | files per page: varint | pages: varint | page ...
 *             | rows per block: varint | schemas: varint | schema ... | older segments |
 *   page      | bytes shared with the path before: varint | bytes: varint | rest of the first path | block |
 *   schema    | place of the SchemaDef | files: varint | row groups: varint | columns: varint
 *             | columns per block: varint | offset of the index: varint
 *             | blocks of the row groups | blocks of their other fields
 *             | rows of the summaries: varint | as from columns per block on, of the summaries, if there are any |
 *   block     | offset: varint | length: varint | CRC-32: u32 | layout: varint |
 * </pre>
 *
 * @param metadataOffset where all that is not a block of chunks or part of a footer begins
 * @param older the other segments of the bundle, the oldest first
 */
record SegmentRoot(
    long files,
    long metadataOffset,
    BundlePlace layouts,
    int filesPerPage,
    List<Page> pages,
    int rowsPerBlock,
    List<Schema> schemas,
    List<OlderSegment> older) {

  record Page(String firstPath, BlockPlace block) {}

  /**
   * @param summaries what sums up the blocks, with a row for each block and head, and blocks as
   *     files; null where there are none
   */
  record Schema(BundlePlace definition, long files, Tables tables, Tables summaries) {}

  /**
   * @param rows how many row groups
   * @param leaves columns of the schema
   * @param rowGroups blocks of what planning needs of them
   * @param rest as many blocks of their other fields; none of summaries
   */
  record Tables(
      int rows,
      int leaves,
      int columnsPerBlock,
      long indexOffset,
      List<BlockPlace> rowGroups,
      List<BlockPlace> rest) {

    int blocksPerColumn(int rowsPerBlock) {
      return BundleFormat.pages(rows, rowsPerBlock);
    }

    int columnGroups() {
      return BundleFormat.pages(leaves, columnsPerBlock);
    }

    private void writeTo(BundleBytes out) {
      out.writeVarint(columnsPerBlock);
      out.writeVarint(indexOffset);
      BlockPlace.writeList(out, rowGroups);
      BlockPlace.writeList(out, rest);
    }
  }

  /**
   * Front coding lets each path be as long as the one before, for a few bytes. These are enough for
   * thousands of the longest paths that there are.
   */
  private static final long FREE_PATH_BYTES = 4 << 20;

  private static final long PATH_EXPANSION = 64;
  private static final int LEAST_PAGE_BYTES = 9;
  private static final int LEAST_SCHEMA_BYTES = 14;

  byte[] toBytes() {
    BundleBytes out = new BundleBytes(4096);
    out.writeVarint(files);
    out.writeVarint(metadataOffset);
    layouts.writeTo(out);
    out.writeVarint(filesPerPage);
    out.writeVarint(pages.size());
    byte[] before = {};
    for (Page page : pages) {
      byte[] path = BundleFormat.utf8(page.firstPath);
      int shared = Arrays.mismatch(before, path);
      shared = shared < 0 ? path.length : shared;
      out.writeVarint(shared);
      out.writeVarint(path.length - shared);
      out.write(path, shared, path.length - shared);
      page.block.place().writeTo(out);
      out.writeVarint(page.block.layout());
      before = path;
    }
    out.writeVarint(rowsPerBlock);
    out.writeVarint(schemas.size());
    for (Schema schema : schemas) {
      schema.definition.writeTo(out);
      out.writeVarint(schema.files);
      out.writeVarint(schema.tables.rows);
      out.writeVarint(schema.tables.leaves);
      schema.tables.writeTo(out);
      out.writeVarint(schema.summaries == null ? 0 : schema.summaries.rows);
      if (schema.summaries != null) {
        schema.summaries.writeTo(out);
      }
    }
    OlderSegment.writeList(out, older);
    return out.toByteArray();
  }

  /**
   * Reads a root, whose checksum has been compared.
   *
   * @param length of the segment: each file, row group and entry of an index takes a byte of it
   * @param maximum bytes that the first paths may have together
   */
  static SegmentRoot read(ByteCursor in, long length, int maximum) {
    return new Reader(in, length, maximum).read();
  }

  private static final class Reader {
    private final ByteCursor in;
    private final long mostPathBytes;

    /** What may still come of row groups, and of entries of indexes. */
    private long rowsLeft;

    private long entriesLeft;
    private int rowsPerBlock;

    Reader(ByteCursor in, long length, int maximum) {
      this.in = in;
      this.rowsLeft = length;
      this.entriesLeft = length / BlockPlace.ENTRY_BYTES;
      this.mostPathBytes = Math.min(maximum, FREE_PATH_BYTES + PATH_EXPANSION * in.remaining());
    }

    SegmentRoot read() {
      long files = in.readVarint64("number of files");
      require(in, "number of files", files, files >= 0 && files <= rowsLeft);
      long metadataOffset = in.readVarint64("offset of the SchemaDefs");
      BundlePlace layouts = BundlePlace.read(in);
      int filesPerPage = upTo(BundleFormat.MAX_ROWS, "files per page");
      List<Page> pages = pages(files, filesPerPage);
      rowsPerBlock = upTo(BundleFormat.MAX_ROWS, "rows per block");
      int schemaCount = in.readCount("number of schemas", LEAST_SCHEMA_BYTES);
      List<Schema> schemas = new ArrayList<>();
      for (int i = 0; i < schemaCount; i++) {
        schemas.add(schema(files));
      }
      return new SegmentRoot(
          files,
          metadataOffset,
          layouts,
          filesPerPage,
          pages,
          rowsPerBlock,
          List.copyOf(schemas),
          OlderSegment.readList(in));
    }

    private List<Page> pages(long files, int filesPerPage) {
      int count = in.readCount("number of pages", LEAST_PAGE_BYTES);
      require(in, "number of pages", count, count == (files + filesPerPage - 1) / filesPerPage);
      List<Page> pages = new ArrayList<>();
      byte[] path = {};
      long pathBytes = 0;
      for (int i = 0; i < count; i++) {
        byte[] next = path(path);
        pathBytes += next.length;
        require(in, "bytes of the first paths", pathBytes, pathBytes <= mostPathBytes);
        require(in, "page after its path", i, Arrays.compareUnsigned(path, next) < 0);
        path = next;
        BundlePlace place = BundlePlace.read(in);
        BlockPlace block = new BlockPlace(place, in.readVarint("layout of a page"));
        pages.add(new Page(new String(path, StandardCharsets.UTF_8), block));
      }
      return List.copyOf(pages);
    }

    private byte[] path(byte[] before) {
      int shared = in.readVarint("shared bytes of a path");
      require(in, "shared bytes of a path", shared, shared <= before.length);
      int more = in.readCount("bytes of a path", 1);
      byte[] path = Arrays.copyOf(before, shared + more);
      System.arraycopy(in.array(), in.skip(more, "path"), path, shared, more);
      return path;
    }

    private Schema schema(long allFiles) {
      BundlePlace definition = BundlePlace.read(in);
      long files = in.readVarint64("files of a schema");
      require(in, "files of a schema", files, files >= 0 && files <= allFiles);
      int rows = in.readVarint("row groups of a schema");
      int leaves = in.readVarint("columns of a schema");
      Tables tables = tables(rows, leaves, true);
      int summaryRows = in.readVarint("rows of summaries");
      Tables summaries = summaryRows == 0 ? null : tables(summaryRows, leaves, false);
      return new Schema(definition, files, tables, summaries);
    }

    private Tables tables(int rows, int leaves, boolean hasRest) {
      int columnsPerBlock = upTo(BundleFormat.MAX_ROWS, "columns per block");
      long indexOffset = in.readVarint64("offset of an index");
      List<BlockPlace> rowGroups = BlockPlace.readList(in);
      List<BlockPlace> rest = BlockPlace.readList(in);
      int blocks = rowGroups.size();
      boolean isWhole = blocks == ((long) rows + rowsPerBlock - 1) / rowsPerBlock;
      require(in, "blocks of row groups", blocks, isWhole);
      require(in, "blocks of other fields", rest.size(), rest.size() == (hasRest ? blocks : 0));
      require(in, "columns per block", columnsPerBlock, columnsPerBlock == 1 || blocks < 2);
      long inBlock = (long) columnsPerBlock * Math.min(rows, rowsPerBlock);
      require(in, "rows of a block", rows, inBlock <= BundleFormat.MAX_ROWS);
      Tables tables = new Tables(rows, leaves, columnsPerBlock, indexOffset, rowGroups, rest);
      rowsLeft -= rows;
      require(in, "row groups of a schema", rows, rowsLeft >= 0);
      entriesLeft -= (long) tables.columnGroups() * blocks;
      require(in, "columns of a schema", leaves, entriesLeft >= 0);
      return tables;
    }

    private int upTo(int most, String what) {
      int number = in.readVarint(what);
      require(in, what, number, number > 0 && number <= most);
      return number;
    }
  }

  private static void require(ByteCursor in, String what, long found, boolean isRight) {
    if (!isRight) {
      throw new CorruptFooterException(
          what, in.offset(), found, "a number that agrees with the others");
    }
  }

  /**
   * The last bytes of a segment.
   *
   * <pre>
   *   | bytes of the root: u32 | CRC-32 of the root: u32 | bytes of the segment: u64 | version: u32
   *   | CRC-32 of the 20 bytes before: u32 | APFB |
   * </pre>
   *
   * @param rootLength bytes of the root, which ends where the trailer begins
   * @param length bytes of the segment, trailer included
   */
  record SegmentTrailer(int rootLength, int rootCrc, long length) {
    static final int BYTES = 28;
    private static final int CHECKED_BYTES = 20;

    byte[] toBytes() {
      BundleBytes out = new BundleBytes(BYTES);
      out.writeInt(rootLength);
      out.writeInt(rootCrc);
      out.writeLong(length);
      out.writeInt(BundleFormat.VERSION);
      out.writeInt(Checksum.crc32(ByteBuffer.wrap(out.array(), 0, CHECKED_BYTES)));
      out.writeInt(BundleFormat.MAGIC);
      return out.toByteArray();
    }

    static SegmentTrailer read(byte[] tail, long length) {
      if (tail.length < BYTES) {
        throw new CorruptFooterException(
            "not a footer bundle; its length",
            length + " bytes",
            "at least " + (BundleFormat.HEADER_BYTES + BYTES));
      }
      long offset = length - BYTES;
      int start = tail.length - BYTES;
      ByteCursor in = new ByteCursor(tail, start, tail.length, offset);
      int rootLength = in.readInt("root length");
      int rootCrc = in.readInt("CRC-32 of the root");
      long found = in.readLong("length");
      int version = in.readInt("version");
      int crc = in.readInt("CRC-32 of the trailer");
      int magic = in.readInt("magic");
      if (magic != BundleFormat.MAGIC) {
        throw new CorruptFooterException(
            "not a footer bundle, or one cut short; its last bytes",
            length - Magic.LENGTH,
            Magic.describe(magic),
            Magic.describe(BundleFormat.MAGIC));
      }
      int computed = Checksum.crc32(ByteBuffer.wrap(tail, start, CHECKED_BYTES));
      require("CRC-32 of the trailer", offset + CHECKED_BYTES, crc, computed);
      require("version of the footer bundle", offset + 16, version, BundleFormat.VERSION);
      require("length of the segment", offset + 8, found, length);
      long most = offset - BundleFormat.HEADER_BYTES;
      if (rootLength < 0 || rootLength > most) {
        throw new CorruptFooterException("root length", offset, rootLength, "at most " + most);
      }
      return new SegmentTrailer(rootLength, rootCrc, length);
    }

    private static void require(String what, long offset, long found, long expected) {
      if (found != expected) {
        throw new CorruptFooterException(what, offset, found, expected);
      }
    }
  }
}
