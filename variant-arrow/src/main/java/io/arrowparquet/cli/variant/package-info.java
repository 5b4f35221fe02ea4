// SPDX-License-Identifier: Apache-2.0
/**
 * Commands on one Variant column.
 *
 * <p>In: a Parquet file and a column's name. Out: its values, their types, a file in which it is
 * shredded otherwise. Open {@link io.arrowparquet.cli.variant.VariantCommand} first.
 */
package io.arrowparquet.cli.variant;
