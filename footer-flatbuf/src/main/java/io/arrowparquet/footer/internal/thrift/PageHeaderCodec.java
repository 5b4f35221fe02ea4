// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.DataPageHeader;
import io.arrowparquet.footer.model.DataPageHeaderV2;
import io.arrowparquet.footer.model.DictionaryPageHeader;
import io.arrowparquet.footer.model.IndexPageHeader;
import io.arrowparquet.footer.model.PageHeader;

/** Thrift compact codec of {@link PageHeader}. */
public final class PageHeaderCodec {
  public static final StructShape SHAPE =
      StructShape.of("PageHeader")
          .required(1, "type", CompactType.I32)
          .required(2, "uncompressed_page_size", CompactType.I32)
          .required(3, "compressed_page_size", CompactType.I32)
          .optional(4, "crc", CompactType.I32)
          .optional(5, "data_page_header", CompactType.STRUCT)
          .optional(6, "index_page_header", CompactType.STRUCT)
          .optional(7, "dictionary_page_header", CompactType.STRUCT)
          .optional(8, "data_page_header_v2", CompactType.STRUCT);

  private PageHeaderCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static PageHeader read(CompactReader in) {
    int typeNumber = 0;
    int uncompressedPageSize = 0;
    int compressedPageSize = 0;
    Integer crc = null;
    DataPageHeader dataPageHeader = null;
    IndexPageHeader indexPageHeader = null;
    DictionaryPageHeader dictionaryPageHeader = null;
    DataPageHeaderV2 dataPageHeaderV2 = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> typeNumber = in.readI32();
        case 2 -> uncompressedPageSize = in.readI32();
        case 3 -> compressedPageSize = in.readI32();
        case 4 -> crc = in.readI32();
        case 5 -> dataPageHeader = DataPageHeaderCodec.read(in);
        case 6 -> indexPageHeader = ParquetStructs.INDEX_PAGE_HEADER.read(in);
        case 7 -> dictionaryPageHeader = DictionaryPageHeaderCodec.read(in);
        case 8 -> dataPageHeaderV2 = DataPageHeaderV2Codec.read(in);
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new PageHeader(
        typeNumber,
        uncompressedPageSize,
        compressedPageSize,
        crc,
        dataPageHeader,
        indexPageHeader,
        dictionaryPageHeader,
        dataPageHeaderV2);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, PageHeader value) {
    out.structBegin();
    out.i32Field(1, value.typeNumber());
    out.i32Field(2, value.uncompressedPageSize());
    out.i32Field(3, value.compressedPageSize());
    out.optionalI32Field(4, value.crc());
    out.optionalStructField(5, value.dataPageHeader(), DataPageHeaderCodec::write);
    out.optionalStructField(6, value.indexPageHeader(), ParquetStructs.INDEX_PAGE_HEADER::write);
    out.optionalStructField(7, value.dictionaryPageHeader(), DictionaryPageHeaderCodec::write);
    out.optionalStructField(8, value.dataPageHeaderV2(), DataPageHeaderV2Codec::write);
    out.structEnd();
  }
}
