// SPDX-License-Identifier: Apache-2.0
/**
 * What proves that rows cannot match: chunk statistics, page indexes, Bloom filters, dictionaries.
 *
 * <p>In: a bound predicate, a footer, and indexes fetched when they may help. Out: a {@link
 * io.arrowparquet.parquet.internal.prune.RowGroupPlan} for each row group that has rows to read.
 * Open {@link io.arrowparquet.parquet.internal.prune.ScanPlanner} first; what statistics prove is
 * said in {@link io.arrowparquet.footer.internal.statistics}. Implements page indexes
 * (PageIndex.md) and Bloom filters (BloomFilter.md) of the Parquet format.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.parquet.internal.prune;
