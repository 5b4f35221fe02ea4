// SPDX-License-Identifier: Apache-2.0
/**
 * Variant values as JSON text.
 *
 * <p>In: a {@code VariantCursor}. Out: UTF-8 JSON in a reusable buffer. Open {@link
 * io.arrowparquet.variant.json.VariantJsonWriter} first: it says which JSON stands for which type.
 * One value at a time; whole columns are the kernels' work.
 */
package io.arrowparquet.variant.json;
