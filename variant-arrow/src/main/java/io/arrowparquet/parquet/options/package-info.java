// SPDX-License-Identifier: Apache-2.0
/**
 * Options of reading and writing: columns, Variant paths, filters, shredding.
 *
 * <p>In: names, paths and literals. Out: immutable values that threads may share. Open {@link
 * io.arrowparquet.parquet.options.ParquetReadOptions} and {@link
 * io.arrowparquet.parquet.options.RowFilter} first.
 */
@NullMarked
package io.arrowparquet.parquet.options;

import org.jspecify.annotations.NullMarked;
