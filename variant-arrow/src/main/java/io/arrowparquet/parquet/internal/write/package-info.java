// SPDX-License-Identifier: Apache-2.0
/**
 * Arrow vectors to column chunks, column by column.
 *
 * <p>In: vectors and a plan made from their fields. Out: runs of values with their repetition and
 * definition levels, pages made of them, row groups and the footer, in a sink. Open {@code
 * WritePlan} for the way from vectors to values, {@code ColumnChunkWriter} for that from values to
 * pages. Implements variant-arrow/FORMAT.md, sections 1 and 2, for Variant columns.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.parquet.internal.write;
