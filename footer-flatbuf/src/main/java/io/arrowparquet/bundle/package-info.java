// SPDX-License-Identifier: Apache-2.0
/**
 * Footer bundles in their table form: the footers of many files in one object (section 11.3 of
 * {@code FORMAT.md}).
 *
 * <p>In: Parquet files, or a bundle. Out: a bundle, or footers and facts of column chunks from it.
 * Open {@link io.arrowparquet.bundle.FooterBundle} first, then {@link
 * io.arrowparquet.bundle.BundleWriter}; {@link io.arrowparquet.bundle.BundleTasks} writes in many
 * processes.
 */
@NullMarked
package io.arrowparquet.bundle;

import org.jspecify.annotations.NullMarked;
