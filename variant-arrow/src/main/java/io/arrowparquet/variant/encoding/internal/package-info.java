// SPDX-License-Identifier: Apache-2.0
/**
 * Encoded Variants written into growing memory, for the kernels and the readers of shredded rows.
 *
 * <p>In: primitives, and parts of other encoded values. Out: the bytes of Variant values. Open
 * {@link io.arrowparquet.variant.encoding.internal.ValueWriter} first. Implements
 * variant-arrow/FORMAT.md, section 6.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.encoding.internal;
