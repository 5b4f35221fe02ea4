// SPDX-License-Identifier: Apache-2.0
/**
 * Variant columns row by row, and shredded columns decoded by column.
 *
 * <p>In: a {@link io.arrowparquet.variant.vector.ParquetVariantVector}, or the vectors of one
 * shredding level and a selection of positions. Out: a cursor at each row's value, or calls of the
 * vector builders. Open {@link io.arrowparquet.variant.kernel.internal.columnar.RowSource} and
 * {@link io.arrowparquet.variant.kernel.internal.columnar.ShreddedDecoder} first. Implements
 * variant-arrow/FORMAT.md, section 2.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.kernel.internal.columnar;
