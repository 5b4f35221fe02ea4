// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.SchemalessFooter;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.TableWriter;
import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.SchemaElement;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The part of a FlatBuffers footer that depends on the schema alone, to be joined with the {@link
 * SchemalessFooter} of any file that has the schema. Immutable; may be shared between threads.
 *
 * <p>References in a FlatBuffer lead forward, relative to their own place, so that a part of one
 * keeps its meaning at any place that is aligned:
 *
 * <pre>
 *   new root table | this part: schema, column table | schemaless footer: all else
 * </pre>
 *
 * The roots of both parts stay where they are, and nothing refers to them.
 */
final class SchemaPart {
  /** Of the largest scalars in a footer. */
  private static final int ALIGNMENT = Long.BYTES;

  /** Root table, vtable, counts and padding. */
  private static final int BYTES_OF_ROOT = 256;

  /** Fields whose value is a reference. */
  private static final int[] REFERENCES = {
    FileMetaData.ROW_GROUPS,
    FileMetaData.KV,
    FileMetaData.CREATED_BY,
    FileMetaData.ENCRYPTION_ALGORITHM,
    FileMetaData.FOOTER_SIGNING_KEY_METADATA,
    FileMetaData.COLUMN_ORDERS,
    FileMetaData.ENCRYPTION_ALGORITHM_THRIFT
  };

  private static final int[] BYTES = {FileMetaData.ENCRYPTION_ALGORITHM_TYPE, FileMetaData.FLAGS};
  private static final int[] INTS = {FileMetaData.VERSION, FileMetaData.THRIFT_CRC32};

  private final ByteBuffer flatbuffer;
  private final int schema;
  private final int columnTable;

  private SchemaPart(ByteBuffer flatbuffer) {
    this.flatbuffer = flatbuffer;
    FooterBytes bytes = new FooterBytes(flatbuffer);
    this.schema = bytes.child(bytes.root(), FileMetaData.SCHEMA);
    this.columnTable = bytes.child(bytes.root(), FileMetaData.COLUMN_TABLE);
  }

  /**
   * The part for a schema.
   *
   * @param hasTypeDefinedOrders as the footers that it is joined with have it
   * @throws CorruptFooterException if there is no footer that has the schema
   */
  static SchemaPart of(SchemaDef schema, boolean hasTypeDefinedOrders) {
    CompactWriter out = new CompactWriter(2 * schema.length() + 64);
    out.structBegin();
    out.i32Field(FileMetaDataCodec.VERSION, 0);
    out.fieldHeader(FileMetaDataCodec.SCHEMA, CompactType.LIST);
    schema.writeThrift(out);
    out.i64Field(FileMetaDataCodec.NUM_ROWS, 0);
    out.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, 0);
    if (hasTypeDefinedOrders) {
      int columns = columnCount(schema.schema());
      out.listField(FileMetaDataCodec.COLUMN_ORDERS, CompactType.STRUCT, columns);
      for (int column = 0; column < columns; column++) {
        ParquetStructs.COLUMN_ORDER.write(out, ColumnOrder.Known.TYPE_ORDER);
      }
    }
    out.structEnd();
    byte[] thrift = out.toByteArray();
    // Without a directory, so that the bytes keep their meaning in another buffer.
    return new SchemaPart(
        ThriftToFlatBuffers.convertInMemory(thrift, 0, thrift.length).flatbuffer());
  }

  private static int columnCount(List<SchemaElement> elements) {
    return (int)
        elements.stream()
            .skip(1)
            .filter(element -> element.numChildren() == null || element.numChildren() <= 0)
            .filter(element -> element.typeNumber() != null)
            .count();
  }

  /**
   * The footer of a file, whole.
   *
   * @param schemaless the bytes of a {@link SchemalessFooter}, from position to limit; copied
   * @return on the heap, little-endian
   * @throws CorruptFooterException if the root of those bytes is unsound; the rest is checked as it
   *     is used, as in any footer
   */
  ByteBuffer join(ByteBuffer schemaless) {
    FooterBytes bytes = new FooterBytes(schemaless);
    int root = bytes.root();
    long size = (long) flatbuffer.remaining() + schemaless.remaining() + BYTES_OF_ROOT;
    if (size > Integer.MAX_VALUE - 8) {
      throw new CorruptFooterException(
          "size of a FlatBuffers footer", 0, size + " bytes", "at most " + Integer.MAX_VALUE);
    }
    FlatBufferBuilder builder = new FlatBufferBuilder((int) size);
    TableWriter out = new TableWriter(builder);
    int filePart = put(builder, schemaless);
    int schemaPart = put(builder, flatbuffer);
    out.begin(FileMetaData.SHAPE);
    int rows = bytes.field(root, FileMetaData.NUM_ROWS);
    if (rows != 0) {
      out.set(FileMetaData.NUM_ROWS, bytes.i64(rows));
    }
    out.refer(FileMetaData.SCHEMA, schemaPart - schema)
        .refer(FileMetaData.COLUMN_TABLE, columnTable == 0 ? 0 : schemaPart - columnTable);
    for (int slot : REFERENCES) {
      int target = bytes.child(root, slot);
      if (target != 0) {
        out.refer(slot, filePart - target);
      }
    }
    for (int slot : INTS) {
      int at = bytes.field(root, slot);
      if (at != 0) {
        out.set(slot, bytes.i32(at));
      }
    }
    for (int slot : BYTES) {
      int at = bytes.field(root, slot);
      if (at != 0) {
        out.set(slot, bytes.i8(at));
      }
    }
    builder.finish(out.end());
    return builder.dataBuffer();
  }

  /** Puts a part into the buffer: where it begins, counted from the buffer's end. */
  private static int put(FlatBufferBuilder builder, ByteBuffer part) {
    builder.createUnintializedVector(1, part.remaining(), ALIGNMENT).put(part.duplicate());
    int begin = builder.offset();
    builder.endVector();
    return begin;
  }
}
