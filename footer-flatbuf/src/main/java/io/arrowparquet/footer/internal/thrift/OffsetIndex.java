// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.I64;
import static io.arrowparquet.footer.internal.thrift.ThriftType.list;

import java.util.List;

/**
 * Where the data pages of a column chunk are.
 *
 * @param pageLocations the pages by ascending offset
 * @param unencodedByteArrayDataBytes bytes of the BYTE_ARRAY values of each page; null if absent
 */
public record OffsetIndex(
    List<PageLocation> pageLocations, List<Long> unencodedByteArrayDataBytes) {
  public static final StructCodec<OffsetIndex> CODEC =
      StructCodec.of(OffsetIndex.class)
          .required(
              1, "page_locations", list(ThriftType.struct(PageLocation::read, PageLocation::write)))
          .optional(2, "unencoded_byte_array_data_bytes", list(I64));

  public OffsetIndex {
    pageLocations = List.copyOf(pageLocations);
    unencodedByteArrayDataBytes =
        unencodedByteArrayDataBytes == null ? null : List.copyOf(unencodedByteArrayDataBytes);
  }

  /**
   * Where one data page is. Its codec is written by hand, for there may be very many pages.
   *
   * @param offset file offset of the page header
   * @param compressedPageSize bytes of header and page in the file
   * @param firstRowIndex the page's first row, counted in the row group
   */
  public record PageLocation(long offset, int compressedPageSize, long firstRowIndex) {
    static final StructShape SHAPE =
        StructShape.of("PageLocation")
            .required(1, "offset", CompactType.I64)
            .required(2, "compressed_page_size", CompactType.I32)
            .required(3, "first_row_index", CompactType.I64);

    static PageLocation read(CompactReader in) {
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

    static void write(CompactWriter out, PageLocation value) {
      out.structBegin();
      out.i64Field(1, value.offset());
      out.i32Field(2, value.compressedPageSize());
      out.i64Field(3, value.firstRowIndex());
      out.structEnd();
    }
  }
}
