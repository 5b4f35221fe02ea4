// SPDX-License-Identifier: Apache-2.0
/**
 * The layout of shredded Variant columns: which vectors hold which position of a value.
 *
 * <p>In: an Arrow field or vector of the Variant type's storage. Out: its {@link
 * io.arrowparquet.variant.shredding.ShreddedLayout}, which refuses any form that the specification
 * does not allow, and the types a {@code typed_value} can have, in {@link
 * io.arrowparquet.variant.shredding.VariantPrimitive}. Implements section 2 of
 * variant-arrow/FORMAT.md.
 */
package io.arrowparquet.variant.shredding;
