// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet;

import java.util.List;
import java.util.Set;

/**
 * What to read of a file, and how. Immutable; each {@code with} method gives a changed copy.
 *
 * @param columns dotted paths of the columns to read: of one column, or of a group for all columns
 *     below it; null for all columns. Vectors keep the file's order
 * @param rowGroups numbers of the row groups to read, in this order; null for all
 * @param batchSize most rows of a batch, at least 1; a batch never spans row groups
 * @param variantColumns dotted paths of groups that are Variants although the file does not say so
 * @param checkCrc whether the CRC of a page is checked where the page has one
 * @param maxPageBytes most bytes of a decompressed page; a page that claims more is corrupt
 */
public record ParquetReadOptions(
    List<String> columns,
    List<Integer> rowGroups,
    int batchSize,
    Set<String> variantColumns,
    boolean checkCrc,
    int maxPageBytes) {

  /** Rows of a batch unless told otherwise. */
  public static final int DEFAULT_BATCH_SIZE = 16 * 1024;

  /** Limit of a page unless told otherwise: what an array can hold. */
  public static final int DEFAULT_MAX_PAGE_BYTES = Integer.MAX_VALUE - 16;

  /** Everything, with default sizes and all checks. */
  public static final ParquetReadOptions ALL =
      new ParquetReadOptions(
          null, null, DEFAULT_BATCH_SIZE, Set.of(), true, DEFAULT_MAX_PAGE_BYTES);

  /** Checks the numbers and copies the collections. */
  public ParquetReadOptions {
    if (batchSize < 1) {
      throw new IllegalArgumentException("batch size " + batchSize + ": at least 1");
    }
    if (maxPageBytes < 1) {
      throw new IllegalArgumentException("page limit " + maxPageBytes + ": at least 1");
    }
    columns = columns == null ? null : List.copyOf(columns);
    rowGroups = rowGroups == null ? null : List.copyOf(rowGroups);
    variantColumns = Set.copyOf(variantColumns);
  }

  /** Reads these columns only; null for all. */
  public ParquetReadOptions withColumns(List<String> paths) {
    return new ParquetReadOptions(
        paths, rowGroups, batchSize, variantColumns, checkCrc, maxPageBytes);
  }

  /** Reads these row groups only; null for all. */
  public ParquetReadOptions withRowGroups(List<Integer> numbers) {
    return new ParquetReadOptions(
        columns, numbers, batchSize, variantColumns, checkCrc, maxPageBytes);
  }

  /** Gives batches of at most this many rows. */
  public ParquetReadOptions withBatchSize(int rows) {
    return new ParquetReadOptions(columns, rowGroups, rows, variantColumns, checkCrc, maxPageBytes);
  }

  /** Takes these groups for Variants even without the annotation. */
  public ParquetReadOptions withVariantColumns(Set<String> paths) {
    return new ParquetReadOptions(columns, rowGroups, batchSize, paths, checkCrc, maxPageBytes);
  }

  /** Checks CRCs, or not. */
  public ParquetReadOptions withCheckCrc(boolean check) {
    return new ParquetReadOptions(
        columns, rowGroups, batchSize, variantColumns, check, maxPageBytes);
  }

  /** Refuses pages that claim more bytes than this, decompressed. */
  public ParquetReadOptions withMaxPageBytes(int bytes) {
    return new ParquetReadOptions(columns, rowGroups, batchSize, variantColumns, checkCrc, bytes);
  }
}
