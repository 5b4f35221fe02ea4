// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.tothrift.Binaries;
import io.arrowparquet.footer.convert.tothrift.KeyValueWriter;
import io.arrowparquet.footer.convert.tothrift.RowGroupWriter;
import io.arrowparquet.footer.convert.tothrift.SchemaWriter;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.flatbuf.FlatFooterVerifier;
import io.arrowparquet.footer.flatbuf.RowGroupView;
import io.arrowparquet.footer.flatbuf.generated.FileMetaData;
import io.arrowparquet.footer.flatbuf.generated.KeyValue;
import io.arrowparquet.footer.metadata.ColumnOrder;
import io.arrowparquet.footer.metadata.EncryptionAlgorithm;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.codec.ColumnOrderCodec;
import io.arrowparquet.footer.thrift.codec.EncryptionAlgorithmCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Converts a FlatBuffers footer to the Thrift bytes that it stands for: those it was made from,
 * field by field.
 *
 * <p>The buffer is verified first, since every byte of it is read. A buffer of another writer of
 * the proposal gives what it holds: without encodings, for one, which Thrift demands.
 */
public final class FlatBuffersToThrift {
  private static final int VERSION = 1;
  private static final int SCHEMA = 2;
  private static final int NUM_ROWS = 3;
  private static final int ROW_GROUPS = 4;
  private static final int KEY_VALUE_METADATA = 5;
  private static final int CREATED_BY = 6;
  private static final int COLUMN_ORDERS = 7;
  private static final int ENCRYPTION_ALGORITHM = 8;
  private static final int FOOTER_SIGNING_KEY_METADATA = 9;

  /**
   * Thrift repeats what tables share here: names, key-values, encodings. Without a limit a small
   * buffer could stand for any size.
   */
  private static final int MAX_EXPANSION = 64;

  /** So much is allowed in any case: a long name is repeated by each of many row groups. */
  private static final int LEAST_LIMIT = 1 << 26;

  private final FlatFooter footer;
  private final FileMetaData root;
  private final CompactWriter out;

  private FlatBuffersToThrift(ByteBuffer flatbuffer) {
    ByteBuffer bytes = flatbuffer.slice().order(ByteOrder.LITTLE_ENDIAN);
    this.footer = FlatFooter.wrap(bytes);
    this.root = FileMetaData.getRootAsFileMetaData(bytes);
    int size = flatbuffer.remaining();
    this.out =
        new CompactWriter(
            size, (int) Math.min(Integer.MAX_VALUE, LEAST_LIMIT + (long) size * MAX_EXPANSION));
  }

  /**
   * The Thrift {@code FileMetaData} for the FlatBuffer between the buffer's position and limit.
   *
   * @throws CorruptFooterException if the buffer does not verify, or stands for many times its
   *     size; offsets count from its position
   */
  public static byte[] convert(ByteBuffer flatbuffer) {
    FlatFooterVerifier.verify(flatbuffer);
    FlatBuffersToThrift conversion = new FlatBuffersToThrift(flatbuffer);
    conversion.write();
    return conversion.out.toByteArray();
  }

  private void write() {
    out.structBegin();
    out.i32Field(VERSION, footer.version());
    SchemaWriter schema = new SchemaWriter(out, footer);
    out.listField(SCHEMA, CompactType.STRUCT, footer.elementCount());
    schema.write();
    out.i64Field(NUM_ROWS, footer.numRows());
    writeRowGroups();
    if (footer.hasKeyValueMetadata()) {
      out.listField(KEY_VALUE_METADATA, CompactType.STRUCT, footer.keyValueCount());
      KeyValue keyValue = new KeyValue();
      for (int i = 0; i < footer.keyValueCount(); i++) {
        KeyValueWriter.write(out, root.kv(keyValue, i));
      }
    }
    ByteBuffer createdBy = root.createdByAsByteBuffer();
    if (createdBy != null) {
      Binaries.writeField(out, CREATED_BY, createdBy);
    }
    List<ColumnOrder> orders = footer.columnOrders();
    if (orders != null) {
      out.listField(COLUMN_ORDERS, CompactType.STRUCT, orders.size());
      orders.forEach(order -> ColumnOrderCodec.write(out, order));
    }
    writeEncryption();
    out.structEnd();
  }

  private void writeRowGroups() {
    out.listField(ROW_GROUPS, CompactType.STRUCT, footer.rowGroupCount());
    RowGroupWriter writer = new RowGroupWriter(out, footer);
    RowGroupView view = new RowGroupView();
    for (int i = 0; i < footer.rowGroupCount(); i++) {
      writer.write(footer.rowGroup(i, view), root.rowGroups(i));
    }
  }

  private void writeEncryption() {
    EncryptionAlgorithm algorithm = footer.encryption();
    if (algorithm != null) {
      out.fieldHeader(ENCRYPTION_ALGORITHM, CompactType.STRUCT);
      EncryptionAlgorithmCodec.write(out, algorithm);
    }
    byte[] signingKey = footer.footerSigningKeyMetadata();
    if (signingKey != null) {
      out.binaryField(FOOTER_SIGNING_KEY_METADATA, signingKey, 0, signingKey.length);
    }
  }
}
