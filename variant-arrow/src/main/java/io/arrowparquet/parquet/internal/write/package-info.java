// SPDX-License-Identifier: Apache-2.0
/**
 * Arrow vectors to column chunks, column by column.
 *
 * <p>In: vectors and a plan made from their fields. Out: values with their repetition and
 * definition levels, in parquet-java's column writers, and their pages in a row group of a file.
 * Open {@code WritePlan} first. The only package of reading and writing that needs parquet-hadoop.
 * Implements variant-arrow/FORMAT.md, sections 1 and 2, for Variant columns.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.parquet.internal.write;
