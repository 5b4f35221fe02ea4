// SPDX-License-Identifier: Apache-2.0
/**
 * Variant columns to JSON text and back.
 *
 * <p>In and out: text vectors and {@link io.arrowparquet.variant.vector.ParquetVariantVector}s.
 * Open {@link io.arrowparquet.variant.kernel.json.VariantToJson} and {@link
 * io.arrowparquet.variant.kernel.json.VariantFromJson} first. Implements section 5 of
 * variant-arrow/FORMAT.md.
 */
package io.arrowparquet.variant.kernel.json;
