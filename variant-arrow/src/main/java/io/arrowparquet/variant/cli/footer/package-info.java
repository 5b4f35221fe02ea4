// SPDX-License-Identifier: Apache-2.0
/**
 * The commands {@code footer attach}, {@code strip}, {@code inspect} and {@code verify}.
 *
 * <p>In: Parquet files. Out: files with or without a FlatBuffers footer; a footer as text, JSON or
 * an HTML page. Open {@link io.arrowparquet.variant.cli.footer.FooterCommand} first.
 */
package io.arrowparquet.variant.cli.footer;
