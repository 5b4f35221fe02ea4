// SPDX-License-Identifier: Apache-2.0
/**
 * Commands on the footer of each file.
 *
 * <p>In: Parquet files. Out: files with another footer; text, JSON and pages of a footer. Open
 * {@link io.arrowparquet.cli.footer.FooterInspectCommand} first.
 */
package io.arrowparquet.cli.footer;
