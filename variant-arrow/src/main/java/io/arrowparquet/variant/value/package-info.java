// SPDX-License-Identifier: Apache-2.0
/**
 * The binary encoding of Variant, in Arrow memory: metadata dictionary and values, read and
 * written, and paths to a place inside them.
 *
 * <p>In: ranges of an {@code ArrowBuf} that hold metadata and value, calls that describe a value,
 * or a path as {@code $.items[3]['unit price']}. Out: primitives, names and positions; or bytes in
 * Arrow memory. Open {@link io.arrowparquet.variant.value.VariantCursor} first, then {@link
 * io.arrowparquet.variant.value.VariantBuilder} and {@link
 * io.arrowparquet.variant.value.VariantPath}. Implements variant-arrow/FORMAT.md, sections 4 and 6.
 * Independent of shredding, vectors and files.
 *
 * <p>Bytes are read through absolute addresses, each after a check of ours against the range that
 * was handed in: Arrow's checks can be switched off, and bytes from a file must not cause a read
 * outside the buffer then.
 */
@NullMarked
package io.arrowparquet.variant.value;

import org.jspecify.annotations.NullMarked;
