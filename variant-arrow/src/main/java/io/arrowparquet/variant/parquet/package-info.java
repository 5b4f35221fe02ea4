// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet files to Arrow vectors and back: plain columns and Variant columns, shredded or not.
 *
 * <p>In: a file and its footer, from {@code FooterReader}. Out: batches of rows, as an Arrow {@code
 * ArrowReader}; a Variant column is a {@link io.arrowparquet.variant.vector.VariantVector}. Start
 * at {@link io.arrowparquet.variant.parquet.ParquetArrowReader}, which does not need parquet-java;
 * {@link io.arrowparquet.variant.parquet.ParquetArrowWriter} goes the other way and needs
 * parquet-hadoop. Implements variant-format.md, sections 1 and 2, as far as they define how a file
 * stores Variants.
 */
package io.arrowparquet.variant.parquet;
