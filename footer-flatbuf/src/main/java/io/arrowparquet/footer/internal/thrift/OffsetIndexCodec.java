// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.OffsetIndex;
import io.arrowparquet.footer.model.PageLocation;
import java.util.List;

/** Thrift compact codec of {@link OffsetIndex}. */
public final class OffsetIndexCodec {
  public static final StructShape SHAPE =
      StructShape.of("OffsetIndex")
          .requiredList(1, "page_locations", CompactType.STRUCT)
          .optionalList(2, "unencoded_byte_array_data_bytes", CompactType.I64);

  private OffsetIndexCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static OffsetIndex read(CompactReader in) {
    List<PageLocation> pageLocations = null;
    List<Long> unencodedByteArrayDataBytes = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> pageLocations = ListCodec.read(in, PageLocationCodec::read);
        case 2 -> unencodedByteArrayDataBytes = ListCodec.read(in, CompactReader::readI64);
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new OffsetIndex(pageLocations, unencodedByteArrayDataBytes);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, OffsetIndex value) {
    out.structBegin();
    ListCodec.writeField(
        out, 1, CompactType.STRUCT, value.pageLocations(), PageLocationCodec::write);
    ListCodec.writeField(
        out, 2, CompactType.I64, value.unencodedByteArrayDataBytes(), CompactWriter::writeI64);
    out.structEnd();
  }
}
