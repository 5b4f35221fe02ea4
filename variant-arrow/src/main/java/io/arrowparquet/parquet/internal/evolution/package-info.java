// SPDX-License-Identifier: Apache-2.0
/**
 * Schema evolution: how a file of one schema is read into another one.
 *
 * <p>In: the reader's schema or the common one of several files, a file's schema, the rules, a
 * filter over the reader's columns. Out: for each field of the reader where it is in the file and
 * how its values are converted, adapters that move the vectors, and the file's filter. Open {@link
 * io.arrowparquet.parquet.internal.evolution.FilePlan} first, then {@link
 * io.arrowparquet.parquet.internal.evolution.EvolutionPlan}.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.parquet.internal.evolution;
