// SPDX-License-Identifier: Apache-2.0
/**
 * Encoded Variants written into growing memory, for the kernels and the readers of shredded rows.
 *
 * <p>In: values and encoded parts of others. Out: the bytes of Variant values. Open {@link
 * io.arrowparquet.variant.encoding.internal.ValueWriter} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.encoding.internal;
