// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.codec;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.ColumnOrder;

/** Thrift compact codec of {@link ColumnOrder}. */
public final class ColumnOrderCodec {
  public static final StructShape SHAPE =
      StructShape.of("ColumnOrder")
          .optional(1, "TYPE_ORDER", CompactType.STRUCT)
          .optional(2, "IEEE_754_TOTAL_ORDER", CompactType.STRUCT)
          .optional(3, "INT96_TIMESTAMP_ORDER", CompactType.STRUCT);

  private static final StructShape MEMBER_SHAPE = StructShape.of("ColumnOrder member");

  private ColumnOrderCodec() {}

  /**
   * Reads one union at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no union
   */
  public static ColumnOrder read(CompactReader in) {
    UnionMemberCodec.enter(in, SHAPE.name());
    ColumnOrder order =
        in.fieldType() == CompactType.STRUCT ? ColumnOrder.Known.forNumber(in.fieldId()) : null;
    if (order == null) {
      order = new ColumnOrder.Unknown(UnionMemberCodec.readMember(in));
    } else {
      UnionMemberCodec.readEmptyStruct(in, MEMBER_SHAPE);
    }
    UnionMemberCodec.leave(in, SHAPE.name());
    return order;
  }

  /** Writes one union. */
  public static void write(CompactWriter out, ColumnOrder value) {
    if (value instanceof ColumnOrder.Unknown unknown) {
      UnionMemberCodec.write(out, unknown.member());
    } else {
      UnionMemberCodec.writeEmptyStruct(out, ((ColumnOrder.Known) value).number());
    }
  }
}
