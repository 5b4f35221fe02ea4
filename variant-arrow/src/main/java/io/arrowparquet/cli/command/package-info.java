// SPDX-License-Identifier: Apache-2.0
/**
 * One class for each command, and rows as lines of text.
 *
 * <p>In: Parquet files and bundles. Out: text, JSON, HTML, or new files. Open {@link
 * io.arrowparquet.cli.command.FooterInspectCommand} first.
 */
package io.arrowparquet.cli.command;
