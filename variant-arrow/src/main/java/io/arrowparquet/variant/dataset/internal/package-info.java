// SPDX-License-Identifier: Apache-2.0
/**
 * Vectors of one file turned into those of the common schema, value by value.
 *
 * <p>In: a vector as the file has it. Out: one of the wanted type. Open {@link
 * io.arrowparquet.variant.dataset.internal.ConvertedValues} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.dataset.internal;
