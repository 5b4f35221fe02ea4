// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.flat.EscapedUtf8;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.KeyValue;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * What reading some columns and row groups needs of a footer, as a Thrift {@code FileMetaData}.
 *
 * <p>Of the schema there are the root's children that the columns are in, whole. All row groups
 * keep their number and their rows; a chunk that is not chosen has no metadata. Who wrote the file,
 * and how bounds are ordered, is there too; metadata of chunks and the order of rows are not. The
 * time it takes grows with what is chosen, and no other column is looked at.
 *
 * <p>Threads: any may call it.
 */
public final class PartialFooter {
  private static final ColumnChunk ABSENT =
      new ColumnChunk(null, 0, null, null, null, null, null, null, null);

  private final FlatFooter footer;
  private final CompactWriter out =
      new CompactWriter(1 << 12, Integer.MAX_VALUE, EscapedUtf8::encode);
  private final ViewsToThrift views = new ViewsToThrift(out);
  private final SchemaElementView element = new SchemaElementView();
  private final BitSet columns;
  private final List<Integer> elements = new ArrayList<>();
  private final List<Integer> leaves = new ArrayList<>();
  private final ColumnChunkView chunk = new ColumnChunkView();
  private int children;

  private PartialFooter(FlatFooter footer, BitSet columns, BitSet named) {
    this.footer = footer;
    this.columns = columns;
    int end = 0;
    BitSet all = (BitSet) columns.clone();
    all.or(named);
    for (int column = all.nextSetBit(0); column >= 0; column = all.nextSetBit(column + 1)) {
      if (footer.columnElement(column) >= end) {
        end = addRootChild(footer.columnElement(column));
      }
    }
  }

  /** Elements are in depth-first order: a child's descendants follow it. */
  private int addRootChild(int below) {
    int at = below;
    while (footer.parentElement(at) > 0) {
      at = footer.parentElement(at);
    }
    children++;
    do {
      elements.add(at);
      if (footer.elementColumn(at) >= 0) {
        leaves.add(footer.elementColumn(at));
      }
      at++;
    } while (at < footer.elementCount() && footer.parentElement(at) > 0);
    return at;
  }

  /**
   * The bytes of the struct.
   *
   * @param footer complete ({@link FlatFooter#isComplete}), with the chunks of these columns
   * @param columns numbers of the columns whose chunks are chosen
   * @param named numbers of columns that the schema has besides
   * @param rowGroups whether those of a row group are
   * @param keyValues the file's metadata, as far as it is wanted
   */
  public static byte[] thrift(
      FlatFooter footer,
      BitSet columns,
      BitSet named,
      IntPredicate rowGroups,
      List<KeyValue> keyValues) {
    return new PartialFooter(footer, columns, named).write(rowGroups, keyValues);
  }

  private byte[] write(IntPredicate rowGroups, List<KeyValue> keyValues) {
    out.structBegin();
    out.i32Field(FileMetaDataCodec.VERSION, footer.version());
    out.listField(FileMetaDataCodec.SCHEMA, CompactType.STRUCT, 1 + elements.size());
    views.writeElement(footer.schemaElement(0, element), children);
    elements.forEach(number -> views.writeElement(footer.schemaElement(number, element)));
    out.i64Field(FileMetaDataCodec.NUM_ROWS, footer.numRows());
    out.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, footer.rowGroupCount());
    for (int i = 0; i < footer.rowGroupCount(); i++) {
      writeRowGroup(footer.rowGroup(i), rowGroups.test(i));
    }
    out.listField(FileMetaDataCodec.KEY_VALUE_METADATA, CompactType.STRUCT, keyValues.size());
    keyValues.forEach(entry -> ParquetStructs.KEY_VALUE.write(out, entry));
    if (footer.createdBy() != null) {
      out.stringField(FileMetaDataCodec.CREATED_BY, footer.createdBy());
    }
    List<ColumnOrder> orders = leaves.stream().map(footer::columnOrder).toList();
    if (!orders.contains(null)) {
      out.listField(FileMetaDataCodec.COLUMN_ORDERS, CompactType.STRUCT, orders.size());
      orders.forEach(order -> ParquetStructs.COLUMN_ORDER.write(out, order));
    }
    out.optionalStructField(
        FileMetaDataCodec.ENCRYPTION_ALGORITHM,
        footer.encryption(),
        ParquetStructs.ENCRYPTION_ALGORITHM::write);
    out.structEnd();
    return out.toByteArray();
  }

  private void writeRowGroup(RowGroupView group, boolean isChosen) {
    out.structBegin();
    out.listField(RowGroupCodec.COLUMNS, CompactType.STRUCT, leaves.size());
    for (int leaf : leaves) {
      if (isChosen && columns.get(leaf)) {
        int type = footer.schemaElement(footer.columnElement(leaf), element).typeNumber();
        footer.chunk(group.index(), leaf, chunk);
        // The schema says the path; the writer's own metadata is of no use here.
        views.writeChunk(chunk, type, null, null, null, null);
      } else {
        ColumnChunkCodec.STRUCT.write(out, ABSENT);
      }
    }
    out.i64Field(RowGroupCodec.TOTAL_BYTE_SIZE, group.totalByteSize());
    out.i64Field(RowGroupCodec.NUM_ROWS, group.numRows());
    views.i64(RowGroupCodec.FILE_OFFSET, group.hasFileOffset(), group.fileOffset());
    views.i64(
        RowGroupCodec.TOTAL_COMPRESSED_SIZE,
        group.hasTotalCompressedSize(),
        group.totalCompressedSize());
    out.structEnd();
  }
}
