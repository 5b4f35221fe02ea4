// SPDX-License-Identifier: Apache-2.0
/**
 * Shredded columns decoded whole, without going from row to row.
 *
 * <p>In: the vectors of one shredding level, and the selected positions. Out: calls of the builders
 * of {@code internal.build}. Open {@link
 * io.arrowparquet.variant.kernels.internal.columnar.ShreddedDecoder} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.kernels.internal.columnar;
