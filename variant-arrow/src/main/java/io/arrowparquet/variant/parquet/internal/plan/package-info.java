// SPDX-License-Identifier: Apache-2.0
/**
 * What a scan reads: columns, row groups and pages, from the footer, the page indexes, Bloom
 * filters and dictionaries.
 *
 * <p>In: a footer and options. Out: a {@link
 * io.arrowparquet.variant.parquet.internal.plan.RowGroupPlan} for each row group that has rows to
 * read, and the pages that it names. Open {@link
 * io.arrowparquet.variant.parquet.internal.plan.ScanPlanner} first. Implements the page indexes of
 * the Parquet format (PageIndex.md).
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.parquet.internal.plan;
