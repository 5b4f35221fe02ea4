// SPDX-License-Identifier: Apache-2.0
/**
 * Predicates bound to columns: which rows of a batch, and which row groups and pages, may match.
 *
 * <p>In: vectors of a batch; bounds and null counts from chunk statistics and column indexes, what
 * Bloom filters and dictionaries say of single values. Out: a {@link
 * io.arrowparquet.variant.parquet.internal.predicate.TruthSet} for each row, and the vectors of the
 * rows selected; or, from statistics alone, the set of truth values that rows of a range can have.
 * Open {@link io.arrowparquet.variant.parquet.internal.predicate.BoundPredicate} first, and {@link
 * io.arrowparquet.variant.parquet.internal.predicate.TrustedStatistics} for what statistics prove.
 * Implements the column orders of the Parquet format.
 *
 * <p>Internal: may change at any time. Every class here is for one thread at a time unless it says
 * otherwise.
 */
package io.arrowparquet.variant.parquet.internal.predicate;
