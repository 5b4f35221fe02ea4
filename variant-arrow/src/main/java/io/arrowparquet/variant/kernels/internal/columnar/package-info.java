// SPDX-License-Identifier: Apache-2.0
/**
 * Shredded columns decoded by column, not row by row.
 *
 * <p>In: the vectors of one shredding level, and a selection of positions. Out: calls of the vector
 * builders of {@code internal.build}. Open {@link
 * io.arrowparquet.variant.kernels.internal.columnar.ShreddedDecoder} first. Implements
 * variant-arrow/FORMAT.md, section 2.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.kernels.internal.columnar;
