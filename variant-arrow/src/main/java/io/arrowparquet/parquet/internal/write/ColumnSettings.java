// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder;
import io.arrowparquet.parquet.options.PageCuts;

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
