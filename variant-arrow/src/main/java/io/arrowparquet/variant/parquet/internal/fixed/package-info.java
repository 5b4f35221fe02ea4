// SPDX-License-Identifier: Apache-2.0
/**
 * Values of a fixed width, converted to the width and unit of their vector.
 *
 * <p>In: the physical type of a column and the values of a page, as {@link
 * io.arrowparquet.variant.parquet.internal.values} decodes them. Out: values of the vector: narrow
 * integers, decimals of 16 bytes, timestamps from INT96. Open {@link
 * io.arrowparquet.variant.parquet.internal.fixed.FixedEncodings} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.parquet.internal.fixed;
