// SPDX-License-Identifier: Apache-2.0
/**
 * Predicates bound to columns: which rows of a batch, and which row groups and pages, may be true.
 *
 * <p>In: vectors of a batch; bounds and null counts from chunk statistics and column indexes. Out:
 * a {@link io.arrowparquet.variant.parquet.internal.predicate.TruthSet} per row, the rows selected
 * and the vectors without the others; or, before anything is read, the truths that rows of a range
 * can have at all. Start at {@link
 * io.arrowparquet.variant.parquet.internal.predicate.BoundPredicate}, and for what statistics prove
 * at {@link io.arrowparquet.variant.parquet.internal.predicate.TrustedStatistics}.
 *
 * <p>Internal: may change at any time. Every class here is for one thread at a time unless it says
 * otherwise.
 */
package io.arrowparquet.variant.parquet.internal.predicate;
