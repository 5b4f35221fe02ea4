// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.wire.SchemaPart;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.SchemaElement;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * One file's footer from a bundle in stream form. Immutable, safe for use by several threads, and
 * independent of the reader it came from, which may be closed.
 */
public final class BundledFooter {
  private final FooterBody body;
  private final SchemaDef schema;
  private final RecentlyUsed<SchemaKey, SchemaPart> parts;

  /** What the FlatBuffer of a schema depends on. */
  record SchemaKey(SchemaDef schema, boolean hasTypeDefinedOrders) {
    SchemaPart part() {
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
  }

  BundledFooter(FooterBody body, SchemaDef schema, RecentlyUsed<SchemaKey, SchemaPart> parts) {
    this.body = body;
    this.schema = schema;
    this.parts = parts;
  }

  /** Which file it is of. */
  public BundledFile file() {
    return body.file();
  }

  /** The schema; the same object for all footers of a reader that have it. */
  public SchemaDef schema() {
    return schema;
  }

  /**
   * The footer for readers of FlatBuffers footers. Each call puts it together anew, which copies
   * its bytes once.
   *
   * @throws CorruptFooterException if its bytes do not hold together
   */
  public FlatFooter footer() {
    try {
      return FlatFooter.wrap(flatbuffer(), file().path(), 0);
    } catch (CorruptFooterException e) {
      throw e.in(file().path());
    }
  }

  private ByteBuffer flatbuffer() {
    byte[] bytes = body.footer();
    if (body.isThrift()) {
      return ThriftToFlatBuffers.convertInMemory(bytes, 0, bytes.length).flatbuffer();
    }
    SchemaKey key = new SchemaKey(schema, body.hasTypeDefinedOrders());
    return parts.get(key, key::part).join(ByteBuffer.wrap(bytes));
  }

  /**
   * The Thrift footer: the struct that the bundle was given, field by field, in a new array.
   *
   * @throws CorruptFooterException if its bytes do not hold together
   */
  public byte[] thrift() {
    try {
      return body.isThrift() ? body.footer().clone() : FlatBuffersToThrift.convert(flatbuffer());
    } catch (CorruptFooterException e) {
      throw e.in(file().path());
    }
  }

  /**
   * The Thrift footer, parsed.
   *
   * @throws CorruptFooterException if its bytes do not hold together
   */
  public FileMetaData metaData() {
    try {
      return FileMetaDataCodec.STRUCT.read(new CompactReader(thrift()));
    } catch (CorruptFooterException e) {
      throw e.in(file().path());
    }
  }
}
