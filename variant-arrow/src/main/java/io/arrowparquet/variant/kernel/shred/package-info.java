// SPDX-License-Identifier: Apache-2.0
/**
 * Variant columns split by a shredding schema, put together again, and that schema from the values
 * of a column.
 *
 * <p>In and out: {@link io.arrowparquet.variant.vector.ParquetVariantVector}s. Open {@link
 * io.arrowparquet.variant.kernel.shred.VariantShred} and {@link
 * io.arrowparquet.variant.kernel.shred.VariantUnshred} first, then {@link
 * io.arrowparquet.variant.kernel.shred.InferredShredding}. Implements section 2 of
 * variant-arrow/FORMAT.md.
 */
@NullMarked
package io.arrowparquet.variant.kernel.shred;

import org.jspecify.annotations.NullMarked;
