// SPDX-License-Identifier: Apache-2.0
/**
 * Commands on rows of files, and rows as text.
 *
 * <p>In: Parquet files. Out: rows in several formats, new files. Open {@link
 * io.arrowparquet.cli.rows.ScanCommand} first.
 */
package io.arrowparquet.cli.rows;
