// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.thrift.codec;

import io.arrowparquet.footer.metadata.BinaryValue;
import io.arrowparquet.footer.metadata.EncryptionAlgorithm;
import io.arrowparquet.footer.metadata.FileCryptoMetaData;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.StructShape;

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
