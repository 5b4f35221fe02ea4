// SPDX-License-Identifier: Apache-2.0
/**
 * Variant values as JSON text, and JSON text as Variant values.
 *
 * <p>In: a {@code VariantCursor}, or UTF-8 JSON. Out: UTF-8 JSON in a string or a stream, or calls
 * of a {@code VariantBuilder}. Open {@link io.arrowparquet.variant.json.VariantJsonWriter} and
 * {@link io.arrowparquet.variant.json.VariantJsonReader} first: they have the tables of types, and
 * the reader an example of both directions. One value at a time; the kernels convert columns.
 * Implements variant-arrow/FORMAT.md, section 5.
 */
@NullMarked
package io.arrowparquet.variant.json;

import org.jspecify.annotations.NullMarked;
