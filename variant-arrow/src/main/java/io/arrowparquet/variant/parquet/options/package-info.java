// SPDX-License-Identifier: Apache-2.0
/**
 * What is read and how it is written: options, projections and predicates.
 *
 * <p>Immutable values; threads may share them. Open {@link
 * io.arrowparquet.variant.parquet.options.ParquetReadOptions} and {@link
 * io.arrowparquet.variant.parquet.options.Predicate} first.
 */
package io.arrowparquet.variant.parquet.options;
