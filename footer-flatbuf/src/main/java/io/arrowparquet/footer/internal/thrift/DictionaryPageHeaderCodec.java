// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.DictionaryPageHeader;

/** Thrift compact codec of {@link DictionaryPageHeader}. */
public final class DictionaryPageHeaderCodec {
  public static final StructShape SHAPE =
      StructShape.of("DictionaryPageHeader")
          .required(1, "num_values", CompactType.I32)
          .required(2, "encoding", CompactType.I32)
          .optional(3, "is_sorted", CompactType.BOOLEAN_TRUE);

  private DictionaryPageHeaderCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static DictionaryPageHeader read(CompactReader in) {
    int numValues = 0;
    int encodingNumber = 0;
    Boolean isSorted = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> numValues = in.readI32();
        case 2 -> encodingNumber = in.readI32();
        case 3 -> isSorted = in.readBool();
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new DictionaryPageHeader(numValues, encodingNumber, isSorted);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, DictionaryPageHeader value) {
    out.structBegin();
    out.i32Field(1, value.numValues());
    out.i32Field(2, value.encodingNumber());
    out.optionalBoolField(3, value.isSorted());
    out.structEnd();
  }
}
