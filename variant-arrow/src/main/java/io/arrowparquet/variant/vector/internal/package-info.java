// SPDX-License-Identifier: Apache-2.0
/**
 * How the rows of Variant vectors are read and put together; shared by the vectors and the kernels,
 * not meant for users.
 *
 * <p>In: the vectors of a shredded column. Out: encoded values, or JSON text. Open {@link
 * io.arrowparquet.variant.vector.internal.LevelReader} first: one per level of the shredded schema,
 * it merges {@code value} and {@code typed_value} and writes with {@link
 * io.arrowparquet.variant.vector.internal.ValueWriter}, or as text. Implements variant-format.md,
 * section 2. The rest is what that takes: growing memory, names as numbers, numbers of 128 bits.
 * Who owns memory at which time is written down in {@link
 * io.arrowparquet.variant.vector.internal.VectorMemory}, for the whole module.
 */
package io.arrowparquet.variant.vector.internal;
