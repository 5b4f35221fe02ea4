// SPDX-License-Identifier: Apache-2.0
/**
 * Schema evolution: how a file of one schema is read into another one.
 *
 * <p>In: the reader's schema, the file's schema and the rules. Out: {@link
 * io.arrowparquet.dataset.evolution.EvolutionPlan}, which says for each field of the reader where
 * it is in the file and what becomes of its values, or {@link
 * io.arrowparquet.dataset.evolution.IncompatibleSchemaException}. Open {@code EvolutionPlan} first.
 * All rules are here; values are converted by those that have them.
 */
package io.arrowparquet.dataset.evolution;
