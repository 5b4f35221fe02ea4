// SPDX-License-Identifier: Apache-2.0
/**
 * A Variant column to vectors of the type that its values have.
 *
 * <p>In: a {@link io.arrowparquet.variant.vector.ParquetVariantVector}. Out: vectors, with a union
 * where values differ. Open {@link io.arrowparquet.variant.kernel.natural.NaturalType} first.
 * Implements section 3 of variant-arrow/FORMAT.md.
 */
package io.arrowparquet.variant.kernel.natural;
