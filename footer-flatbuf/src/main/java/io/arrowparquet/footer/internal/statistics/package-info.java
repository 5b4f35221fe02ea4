// SPDX-License-Identifier: Apache-2.0
/**
 * Which statistics of column chunks and pages may be trusted, and what their bounds mean.
 *
 * <p>In: what a footer, or a row of a footer bundle, says of a chunk ({@link
 * io.arrowparquet.footer.internal.statistics.ChunkClaims}), and column indexes. Out: what is proven
 * of ranges of rows. Open {@link io.arrowparquet.footer.internal.statistics.TrustedStatistics}
 * first: it has all rules. Implements the column orders of the Parquet format.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.footer.internal.statistics;
