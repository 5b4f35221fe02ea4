// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.codec;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.BloomFilterHeader;
import io.arrowparquet.footer.model.UnionMember;

/** Thrift compact codec of {@link BloomFilterHeader}. */
public final class BloomFilterHeaderCodec {
  public static final StructShape SHAPE =
      StructShape.of("BloomFilterHeader")
          .required(1, "numBytes", CompactType.I32)
          .required(2, "algorithm", CompactType.STRUCT)
          .required(3, "hash", CompactType.STRUCT)
          .required(4, "compression", CompactType.STRUCT);

  private BloomFilterHeaderCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static BloomFilterHeader read(CompactReader in) {
    int numBytes = 0;
    UnionMember algorithm = null;
    UnionMember hash = null;
    UnionMember compression = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> numBytes = in.readI32();
        case 2 -> algorithm = UnionMemberCodec.read(in);
        case 3 -> hash = UnionMemberCodec.read(in);
        case 4 -> compression = UnionMemberCodec.read(in);
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new BloomFilterHeader(numBytes, algorithm, hash, compression);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, BloomFilterHeader value) {
    out.structBegin();
    out.i32Field(1, value.numBytes());
    out.optionalStructField(2, value.algorithm(), UnionMemberCodec::write);
    out.optionalStructField(3, value.hash(), UnionMemberCodec::write);
    out.optionalStructField(4, value.compression(), UnionMemberCodec::write);
    out.structEnd();
  }
}
