// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.thrift.codec;

import io.arrowparquet.footer.metadata.IndexPageHeader;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.StructShape;

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
