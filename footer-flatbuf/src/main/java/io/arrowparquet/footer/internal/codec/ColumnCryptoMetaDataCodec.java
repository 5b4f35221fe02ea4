// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.codec;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnCryptoMetaData;
import io.arrowparquet.footer.model.ColumnCryptoMetaData.EncryptionWithColumnKey;
import io.arrowparquet.footer.model.ColumnCryptoMetaData.EncryptionWithFooterKey;
import java.util.List;

/** Thrift compact codec of {@link ColumnCryptoMetaData}. */
public final class ColumnCryptoMetaDataCodec {
  private static final int FOOTER_KEY = 1;
  private static final int COLUMN_KEY = 2;

  public static final StructShape SHAPE =
      StructShape.of("ColumnCryptoMetaData")
          .optional(FOOTER_KEY, "ENCRYPTION_WITH_FOOTER_KEY", CompactType.STRUCT)
          .optional(COLUMN_KEY, "ENCRYPTION_WITH_COLUMN_KEY", CompactType.STRUCT);

  /** The fields of {@code EncryptionWithColumnKey}. */
  public static final StructShape COLUMN_KEY_SHAPE =
      StructShape.of("EncryptionWithColumnKey")
          .requiredList(1, "path_in_schema", CompactType.BINARY)
          .optional(2, "key_metadata", CompactType.BINARY);

  private static final StructShape FOOTER_KEY_SHAPE = StructShape.of("EncryptionWithFooterKey");

  private ColumnCryptoMetaDataCodec() {}

  /**
   * Reads one union at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such union or lack a
   *     required field
   */
  public static ColumnCryptoMetaData read(CompactReader in) {
    UnionMemberCodec.enter(in, SHAPE.name());
    ColumnCryptoMetaData value;
    int member = in.fieldType() == CompactType.STRUCT ? in.fieldId() : 0;
    if (member == FOOTER_KEY) {
      UnionMemberCodec.readEmptyStruct(in, FOOTER_KEY_SHAPE);
      value = new EncryptionWithFooterKey();
    } else if (member == COLUMN_KEY) {
      value = readColumnKey(in);
    } else {
      value = new ColumnCryptoMetaData.Unknown(UnionMemberCodec.readMember(in));
    }
    UnionMemberCodec.leave(in, SHAPE.name());
    return value;
  }

  private static EncryptionWithColumnKey readColumnKey(CompactReader in) {
    List<String> pathInSchema = null;
    BinaryValue keyMetadata = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(COLUMN_KEY_SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> pathInSchema = ListCodec.read(in, CompactReader::readString);
        case 2 -> keyMetadata = in.readBinaryValue();
        default -> in.skipUnknown(COLUMN_KEY_SHAPE);
      }
    }
    in.leaveStruct(COLUMN_KEY_SHAPE, seen);
    return new EncryptionWithColumnKey(pathInSchema, keyMetadata);
  }

  /** Writes one union. */
  public static void write(CompactWriter out, ColumnCryptoMetaData value) {
    if (value instanceof ColumnCryptoMetaData.Unknown unknown) {
      UnionMemberCodec.write(out, unknown.member());
    } else if (value instanceof EncryptionWithColumnKey columnKey) {
      out.structBegin();
      out.fieldHeader(COLUMN_KEY, CompactType.STRUCT);
      out.structBegin();
      ListCodec.writeField(
          out, 1, CompactType.BINARY, columnKey.pathInSchema(), CompactWriter::writeString);
      out.optionalBinaryField(2, columnKey.keyMetadata());
      out.structEnd();
      out.structEnd();
    } else {
      UnionMemberCodec.writeEmptyStruct(out, FOOTER_KEY);
    }
  }
}
