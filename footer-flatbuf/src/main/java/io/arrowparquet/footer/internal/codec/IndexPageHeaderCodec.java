// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.codec;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.IndexPageHeader;

/** Thrift compact codec of {@link IndexPageHeader}. */
public final class IndexPageHeaderCodec {
  public static final StructShape SHAPE = StructShape.of("IndexPageHeader");

  private IndexPageHeaderCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct
   */
  public static IndexPageHeader read(CompactReader in) {
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      in.skipUnknown(SHAPE);
    }
    in.leaveStruct();
    return new IndexPageHeader();
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, IndexPageHeader value) {
    out.structBegin();
    out.structEnd();
  }
}
