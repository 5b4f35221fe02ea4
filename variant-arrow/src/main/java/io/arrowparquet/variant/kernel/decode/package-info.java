// SPDX-License-Identifier: Apache-2.0
/**
 * A Variant column to vectors of a type that the caller names, or the values at one path of it.
 *
 * <p>In: a {@link io.arrowparquet.variant.vector.ParquetVariantVector}. Out: vectors of the target
 * type. Open {@link io.arrowparquet.variant.kernel.decode.VariantDecode} first, then {@link
 * io.arrowparquet.variant.kernel.decode.VariantGet}. Implements section 3 of
 * variant-arrow/FORMAT.md.
 */
package io.arrowparquet.variant.kernel.decode;
