// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet files as a data source of Spark.
 *
 * <p>In: paths and options of {@code spark.read().format("arrowparquet")}, in the driver; splits,
 * in tasks. Out: a schema, a plan, and columnar batches over Arrow vectors, which are not copied.
 * Open {@link io.arrowparquet.spark.ArrowParquetSource} first, then {@link
 * io.arrowparquet.spark.FileScan} and {@link io.arrowparquet.spark.SplitReader}; for writing {@link
 * io.arrowparquet.spark.FileWrite}, for footers and bundles {@link
 * io.arrowparquet.spark.FooterJobs}.
 */
@NullMarked
package io.arrowparquet.spark;

import org.jspecify.annotations.NullMarked;
