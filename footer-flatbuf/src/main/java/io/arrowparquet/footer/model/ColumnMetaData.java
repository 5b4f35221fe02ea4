// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one column chunk and where its pages are.
 *
 * @param typeNumber physical type
 * @param encodingNumbers encodings that occur
 * @param pathInSchema names from below the root down to the leaf; null if absent, as the schema
 *     says it too
 * @param codecNumber compression of the pages
 * @param numValues values, nulls included
 * @param totalUncompressedSize bytes of all pages once decompressed, page headers included
 * @param totalCompressedSize bytes of all pages in the file, page headers included
 * @param keyValueMetadata metadata of the writer; null if absent
 * @param dataPageOffset file offset of the first data page
 * @param indexPageOffset file offset of the root index page; null if absent
 * @param dictionaryPageOffset file offset of the dictionary page; null if absent
 * @param statistics statistics of the chunk; null if absent
 * @param encodingStats pages by type and encoding; null if absent
 * @param bloomFilterOffset file offset of the Bloom filter; null if absent
 * @param bloomFilterLength bytes of the Bloom filter, header included; null if absent
 * @param sizeStatistics sizes and level histograms; null if absent
 * @param geospatialStatistics statistics of geospatial values; null if absent
 */
public record ColumnMetaData(
    int typeNumber,
    List<Integer> encodingNumbers,
    @Nullable List<String> pathInSchema,
    int codecNumber,
    long numValues,
    long totalUncompressedSize,
    long totalCompressedSize,
    @Nullable List<KeyValue> keyValueMetadata,
    long dataPageOffset,
    @Nullable Long indexPageOffset,
    @Nullable Long dictionaryPageOffset,
    @Nullable ParquetStatistics statistics,
    @Nullable List<PageEncodingStats> encodingStats,
    @Nullable Long bloomFilterOffset,
    @Nullable Integer bloomFilterLength,
    @Nullable SizeStatistics sizeStatistics,
    @Nullable GeospatialStatistics geospatialStatistics) {
  /** Keeps unchangeable copies of the lists. */
  public ColumnMetaData {
    encodingNumbers = List.copyOf(encodingNumbers);
    pathInSchema = pathInSchema == null ? null : List.copyOf(pathInSchema);
    keyValueMetadata = keyValueMetadata == null ? null : List.copyOf(keyValueMetadata);
    encodingStats = encodingStats == null ? null : List.copyOf(encodingStats);
  }

  /** The constant for {@link #typeNumber}; null if it is not known. */
  public @Nullable PhysicalType type() {
    return PhysicalType.forNumber(typeNumber);
  }

  /** The constants for {@link #encodingNumbers}; those not known are left out. */
  public List<ParquetEncoding> encodings() {
    return ByNumber.known(encodingNumbers, ParquetEncoding::forNumber);
  }

  /** The constant for {@link #codecNumber}; null if it is not known. */
  public @Nullable ParquetCodec codec() {
    return ParquetCodec.forNumber(codecNumber);
  }

  /** The path as one text, its names joined by dots; null if it is absent. */
  public @Nullable String dottedPath() {
    return pathInSchema == null ? null : String.join(".", pathInSchema);
  }

  /**
   * How many pages of one type have one encoding.
   *
   * @param pageTypeNumber type of the pages
   * @param encodingNumber encoding of the pages
   * @param count how many there are
   */
  public record PageEncodingStats(int pageTypeNumber, int encodingNumber, int count) {
    /** The constant for {@link #pageTypeNumber}; null if it is not known. */
    public @Nullable PageType pageType() {
      return PageType.forNumber(pageTypeNumber);
    }

    /** The constant for {@link #encodingNumber}; null if it is not known. */
    public @Nullable ParquetEncoding encoding() {
      return ParquetEncoding.forNumber(encodingNumber);
    }
  }
}
