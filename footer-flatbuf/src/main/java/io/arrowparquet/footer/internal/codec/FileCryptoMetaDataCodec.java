// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.codec;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.EncryptionAlgorithm;
import io.arrowparquet.footer.model.FileCryptoMetaData;

/** Thrift compact codec of {@link FileCryptoMetaData}. */
public final class FileCryptoMetaDataCodec {
  public static final StructShape SHAPE =
      StructShape.of("FileCryptoMetaData")
          .required(1, "encryption_algorithm", CompactType.STRUCT)
          .optional(2, "key_metadata", CompactType.BINARY);

  private FileCryptoMetaDataCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static FileCryptoMetaData read(CompactReader in) {
    EncryptionAlgorithm encryptionAlgorithm = null;
    BinaryValue keyMetadata = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> encryptionAlgorithm = EncryptionAlgorithmCodec.read(in);
        case 2 -> keyMetadata = in.readBinaryValue();
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new FileCryptoMetaData(encryptionAlgorithm, keyMetadata);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, FileCryptoMetaData value) {
    out.structBegin();
    out.optionalStructField(1, value.encryptionAlgorithm(), EncryptionAlgorithmCodec::write);
    out.optionalBinaryField(2, value.keyMetadata());
    out.structEnd();
  }
}
