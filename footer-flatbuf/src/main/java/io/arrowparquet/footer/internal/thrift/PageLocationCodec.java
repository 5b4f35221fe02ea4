// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.PageLocation;

/** Thrift compact codec of {@link PageLocation}. */
public final class PageLocationCodec {
  public static final StructShape SHAPE =
      StructShape.of("PageLocation")
          .required(1, "offset", CompactType.I64)
          .required(2, "compressed_page_size", CompactType.I32)
          .required(3, "first_row_index", CompactType.I64);

  private PageLocationCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static PageLocation read(CompactReader in) {
    long offset = 0;
    int compressedPageSize = 0;
    long firstRowIndex = 0;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> offset = in.readI64();
        case 2 -> compressedPageSize = in.readI32();
        case 3 -> firstRowIndex = in.readI64();
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new PageLocation(offset, compressedPageSize, firstRowIndex);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, PageLocation value) {
    out.structBegin();
    out.i64Field(1, value.offset());
    out.i32Field(2, value.compressedPageSize());
    out.i64Field(3, value.firstRowIndex());
    out.structEnd();
  }
}
