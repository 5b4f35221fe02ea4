// SPDX-License-Identifier: Apache-2.0
/**
 * Variant columns row by row: where the kernels get values from and how they write encoded ones.
 *
 * <p>In: a {@link io.arrowparquet.variant.vector.VariantVector}. Out: a cursor at each row's value;
 * the row and path of an error; a new Variant column. Open {@link
 * io.arrowparquet.variant.kernels.internal.rows.RowSource} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.kernels.internal.rows;
