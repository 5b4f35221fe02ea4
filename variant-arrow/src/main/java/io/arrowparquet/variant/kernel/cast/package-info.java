// SPDX-License-Identifier: Apache-2.0
/**
 * Any Arrow vector, or a column of JSON text, to a Variant column.
 *
 * <p>In: a vector. Out: a {@link io.arrowparquet.variant.vector.ParquetVariantVector}. Open {@link
 * io.arrowparquet.variant.kernel.cast.VariantCast} first: a {@code CastPlan} holds one {@code
 * ColumnWriter} for each vector below the column. Implements sections 1 and 5 of
 * variant-arrow/FORMAT.md.
 */
@NullMarked
package io.arrowparquet.variant.kernel.cast;

import org.jspecify.annotations.NullMarked;
