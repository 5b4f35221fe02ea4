// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder;
import io.arrowparquet.parquet.options.PageCuts;
import io.arrowparquet.storage.InvalidRequestException;
import java.util.List;

/**
 * @param ordinal its place among the columns
 * @param path its names in the schema; null in a second encoding
 * @param length bytes of FIXED_LEN_BYTE_ARRAY, 0 for other types
 * @param domain the order of its values
 */
record LeafColumn(
    int ordinal,
    List<String> path,
    PhysicalType type,
    int length,
    ColumnDomain domain,
    int maxRepetition,
    int maxDefinition,
    ColumnSettings settings) {

  String dotted() {
    return String.join(".", path);
  }

  /** The column in its second encoding, whose metadata is a part of the first one's. */
  LeafColumn ofSecond() {
    return new LeafColumn(
        ordinal, null, type, length, domain, maxRepetition, maxDefinition, settings.ofSecond());
  }

  /**
   * The column encrypted.
   *
   * @throws InvalidRequestException if it is to have a second encoding
   */
  LeafColumn ofSealed() {
    if (settings.second()) {
      throw new InvalidRequestException(
          dotted(), "a second encoding of an encrypted column", "no second encoding");
    }
    return new LeafColumn(
        ordinal, path, type, length, domain, maxRepetition, maxDefinition, settings.ofSealed());
  }

  /**
   * The options of a file, as they are for one column.
   *
   * @param cuts null if pages end by their size alone
   * @param statistics whether chunks and pages have any
   * @param second whether the column has a second encoding
   */
  record ColumnSettings(
      Compression compression,
      int pageBytes,
      int pageRows,
      PageCuts cuts,
      boolean dataPageV2,
      boolean checksums,
      boolean statistics,
      ChunkEncoder.Settings values,
      boolean second) {

    /** {@code level} is null for the codec's usual one. */
    record Compression(ParquetCodec codec, Integer level) {}

    /** Those of the second encoding: in ALP alone, not compressed. */
    ColumnSettings ofSecond() {
      return new ColumnSettings(
          new Compression(ParquetCodec.UNCOMPRESSED, null),
          pageBytes,
          pageRows,
          null,
          true,
          checksums,
          false,
          new ChunkEncoder.Settings(ParquetEncoding.ALP, 0, 0, false, null),
          false);
    }

    /** Those of an encrypted column: readers disagree which bytes of a page of version 2 are. */
    ColumnSettings ofSealed() {
      return new ColumnSettings(
          compression, pageBytes, pageRows, cuts, false, checksums, statistics, values, second);
    }
  }
}
