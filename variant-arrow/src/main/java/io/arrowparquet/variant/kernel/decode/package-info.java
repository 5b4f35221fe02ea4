// SPDX-License-Identifier: Apache-2.0
/**
 * A Variant column to vectors of a type that the caller names, of the type that its values have, or
 * of JSON text; or the values at one path of it.
 *
 * <p>In: a {@link io.arrowparquet.variant.vector.ParquetVariantVector}. Out: vectors. Open {@link
 * io.arrowparquet.variant.kernel.decode.VariantDecode} first, then {@link
 * io.arrowparquet.variant.kernel.decode.VariantGet} and {@link
 * io.arrowparquet.variant.kernel.decode.NaturalType}. Implements sections 3 and 5 of
 * variant-arrow/FORMAT.md.
 */
@NullMarked
package io.arrowparquet.variant.kernel.decode;

import org.jspecify.annotations.NullMarked;
