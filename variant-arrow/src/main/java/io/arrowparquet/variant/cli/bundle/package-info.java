// SPDX-License-Identifier: Apache-2.0
/**
 * The commands {@code bundle create}, {@code append}, {@code sync}, {@code remove}, {@code
 * compact}, {@code inspect}, {@code verify} and {@code find}.
 *
 * <p>In: Parquet files, or a footer bundle. Out: a bundle, or text about one. Open {@link
 * io.arrowparquet.variant.cli.bundle.BundleCreateCommand} first.
 */
package io.arrowparquet.variant.cli.bundle;
