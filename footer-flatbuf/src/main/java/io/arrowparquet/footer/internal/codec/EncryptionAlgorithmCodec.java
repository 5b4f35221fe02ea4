// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.codec;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.EncryptionAlgorithm;

/** Thrift compact codec of {@link EncryptionAlgorithm}. */
public final class EncryptionAlgorithmCodec {
  private static final int AES_GCM_V1 = 1;
  private static final int AES_GCM_CTR_V1 = 2;

  public static final StructShape SHAPE =
      StructShape.of("EncryptionAlgorithm")
          .optional(AES_GCM_V1, "AES_GCM_V1", CompactType.STRUCT)
          .optional(AES_GCM_CTR_V1, "AES_GCM_CTR_V1", CompactType.STRUCT);

  /** Both members have the same fields. */
  public static final StructShape AES_GCM_SHAPE =
      StructShape.of("AesGcmV1")
          .optional(1, "aad_prefix", CompactType.BINARY)
          .optional(2, "aad_file_unique", CompactType.BINARY)
          .optional(3, "supply_aad_prefix", CompactType.BOOLEAN_TRUE);

  private EncryptionAlgorithmCodec() {}

  /**
   * Reads one union at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such union
   */
  public static EncryptionAlgorithm read(CompactReader in) {
    UnionMemberCodec.enter(in, SHAPE.name());
    EncryptionAlgorithm algorithm =
        in.fieldType() == CompactType.STRUCT && SHAPE.fieldName(in.fieldId()) != null
            ? readAesGcm(in, in.fieldId())
            : new EncryptionAlgorithm.Unknown(UnionMemberCodec.readMember(in));
    UnionMemberCodec.leave(in, SHAPE.name());
    return algorithm;
  }

  private static EncryptionAlgorithm readAesGcm(CompactReader in, int member) {
    BinaryValue aadPrefix = null;
    BinaryValue aadFileUnique = null;
    Boolean supplyAadPrefix = null;
    in.enterStruct();
    while (in.nextField(AES_GCM_SHAPE)) {
      switch (in.fieldId()) {
        case 1 -> aadPrefix = in.readBinaryValue();
        case 2 -> aadFileUnique = in.readBinaryValue();
        case 3 -> supplyAadPrefix = in.readBool();
        default -> in.skipUnknown(AES_GCM_SHAPE);
      }
    }
    in.leaveStruct();
    return member == AES_GCM_V1
        ? new EncryptionAlgorithm.AesGcmV1(aadPrefix, aadFileUnique, supplyAadPrefix)
        : new EncryptionAlgorithm.AesGcmCtrV1(aadPrefix, aadFileUnique, supplyAadPrefix);
  }

  /** Writes one union. */
  public static void write(CompactWriter out, EncryptionAlgorithm value) {
    if (value instanceof EncryptionAlgorithm.Unknown unknown) {
      UnionMemberCodec.write(out, unknown.member());
    } else if (value instanceof EncryptionAlgorithm.AesGcmV1 gcm) {
      writeAesGcm(out, AES_GCM_V1, gcm.aadPrefix(), gcm.aadFileUnique(), gcm.supplyAadPrefix());
    } else {
      var ctr = (EncryptionAlgorithm.AesGcmCtrV1) value;
      writeAesGcm(out, AES_GCM_CTR_V1, ctr.aadPrefix(), ctr.aadFileUnique(), ctr.supplyAadPrefix());
    }
  }

  private static void writeAesGcm(
      CompactWriter out,
      int member,
      BinaryValue aadPrefix,
      BinaryValue aadFileUnique,
      Boolean supplyAadPrefix) {
    out.structBegin();
    out.fieldHeader(member, CompactType.STRUCT);
    out.structBegin();
    out.optionalBinaryField(1, aadPrefix);
    out.optionalBinaryField(2, aadFileUnique);
    out.optionalBoolField(3, supplyAadPrefix);
    out.structEnd();
    out.structEnd();
  }
}
