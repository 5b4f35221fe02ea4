// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.codec;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.SortingColumn;

/** Thrift compact codec of {@link SortingColumn}. */
public final class SortingColumnCodec {
  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("SortingColumn")
          .required(1, "column_idx", CompactType.I32)
          .required(2, "descending", CompactType.BOOLEAN_TRUE)
          .required(3, "nulls_first", CompactType.BOOLEAN_TRUE);

  private SortingColumnCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static SortingColumn read(CompactReader in) {
    int columnIdx = 0;
    boolean descending = false;
    boolean nullsFirst = false;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> columnIdx = in.readI32();
        case 2 -> descending = in.readBool();
        case 3 -> nullsFirst = in.readBool();
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new SortingColumn(columnIdx, descending, nullsFirst);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, SortingColumn value) {
    out.structBegin();
    out.i32Field(1, value.columnIdx());
    out.boolField(2, value.descending());
    out.boolField(3, value.nullsFirst());
    out.structEnd();
  }
}
