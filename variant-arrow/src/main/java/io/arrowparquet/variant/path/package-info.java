// SPDX-License-Identifier: Apache-2.0
/**
 * Paths to a place inside Variant values.
 *
 * <p>In: text as {@code $.items[3]['unit price']}, and cursors at values. Out: a cursor at the
 * place, where a value has it. Open {@link io.arrowparquet.variant.path.VariantPath} first. A
 * subset of JSONPath without wildcards, filters and negative indexes: a path leads to one place at
 * most.
 */
package io.arrowparquet.variant.path;
