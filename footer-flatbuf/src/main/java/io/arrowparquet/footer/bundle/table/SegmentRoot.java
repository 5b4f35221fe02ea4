// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.table;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.bundle.internal.BundleBytes;
import io.arrowparquet.footer.bundle.internal.ByteCursor;
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
 *             | columns per block: varint | offset of the index: varint | blocks of the row groups
 *             | rows of the summaries: varint | as from columns per block on, of the summaries, if there are any |
 *   block     | offset: varint | length: varint | CRC-32: u32 | layout: varint |
 * </pre>
 *
 * @param files how many the directory has
 * @param metadataOffset where all that is not a block of chunks or part of a footer begins
 * @param layouts place of the layouts
 * @param pages pages of the directory
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

  /**
   * A page of the directory.
   *
   * @param firstPath of its files
   */
  record Page(String firstPath, BlockPlace block) {}

  /**
   * A schema and where its tables are.
   *
   * @param rows row groups of all files with the schema
   * @param leaves leaf columns
   * @param indexOffset where the index of the chunks' blocks begins
   * @param rowGroups blocks of the row groups
   * @param summaries what sums up the blocks, with a row for each block and head, and blocks as
   *     files; null where there are none
   */
  record Schema(
      BundlePlace definition,
      long files,
      long rows,
      int leaves,
      int columnsPerBlock,
      long indexOffset,
      List<BlockPlace> rowGroups,
      Schema summaries) {

    /** Blocks of a column, one behind the other. */
    int blocksPerColumn(int rowsPerBlock) {
      return BundleFormat.pages(rows, rowsPerBlock);
    }

    /** Groups of columns that have blocks together. */
    int columnGroups() {
      return BundleFormat.pages(leaves, columnsPerBlock);
    }
  }

  private static final int LEAST_PAGE_BYTES = 9;
  private static final int LEAST_SCHEMA_BYTES = 13;

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
      out.writeVarint(schema.rows);
      out.writeVarint(schema.leaves);
      out.writeVarint(schema.columnsPerBlock);
      out.writeVarint(schema.indexOffset);
      BlockPlace.writeList(out, schema.rowGroups);
      writeSummaries(out, schema.summaries);
    }
    OlderSegment.writeList(out, older);
    return out.toByteArray();
  }

  private static void writeSummaries(BundleBytes out, Schema summaries) {
    out.writeVarint(summaries == null ? 0 : summaries.rows);
    if (summaries != null) {
      out.writeVarint(summaries.columnsPerBlock);
      out.writeVarint(summaries.indexOffset);
      BlockPlace.writeList(out, summaries.rowGroups);
    }
  }

  /** Reads a root, whose checksum has been compared. */
  static SegmentRoot read(ByteCursor in) {
    long files = in.readVarint64("number of files");
    long metadataOffset = in.readVarint64("offset of the SchemaDefs");
    BundlePlace layouts = BundlePlace.read(in);
    int filesPerPage = positive(in, "files per page");
    int count = in.readCount("number of pages", LEAST_PAGE_BYTES);
    require(in, "number of pages", count, count == (files + filesPerPage - 1) / filesPerPage);
    List<Page> pages = new ArrayList<>();
    byte[] path = {};
    for (int i = 0; i < count; i++) {
      path = path(in, path);
      BundlePlace place = BundlePlace.read(in);
      BlockPlace block = new BlockPlace(place, in.readVarint("layout of a page"));
      pages.add(new Page(new String(path, StandardCharsets.UTF_8), block));
    }
    int rowsPerBlock = positive(in, "rows per block");
    int schemaCount = in.readCount("number of schemas", LEAST_SCHEMA_BYTES);
    List<Schema> schemas = new ArrayList<>();
    for (int i = 0; i < schemaCount; i++) {
      schemas.add(schema(in, rowsPerBlock));
    }
    return new SegmentRoot(
        files,
        metadataOffset,
        layouts,
        filesPerPage,
        List.copyOf(pages),
        rowsPerBlock,
        List.copyOf(schemas),
        OlderSegment.readList(in));
  }

  private static byte[] path(ByteCursor in, byte[] before) {
    int shared = in.readVarint("shared bytes of a path");
    require(in, "shared bytes of a path", shared, shared <= before.length);
    int more = in.readCount("bytes of a path", 1);
    byte[] path = Arrays.copyOf(before, shared + more);
    System.arraycopy(in.array(), in.skip(more, "path"), path, shared, more);
    return path;
  }

  private static Schema schema(ByteCursor in, int rowsPerBlock) {
    BundlePlace definition = BundlePlace.read(in);
    long files = in.readVarint64("files of a schema");
    int rows = in.readVarint("row groups of a schema");
    int leaves = in.readVarint("columns of a schema");
    Schema tables = tables(in, definition, files, rows, leaves, rowsPerBlock);
    int summaryRows = in.readVarint("rows of summaries");
    if (summaryRows == 0) {
      return tables;
    }
    int blocks = tables.rowGroups.size();
    Schema summaries = tables(in, definition, blocks, summaryRows, leaves, rowsPerBlock);
    return new Schema(
        definition,
        files,
        rows,
        leaves,
        tables.columnsPerBlock,
        tables.indexOffset,
        tables.rowGroups,
        summaries);
  }

  /** Tables of row groups and chunks, without summaries. */
  private static Schema tables(
      ByteCursor in, BundlePlace definition, long files, int rows, int leaves, int rowsPerBlock) {
    int columnsPerBlock = positive(in, "columns per block");
    long indexOffset = in.readVarint64("offset of an index");
    List<BlockPlace> rowGroups = BlockPlace.readList(in);
    boolean isWhole = rowGroups.size() == ((long) rows + rowsPerBlock - 1) / rowsPerBlock;
    require(in, "blocks of row groups", rowGroups.size(), isWhole);
    require(in, "columns per block", columnsPerBlock, columnsPerBlock == 1 || rowGroups.size() < 2);
    require(
        in,
        "rows of a block",
        rows,
        (long) columnsPerBlock * Math.min(rows, rowsPerBlock) <= 1 << 24);
    return new Schema(
        definition, files, rows, leaves, columnsPerBlock, indexOffset, rowGroups, null);
  }

  private static int positive(ByteCursor in, String what) {
    int number = in.readVarint(what);
    require(in, what, number, number > 0);
    return number;
  }

  private static void require(ByteCursor in, String what, long found, boolean isRight) {
    if (!isRight) {
      throw new CorruptFooterException(
          what, in.offset(), Long.toString(found), "a number that agrees with the others");
    }
  }
}
