// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.codec;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.EncryptionAlgorithm;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.KeyValue;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import java.util.List;
import java.util.function.Function;

/** Thrift compact codec of {@link FileMetaData}. */
public final class FileMetaDataCodec {
  // Field ids.
  public static final int VERSION = 1;
  public static final int SCHEMA = 2;
  public static final int NUM_ROWS = 3;
  public static final int ROW_GROUPS = 4;
  public static final int KEY_VALUE_METADATA = 5;
  public static final int CREATED_BY = 6;
  public static final int COLUMN_ORDERS = 7;
  public static final int ENCRYPTION_ALGORITHM = 8;
  public static final int FOOTER_SIGNING_KEY_METADATA = 9;

  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("FileMetaData")
          .required(VERSION, "version", CompactType.I32)
          .requiredList(SCHEMA, "schema", CompactType.STRUCT)
          .required(NUM_ROWS, "num_rows", CompactType.I64)
          .requiredList(ROW_GROUPS, "row_groups", CompactType.STRUCT)
          .optionalList(KEY_VALUE_METADATA, "key_value_metadata", CompactType.STRUCT)
          .optional(CREATED_BY, "created_by", CompactType.BINARY)
          .optionalList(COLUMN_ORDERS, "column_orders", CompactType.STRUCT)
          .optional(ENCRYPTION_ALGORITHM, "encryption_algorithm", CompactType.STRUCT)
          .optional(FOOTER_SIGNING_KEY_METADATA, "footer_signing_key_metadata", CompactType.BINARY);

  private FileMetaDataCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static FileMetaData read(CompactReader in) {
    return read(in, RowGroupCodec::read);
  }

  /**
   * Reads every struct of one footer at the reader's position and keeps next to nothing: for what
   * it throws.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field, in whatever struct
   */
  public static void check(CompactReader in) {
    read(in, group -> RowGroupCodec.read(group, FileMetaDataCodec::checkChunks));
  }

  private static List<ColumnChunk> checkChunks(CompactReader in) {
    int count = in.listBegin();
    for (int i = 0; i < count; i++) {
      ColumnChunkCodec.read(in);
    }
    return List.of();
  }

  /** As {@link #read(CompactReader)}, with another reader of the row groups. */
  private static FileMetaData read(
      CompactReader in, Function<CompactReader, RowGroup> rowGroupReader) {
    int version = 0;
    List<SchemaElement> schema = List.of();
    long numRows = 0;
    List<RowGroup> rowGroups = null;
    List<KeyValue> keyValueMetadata = null;
    String createdBy = null;
    List<ColumnOrder> columnOrders = null;
    EncryptionAlgorithm encryptionAlgorithm = null;
    BinaryValue footerSigningKeyMetadata = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case VERSION -> version = in.readI32();
        case SCHEMA -> schema = ListCodec.read(in, SchemaElementCodec::read);
        case NUM_ROWS -> numRows = in.readI64();
        case ROW_GROUPS -> rowGroups = ListCodec.read(in, rowGroupReader);
        case KEY_VALUE_METADATA -> keyValueMetadata = ListCodec.read(in, KeyValueCodec::read);
        case CREATED_BY -> createdBy = in.readString();
        case COLUMN_ORDERS -> columnOrders = ListCodec.read(in, ColumnOrderCodec::read);
        case ENCRYPTION_ALGORITHM -> encryptionAlgorithm = EncryptionAlgorithmCodec.read(in);
        case FOOTER_SIGNING_KEY_METADATA -> footerSigningKeyMetadata = in.readBinaryValue();
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new FileMetaData(
        version,
        schema,
        numRows,
        rowGroups,
        keyValueMetadata,
        createdBy,
        columnOrders,
        encryptionAlgorithm,
        footerSigningKeyMetadata);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, FileMetaData value) {
    out.structBegin();
    out.i32Field(VERSION, value.version());
    ListCodec.writeField(
        out, SCHEMA, CompactType.STRUCT, value.schema(), SchemaElementCodec::write);
    out.i64Field(NUM_ROWS, value.numRows());
    ListCodec.writeField(
        out, ROW_GROUPS, CompactType.STRUCT, value.rowGroups(), RowGroupCodec::write);
    ListCodec.writeField(
        out,
        KEY_VALUE_METADATA,
        CompactType.STRUCT,
        value.keyValueMetadata(),
        KeyValueCodec::write);
    out.optionalStringField(CREATED_BY, value.createdBy());
    ListCodec.writeField(
        out, COLUMN_ORDERS, CompactType.STRUCT, value.columnOrders(), ColumnOrderCodec::write);
    out.optionalStructField(
        ENCRYPTION_ALGORITHM, value.encryptionAlgorithm(), EncryptionAlgorithmCodec::write);
    out.optionalBinaryField(FOOTER_SIGNING_KEY_METADATA, value.footerSigningKeyMetadata());
    out.structEnd();
  }
}
