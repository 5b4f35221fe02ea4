// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.plan;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.bundle.internal.table.BundlePlace;
import io.arrowparquet.bundle.internal.table.ChunkRows;
import io.arrowparquet.bundle.internal.table.RawFields;
import io.arrowparquet.bundle.internal.table.RowGroupRest;
import io.arrowparquet.bundle.internal.table.SchemaLeaves;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.bundle.internal.table.SegmentReader.SegmentSchema;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.BinaryValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Row groups of many files of a schema, as far as statistics prove something of them. Those of
 * files with different heads are apart: who wrote a file, and how its bounds are ordered, is part
 * of what the bounds mean.
 */
public final class FactsAssembler {
  /** Files of a lake have few heads: one for each version of a writer. */
  private static final int KEPT_HEADS = 16;

  private final SegmentReader segment;
  private final SegmentSchema schema;
  private final int[] columns;
  private final RecentlyUsed<BundlePlace, FlatFooter> heads;

  /** Facts of columns and groups with these dotted paths; of all columns for null. */
  public FactsAssembler(SegmentReader segment, int schema, Collection<String> wanted)
      throws IOException {
    this.segment = segment;
    this.schema = segment.schema(schema);
    SchemaLeaves leaves = this.schema.leaves();
    this.columns =
        wanted == null ? IntStream.range(0, leaves.count()).toArray() : leaves.chosen(wanted);
    this.heads = new RecentlyUsed<>(KEPT_HEADS);
  }

  private FactsAssembler(FactsAssembler of, SegmentSchema schema, int[] columns) {
    this.segment = of.segment;
    this.schema = schema;
    this.columns = columns;
    this.heads = new RecentlyUsed<>(KEPT_HEADS);
  }

  /** The same of some of the columns. */
  public FactsAssembler ofColumns(int from, int to) {
    return new FactsAssembler(this, schema, Arrays.copyOfRange(columns, from, to));
  }

  public int columnCount() {
    return columns.length;
  }

  public int blockCount() {
    return schema.blocks();
  }

  public int rowsPerBlock() {
    return segment.rowsPerBlock();
  }

  /** The schema of the columns; it does not say who wrote the files. */
  public FlatFooter schema() {
    CompactWriter head = new CompactWriter();
    head.structBegin();
    head.i32Field(FileMetaDataCodec.VERSION, 1);
    head.structEnd();
    return footer(head.toByteArray());
  }

  /** A row group of a file, and its row in the tables of the schema. */
  public record RowGroup(int file, int number, long rows, int row) {}

  /** Row groups; the footer has the columns' schema and who wrote the files, no row groups. */
  public record Facts(
      FlatFooter footer, List<RowGroup> rowGroups, List<ChunkRows> columns, String name)
      implements ChunkClaims.Source {

    @Override
    public int count() {
      return rowGroups.size();
    }

    @Override
    public long rows(int rowGroup) {
      return rowGroups.get(rowGroup).rows;
    }

    @Override
    public ChunkClaims chunk(int rowGroup, int column) {
      try {
        return columns.get(column).claims(rowGroups.get(rowGroup).row);
      } catch (CorruptFooterException e) {
        throw e.in(name);
      }
    }
  }

  /**
   * The blocks that may have row groups which matter, by what sums up each block; all of them where
   * there are no summaries.
   */
  public int[] blocks(Function<Facts, BitSet> possible) throws IOException {
    int count = schema.blocks();
    SegmentSchema summaries = schema.summaries();
    if (summaries == null) {
      return IntStream.range(0, count).toArray();
    }
    FactsAssembler assembler = new FactsAssembler(this, summaries, columns);
    BitSet blocks = new BitSet();
    for (int i = 0; i < summaries.blocks(); i++) {
      for (Facts facts : assembler.read(new int[] {i})) {
        possible.apply(facts).stream().forEach(row -> blocks.set(facts.rowGroups.get(row).file));
      }
    }
    return blocks.stream().filter(block -> block < count).toArray();
  }

  /** The row groups of blocks that may matter: their numbers, by the number of the file. */
  public Map<Integer, List<Integer>> rowGroups(int[] blocks, Function<Facts, BitSet> possible)
      throws IOException {
    Map<Integer, List<Integer>> byFile = new TreeMap<>();
    for (Facts facts : read(blocks)) {
      BitSet wanted = possible.apply(facts);
      for (int i = wanted.nextSetBit(0); i >= 0; i = wanted.nextSetBit(i + 1)) {
        RowGroup rowGroup = facts.rowGroups.get(i);
        byFile.computeIfAbsent(rowGroup.file, file -> new ArrayList<>()).add(rowGroup.number);
      }
    }
    return byFile;
  }

  public List<Facts> read(int[] blocks) throws IOException {
    return segment.located(
        () -> {
          List<BlockRows> groups = segment.rowGroups(schema, blocks);
          List<List<ChunkRows>> chunks = segment.chunks(schema, columns, blocks, false);
          List<Facts> facts = new ArrayList<>();
          for (int i = 0; i < blocks.length; i++) {
            addFacts(facts, groups.get(i), chunks.get(i), blocks[i]);
          }
          return facts;
        });
  }

  private void addFacts(List<Facts> facts, BlockRows groups, List<ChunkRows> chunks, int block)
      throws IOException {
    Map<BundlePlace, List<RowGroup>> byHead = new LinkedHashMap<>();
    for (int row = 0; row < groups.rows(); row++) {
      byHead
          .computeIfAbsent(RowGroupRest.head(groups, row), head -> new ArrayList<>())
          .add(
              new RowGroup(
                  groups.count(RowGroupRest.FILE, row),
                  groups.count(RowGroupRest.ROW_GROUP, row),
                  groups.number(RowGroupRest.NUM_ROWS, row),
                  block * segment.rowsPerBlock() + row));
    }
    for (Map.Entry<BundlePlace, List<RowGroup>> entry : byHead.entrySet()) {
      BundlePlace head = entry.getKey();
      FlatFooter footer = heads.get(head, () -> footer(segment.unpacked(head)));
      facts.add(new Facts(footer, entry.getValue(), chunks, segment.name()));
    }
  }

  private FlatFooter footer(byte[] headBytes) {
    RawFields head = RawFields.of(BinaryValue.of(headBytes));
    byte[] elements = schema.leaves().prunedSchema(columns);
    CompactWriter out = new CompactWriter(1 << 10);
    out.structBegin();
    head.writeBelow(out, FileMetaDataCodec.SCHEMA);
    out.fieldHeader(FileMetaDataCodec.SCHEMA, CompactType.LIST);
    out.writeRaw(elements, 0, elements.length);
    out.i64Field(FileMetaDataCodec.NUM_ROWS, 0);
    out.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, 0);
    writeHead(out, head);
    out.structEnd();
    return FooterAssembler.converted(out.toByteArray(), null).footer(segment.name());
  }

  private void writeHead(CompactWriter out, RawFields head) {
    BinaryValue createdBy = head.value(FileMetaDataCodec.CREATED_BY, CompactType.BINARY);
    if (createdBy != null) {
      out.fieldHeader(FileMetaDataCodec.CREATED_BY, CompactType.BINARY);
      out.writeRaw(createdBy);
    }
    BinaryValue orders = head.value(FileMetaDataCodec.COLUMN_ORDERS, CompactType.LIST);
    if (orders != null) {
      writeOrders(out, orders.toByteArray());
    }
  }

  /** Those of the chosen columns; none if there is not one for each leaf, as readers have it. */
  private void writeOrders(CompactWriter out, byte[] orders) {
    CompactReader in = new CompactReader(orders);
    int count = in.listBegin();
    if (count != schema.leaves().count()) {
      return;
    }
    out.listField(FileMetaDataCodec.COLUMN_ORDERS, CompactType.STRUCT, columns.length);
    int next = 0;
    for (int leaf = 0; leaf < count; leaf++) {
      int start = in.position();
      in.skipStruct();
      if (next < columns.length && columns[next] == leaf) {
        out.writeRaw(orders, start, in.position() - start);
        next++;
      }
    }
  }
}
