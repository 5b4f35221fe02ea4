// SPDX-License-Identifier: Apache-2.0
/**
 * Variant columns as Arrow vectors: the extension type, the vector, and readers of its rows.
 *
 * <p>In: a Struct of {@code metadata}, {@code value} and {@code typed_value}, children found by
 * name, built in memory or read from IPC. Out: {@link
 * io.arrowparquet.variant.vector.ParquetVariantVector}, the class to open first. {@link
 * io.arrowparquet.variant.vector.ArrowTypeText} writes and reads types as text. Implements
 * variant-arrow/FORMAT.md, section 1.
 */
@NullMarked
package io.arrowparquet.variant.vector;

import org.jspecify.annotations.NullMarked;
