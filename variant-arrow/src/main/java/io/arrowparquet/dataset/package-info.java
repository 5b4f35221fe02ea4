// SPDX-License-Identifier: Apache-2.0
/**
 * Many Parquet files as one table, with Arrow's Dataset API or without it.
 *
 * <p>In: files and directories. Out: batches of one schema, for all files or a row group at a time.
 * Open {@link io.arrowparquet.dataset.ParquetFileSet} first. {@link
 * io.arrowparquet.dataset.ParquetDatasetFactory} is the same for programs that use Arrow's Dataset
 * API; it needs the interfaces of {@code arrow-dataset} and nothing of its native library.
 */
@NullMarked
package io.arrowparquet.dataset;

import org.jspecify.annotations.NullMarked;
