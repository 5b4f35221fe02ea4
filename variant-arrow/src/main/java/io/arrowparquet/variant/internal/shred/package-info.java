// SPDX-License-Identifier: Apache-2.0
/**
 * Shredded Variant columns: which vector holds which position of a value, and rows put together.
 *
 * <p>In: a field or the vectors of the Variant type's storage. Out: its {@link
 * io.arrowparquet.variant.internal.shred.ShreddedLayout}, the class to open first, which refuses
 * any form that the specification does not allow; encoded values, or JSON text, by {@link
 * io.arrowparquet.variant.internal.shred.LevelReader}, one for each level, which merges {@code
 * value} and {@code typed_value}; the types a {@code typed_value} can have, in {@link
 * io.arrowparquet.variant.internal.shred.VariantPrimitive}. Implements variant-arrow/FORMAT.md,
 * sections 1 and 2.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.internal.shred;
