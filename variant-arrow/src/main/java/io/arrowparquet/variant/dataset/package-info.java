// SPDX-License-Identifier: Apache-2.0
/**
 * Many Parquet files as one table, and behind Arrow's Dataset API.
 *
 * <p>In: files and directories. Out: batches of one schema, for all files or a row group at a time.
 * Start at {@link io.arrowparquet.variant.dataset.ParquetDatasetFactory} where a program uses
 * Arrow's Dataset API (the one class here that needs {@code arrow-dataset}, of whose native library
 * it uses nothing), else at {@link io.arrowparquet.variant.dataset.ParquetFileSet}.
 */
package io.arrowparquet.variant.dataset;
