// SPDX-License-Identifier: Apache-2.0
/**
 * Commands on footer bundles.
 *
 * <p>In: Parquet files and bundles. Out: bundles, what they hold, tables of it. Open {@link
 * io.arrowparquet.cli.bundle.BundleCommand} first.
 */
package io.arrowparquet.cli.bundle;
