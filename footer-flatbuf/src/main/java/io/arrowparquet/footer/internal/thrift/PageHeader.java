// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.BOOL;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;

import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.ParquetStatistics;

/**
 * Header in front of each page. Of the last four components only that of the page's type is set.
 *
 * @param uncompressedPageSize bytes of the page once decompressed, without this header
 * @param compressedPageSize bytes of the page in the file, without this header
 * @param crc CRC-32 of the page's bytes in the file; null if absent
 */
public record PageHeader(
    int typeNumber,
    int uncompressedPageSize,
    int compressedPageSize,
    Integer crc,
    DataPageHeader dataPageHeader,
    IndexPageHeader indexPageHeader,
    DictionaryPageHeader dictionaryPageHeader,
    DataPageHeaderV2 dataPageHeaderV2) {
  public static final StructCodec<PageHeader> CODEC =
      StructCodec.of(
              "PageHeader",
              f ->
                  new PageHeader(
                      f.get(1), f.get(2), f.get(3), f.get(4), f.get(5), f.get(6), f.get(7),
                      f.get(8)))
          .required(1, "type", I32, PageHeader::typeNumber)
          .required(2, "uncompressed_page_size", I32, PageHeader::uncompressedPageSize)
          .required(3, "compressed_page_size", I32, PageHeader::compressedPageSize)
          .optional(4, "crc", I32, PageHeader::crc)
          .optional(5, "data_page_header", DataPageHeader.CODEC, PageHeader::dataPageHeader)
          .optional(6, "index_page_header", IndexPageHeader.CODEC, PageHeader::indexPageHeader)
          .optional(
              7,
              "dictionary_page_header",
              DictionaryPageHeader.CODEC,
              PageHeader::dictionaryPageHeader)
          .optional(8, "data_page_header_v2", DataPageHeaderV2.CODEC, PageHeader::dataPageHeaderV2);

  public PageType type() {
    return PageType.forNumber(typeNumber);
  }

  /** Values, nulls included, if it is that of a data page; else 0. */
  public int numDataValues() {
    return dataPageHeader != null
        ? dataPageHeader.numValues()
        : dataPageHeaderV2 != null ? dataPageHeaderV2.numValues() : 0;
  }

  /**
   * Header of a version 1 data page.
   *
   * @param numValues values in the page, nulls included
   */
  public record DataPageHeader(
      int numValues,
      int encodingNumber,
      int definitionLevelEncodingNumber,
      int repetitionLevelEncodingNumber,
      ParquetStatistics statistics) {
    static final StructCodec<DataPageHeader> CODEC =
        StructCodec.of(
                "DataPageHeader",
                f -> new DataPageHeader(f.get(1), f.get(2), f.get(3), f.get(4), f.get(5)))
            .required(1, "num_values", I32, DataPageHeader::numValues)
            .required(2, "encoding", I32, DataPageHeader::encodingNumber)
            .required(
                3, "definition_level_encoding", I32, DataPageHeader::definitionLevelEncodingNumber)
            .required(
                4, "repetition_level_encoding", I32, DataPageHeader::repetitionLevelEncodingNumber)
            .optional(5, "statistics", StatisticsCodec.STRUCT, DataPageHeader::statistics);

    public ParquetEncoding encoding() {
      return ParquetEncoding.forNumber(encodingNumber);
    }

    public ParquetEncoding definitionLevelEncoding() {
      return ParquetEncoding.forNumber(definitionLevelEncodingNumber);
    }

    public ParquetEncoding repetitionLevelEncoding() {
      return ParquetEncoding.forNumber(repetitionLevelEncodingNumber);
    }
  }

  public record IndexPageHeader() {
    static final StructCodec<IndexPageHeader> CODEC =
        StructCodec.of("IndexPageHeader", f -> new IndexPageHeader());
  }

  /**
   * Header of a dictionary page.
   *
   * @param numValues entries in the dictionary
   * @param isSorted whether the entries ascend; null if absent
   */
  public record DictionaryPageHeader(int numValues, int encodingNumber, Boolean isSorted) {
    static final StructCodec<DictionaryPageHeader> CODEC =
        StructCodec.of(
                "DictionaryPageHeader", f -> new DictionaryPageHeader(f.get(1), f.get(2), f.get(3)))
            .required(1, "num_values", I32, DictionaryPageHeader::numValues)
            .required(2, "encoding", I32, DictionaryPageHeader::encodingNumber)
            .optional(3, "is_sorted", BOOL, DictionaryPageHeader::isSorted);

    public ParquetEncoding encoding() {
      return ParquetEncoding.forNumber(encodingNumber);
    }
  }

  /**
   * Header of a version 2 data page, whose levels precede its values, uncompressed.
   *
   * @param numValues values in the page, nulls included
   * @param isCompressed whether the values are compressed; null if absent, which means they are
   */
  public record DataPageHeaderV2(
      int numValues,
      int numNulls,
      int numRows,
      int encodingNumber,
      int definitionLevelsByteLength,
      int repetitionLevelsByteLength,
      Boolean isCompressed,
      ParquetStatistics statistics) {
    static final StructCodec<DataPageHeaderV2> CODEC =
        StructCodec.of(
                "DataPageHeaderV2",
                f ->
                    new DataPageHeaderV2(
                        f.get(1), f.get(2), f.get(3), f.get(4), f.get(5), f.get(6), f.get(7),
                        f.get(8)))
            .required(1, "num_values", I32, DataPageHeaderV2::numValues)
            .required(2, "num_nulls", I32, DataPageHeaderV2::numNulls)
            .required(3, "num_rows", I32, DataPageHeaderV2::numRows)
            .required(4, "encoding", I32, DataPageHeaderV2::encodingNumber)
            .required(
                5,
                "definition_levels_byte_length",
                I32,
                DataPageHeaderV2::definitionLevelsByteLength)
            .required(
                6,
                "repetition_levels_byte_length",
                I32,
                DataPageHeaderV2::repetitionLevelsByteLength)
            .optional(7, "is_compressed", BOOL, DataPageHeaderV2::isCompressed)
            .optional(8, "statistics", StatisticsCodec.STRUCT, DataPageHeaderV2::statistics);

    public ParquetEncoding encoding() {
      return ParquetEncoding.forNumber(encodingNumber);
    }

    /** Whether the values are compressed, as the codec of the column chunk says. */
    public boolean areValuesCompressed() {
      return isCompressed == null || isCompressed;
    }
  }
}
