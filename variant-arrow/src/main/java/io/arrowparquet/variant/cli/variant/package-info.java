// SPDX-License-Identifier: Apache-2.0
/**
 * The commands {@code variant cat}, {@code get}, {@code schema}, {@code shred} and {@code unshred}.
 *
 * <p>In: a Parquet file and the name of a Variant column. Out: a line for each row, a type, or a
 * new file. Open {@link io.arrowparquet.variant.cli.variant.VariantCommand} first.
 */
package io.arrowparquet.variant.cli.variant;
