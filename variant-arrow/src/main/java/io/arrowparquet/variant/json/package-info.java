// SPDX-License-Identifier: Apache-2.0
/**
 * Variant values as JSON text, and JSON text as Variant values.
 *
 * <p>In: a {@code VariantCursor}, or UTF-8 JSON. Out: UTF-8 JSON in a reusable buffer, or calls of
 * a {@code VariantBuilder}. Open {@link io.arrowparquet.variant.json.VariantJsonWriter} and {@link
 * io.arrowparquet.variant.json.VariantJsonReader} first: they define which JSON each type maps to,
 * and the reader shows the way there and back. {@link
 * io.arrowparquet.variant.json.JsonTextGenerator} writes the same text of values that are not
 * encoded. One value at a time; whole columns are the kernels' work.
 */
package io.arrowparquet.variant.json;
