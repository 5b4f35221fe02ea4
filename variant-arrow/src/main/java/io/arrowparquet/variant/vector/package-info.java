// SPDX-License-Identifier: Apache-2.0
/**
 * Variant columns as Arrow vectors: the extension type, the vector, and the shape of its storage.
 *
 * <p>In: a Struct of {@code metadata}, {@code value} and {@code typed_value}, children found by
 * name, built in memory or read from IPC. Out: {@link
 * io.arrowparquet.variant.vector.VariantVector}, the class to open first, and {@link
 * io.arrowparquet.variant.shredding.ShreddedLayout}, which says which legal form the storage has
 * and refuses any other. {@link io.arrowparquet.variant.vector.ArrowTypeText} writes and reads
 * types as text. Implements variant-arrow/FORMAT.md, section 1, and the schemas of section 2; what
 * the shredded rows mean is the business of the kernels.
 */
package io.arrowparquet.variant.vector;
