// SPDX-License-Identifier: Apache-2.0
/**
 * A shredding schema from the values of a column.
 *
 * <p>In: {@link io.arrowparquet.variant.vector.ParquetVariantVector}s. Out: an {@link
 * io.arrowparquet.variant.kernel.infer.InferredShredding}: the schema, and what was seen at each
 * path. Open {@link io.arrowparquet.variant.kernel.infer.InferShredding} first. The schema is one
 * that variant-arrow/FORMAT.md, section 2, allows.
 */
package io.arrowparquet.variant.kernel.infer;
