// SPDX-License-Identifier: Apache-2.0
/**
 * Predicates bound to columns, the sets of values that they ask for, and their truth for the rows
 * of a batch.
 *
 * <p>In: a predicate, the columns of a file, vectors of a batch. Out: a {@link
 * io.arrowparquet.parquet.internal.filter.TruthSet} for each row, and the vectors of the rows
 * selected. Open {@link io.arrowparquet.parquet.internal.filter.BoundPredicate} first.
 *
 * <p>Internal: may change at any time. Every class here is for one thread at a time unless it says
 * otherwise.
 */
package io.arrowparquet.parquet.internal.filter;
