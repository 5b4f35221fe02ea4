// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.table;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.bundle.arrow.BlockRows;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.metadata.BinaryValue;
import io.arrowparquet.footer.metadata.SchemaElement;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.codec.FileMetaDataCodec;
import io.arrowparquet.footer.thrift.codec.RowGroupCodec;
import io.arrowparquet.footer.thrift.codec.SchemaElementCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts together footers of a part of a schema whose row groups are those of many files. Files with
 * different heads are in different footers: who wrote a file, and how its bounds are ordered, is
 * part of what the bounds mean.
 */
public final class FactsAssembler {
  private final SegmentReader segment;
  private final SegmentSchema schema;
  private final int[] columns;
  private final byte[] elements;

  /**
   * Facts of columns.
   *
   * @param paths dotted paths of columns and groups
   */
  public FactsAssembler(SegmentReader segment, int schema, Collection<String> paths)
      throws IOException {
    this.segment = segment;
    this.schema = segment.schema(schema);
    this.columns = this.schema.leaves().chosen(paths);
    this.elements = prunedSchema();
  }

  /**
   * Row groups of several files as one footer.
   *
   * @param files number of each row group's file
   * @param rowGroups number of each row group in its file
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Facts(FlatFooter footer, int[] files, int[] rowGroups) {}

  /** How many blocks the rows are in. */
  public int blocks() {
    return schema.tables().rowGroups().size();
  }

  /** The facts of the row groups of some blocks, all of which are read at once. */
  public List<Facts> read(int from, int to) throws IOException {
    try {
      List<BlockRows> groups = segment.rowGroups(schema, from, to);
      List<List<ChunkRows>> chunks = segment.chunks(schema, columns, from, to, false);
      List<Facts> facts = new ArrayList<>();
      for (int block = from; block < to; block++) {
        addFacts(facts, groups.get(block - from), chunks.get(block - from), block);
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
      byHead.computeIfAbsent(head(groups, row), head -> new ArrayList<>()).add(row);
    }
    for (Map.Entry<BundlePlace, List<Integer>> entry : byHead.entrySet()) {
      facts.add(facts(entry.getKey(), entry.getValue(), groups, chunks, block));
    }
  }

  private static BundlePlace head(BlockRows groups, int row) {
    return new BundlePlace(
        groups.number(RowGroupRest.HEAD_OFFSET, row),
        Math.toIntExact(groups.number(RowGroupRest.HEAD_LENGTH, row)),
        (int) groups.number(RowGroupRest.HEAD_CRC, row));
  }

  private Facts facts(
      BundlePlace headPlace,
      List<Integer> rows,
      BlockRows groups,
      List<ChunkRows> chunks,
      int block)
      throws IOException {
    RawFields head = RawFields.of(BinaryValue.of(segment.unpacked(headPlace)));
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
      files[i] = Math.toIntExact(groups.number(RowGroupRest.FILE, row));
      rowGroups[i] = Math.toIntExact(groups.number(RowGroupRest.ROW_GROUP, row));
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
    int tableRow = block * segment.root().rowsPerBlock() + row;
    out.structBegin();
    out.listField(RowGroupCodec.COLUMNS, CompactType.STRUCT, columns.length);
    for (int i = 0; i < columns.length; i++) {
      ChunkRows chunk = chunks.get(i);
      byte[] path = schema.leaves().paths()[columns[i]];
      ChunkThrift.write(out, chunk.facts(), null, tableRow + chunk.shift(), path);
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

  /** The chosen leaves with the groups above them, as a Thrift list. */
  private byte[] prunedSchema() {
    List<SchemaElement> all = schema.definition().schema();
    boolean[] kept = new boolean[all.size()];
    kept[0] = true;
    int[] children = new int[all.size()];
    List<Integer> groups = new ArrayList<>();
    List<Integer> left = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < all.size(); i++) {
      if (next < columns.length && schema.leaves().elements()[columns[next]] == i) {
        next++;
        kept[i] = true;
        for (int g = groups.size() - 1; g >= 0; g--) {
          int group = groups.get(g);
          children[group]++;
          if (kept[group]) {
            break;
          }
          kept[group] = true;
        }
      }
      Integer count = all.get(i).numChildren();
      if (count != null && count > 0) {
        groups.add(i);
        left.add(count);
        continue;
      }
      while (!left.isEmpty()) {
        int more = left.get(left.size() - 1) - 1;
        left.set(left.size() - 1, more);
        if (more > 0) {
          break;
        }
        left.remove(left.size() - 1);
        groups.remove(groups.size() - 1);
      }
    }
    CompactWriter out = new CompactWriter();
    int count = 0;
    for (boolean isKept : kept) {
      count += isKept ? 1 : 0;
    }
    out.listBegin(CompactType.STRUCT, count);
    for (int i = 0; i < kept.length; i++) {
      if (kept[i]) {
        SchemaElementCodec.write(out, withChildren(all.get(i), children[i]));
      }
    }
    return out.toByteArray();
  }

  private static SchemaElement withChildren(SchemaElement element, int children) {
    return element.numChildren() == null
        ? element
        : new SchemaElement(
            element.typeNumber(),
            element.typeLength(),
            element.repetitionTypeNumber(),
            element.name(),
            children,
            element.convertedTypeNumber(),
            element.scale(),
            element.precision(),
            element.fieldId(),
            element.logicalType());
  }
}
