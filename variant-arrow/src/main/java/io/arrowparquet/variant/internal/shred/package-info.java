// SPDX-License-Identifier: Apache-2.0
/**
 * The rows of shredded columns, put together.
 *
 * <p>In: the vectors of a shredded column. Out: encoded values, or JSON text. Open {@link
 * io.arrowparquet.variant.internal.shred.LevelReader} first: one for each level of the shredded
 * schema, it merges {@code value} and {@code typed_value}. Implements variant-arrow/FORMAT.md,
 * section 2.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.internal.shred;
