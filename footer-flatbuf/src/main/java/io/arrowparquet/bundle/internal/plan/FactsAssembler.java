// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.plan;

import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.bundle.internal.arrow.BlockRows;
import io.arrowparquet.bundle.internal.chunk.ChunkRows;
import io.arrowparquet.bundle.internal.chunk.RawFields;
import io.arrowparquet.bundle.internal.table.BundlePlace;
import io.arrowparquet.bundle.internal.table.RowGroupRest;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.bundle.internal.table.SegmentSchema;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.model.BinaryValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Puts together footers of a part of a schema whose row groups are those of many files. Files with
 * different heads are in different footers: who wrote a file, and how its bounds are ordered, is
 * part of what the bounds mean.
 */
public final class FactsAssembler {
  /** Files of a lake have few heads: one for each version of a writer. */
  private static final int KEPT_HEADS = 16;

  private final SegmentReader segment;
  private final SegmentSchema schema;
  private final int[] columns;
  private final byte[] elements;
  private final RecentlyUsed<BundlePlace, BinaryValue> heads = new RecentlyUsed<>(KEPT_HEADS);

  /**
   * Facts of columns.
   *
   * @param wanted dotted paths of columns and groups
   */
  public FactsAssembler(SegmentReader segment, int schema, Collection<String> wanted)
      throws IOException {
    this.segment = segment;
    this.schema = segment.schema(schema);
    this.columns = this.schema.leaves().chosen(wanted);
    this.elements = this.schema.leaves().prunedSchema(columns);
  }

  private FactsAssembler(FactsAssembler of, SegmentSchema summaries) {
    this.segment = of.segment;
    this.schema = summaries;
    this.columns = of.columns;
    this.elements = of.elements;
  }

  /**
   * Row groups of several files as one footer.
   *
   * @param files number of each row group's file
   * @param rowGroups number of each row group in its file
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Facts(FlatFooter footer, int[] files, int[] rowGroups) {}

  /**
   * The blocks that may have row groups which matter, by what sums up each block; all of them where
   * there are no summaries.
   *
   * @param possible which row groups of a footer may matter
   */
  public int[] blocks(Function<FlatFooter, BitSet> possible) throws IOException {
    int count = schema.blocks();
    SegmentSchema summaries = schema.summaries();
    if (summaries == null) {
      return IntStream.range(0, count).toArray();
    }
    FactsAssembler assembler = new FactsAssembler(this, summaries);
    BitSet blocks = new BitSet();
    for (int i = 0; i < summaries.blocks(); i++) {
      for (Facts facts : assembler.read(new int[] {i})) {
        possible.apply(facts.footer()).stream().forEach(row -> blocks.set(facts.files()[row]));
      }
    }
    return blocks.stream().filter(block -> block < count).toArray();
  }

  /** The facts of the row groups of some blocks, all of which are read at once. */
  public List<Facts> read(int[] blocks) throws IOException {
    try {
      List<BlockRows> groups = segment.rowGroups(schema, blocks);
      List<List<ChunkRows>> chunks = segment.chunks(schema, columns, blocks, false);
      List<Facts> facts = new ArrayList<>();
      for (int i = 0; i < blocks.length; i++) {
        addFacts(facts, groups.get(i), chunks.get(i), blocks[i]);
      }
      return facts;
    } catch (CorruptFooterException e) {
      throw e.in(segment.name());
    }
  }

  private void addFacts(List<Facts> facts, BlockRows groups, List<ChunkRows> chunks, int block)
      throws IOException {
    Map<BundlePlace, List<Integer>> byHead = new LinkedHashMap<>();
    for (int row = 0; row < groups.rows(); row++) {
      byHead.computeIfAbsent(RowGroupRest.head(groups, row), head -> new ArrayList<>()).add(row);
    }
    for (Map.Entry<BundlePlace, List<Integer>> entry : byHead.entrySet()) {
      facts.add(facts(entry.getKey(), entry.getValue(), groups, chunks, block));
    }
  }

  private BinaryValue head(BundlePlace place) throws IOException {
    return heads.get(place, () -> BinaryValue.of(segment.unpacked(place)));
  }

  private Facts facts(
      BundlePlace headPlace,
      List<Integer> rows,
      BlockRows groups,
      List<ChunkRows> chunks,
      int block)
      throws IOException {
    RawFields head = RawFields.of(head(headPlace));
    long total = 0;
    for (int row : rows) {
      total += groups.number(RowGroupRest.NUM_ROWS, row);
    }
    CompactWriter out = new CompactWriter(1 << 14);
    out.structBegin();
    head.writeBelow(out, FileMetaDataCodec.SCHEMA);
    out.fieldHeader(FileMetaDataCodec.SCHEMA, CompactType.LIST);
    out.writeRaw(elements, 0, elements.length);
    out.i64Field(FileMetaDataCodec.NUM_ROWS, total);
    out.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, rows.size());
    int[] files = new int[rows.size()];
    int[] rowGroups = new int[rows.size()];
    for (int i = 0; i < files.length; i++) {
      int row = rows.get(i);
      files[i] = groups.count(RowGroupRest.FILE, row);
      rowGroups[i] = groups.count(RowGroupRest.ROW_GROUP, row);
      writeRowGroup(out, groups.number(RowGroupRest.NUM_ROWS, row), chunks, block, row);
    }
    writeHead(out, head);
    out.structEnd();
    byte[] thrift = out.toByteArray();
    FlatFooter footer =
        FlatFooter.wrap(
            ThriftToFlatBuffers.convertInMemory(thrift, 0, thrift.length).flatbuffer(),
            segment.name(),
            0);
    return new Facts(footer, files, rowGroups);
  }

  private void writeRowGroup(
      CompactWriter out, long numRows, List<ChunkRows> chunks, int block, int row) {
    int tableRow = block * segment.rowsPerBlock() + row;
    out.structBegin();
    out.listField(RowGroupCodec.COLUMNS, CompactType.STRUCT, columns.length);
    for (ChunkRows chunk : chunks) {
      chunk.write(out, tableRow);
    }
    out.i64Field(RowGroupCodec.TOTAL_BYTE_SIZE, 0);
    out.i64Field(RowGroupCodec.NUM_ROWS, numRows);
    out.structEnd();
  }

  /** The fields of the head that say what bounds mean: who wrote the file, and their orders. */
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
