// SPDX-License-Identifier: Apache-2.0
/**
 * Rows and Variants as the command line prints them.
 *
 * <p>In: batches of rows, from {@link io.arrowparquet.cli.rows.VariantRowReader} for one Variant
 * column. Out: JSON lines, and errors that name the file and the row. Open {@link
 * io.arrowparquet.cli.rows.JsonLines} first.
 */
package io.arrowparquet.cli.rows;
