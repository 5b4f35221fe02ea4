// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet files to Arrow vectors and back: plain columns and Variant columns, shredded or not.
 *
 * <p>In: a file and its footer, from {@code FooterReader}. Out: batches of rows, as an Arrow {@code
 * ArrowReader}; a Variant column is a {@link io.arrowparquet.variant.vector.ParquetVariantVector}.
 * Open {@link io.arrowparquet.parquet.ParquetArrowReader} first; {@link
 * io.arrowparquet.parquet.ParquetArrowWriter} writes files. {@link
 * io.arrowparquet.parquet.StatisticsVectors} gives what is known of row groups as vectors.
 * Implements variant-arrow/FORMAT.md, sections 1 and 2, as far as they concern files.
 */
@NullMarked
package io.arrowparquet.parquet;

import org.jspecify.annotations.NullMarked;
