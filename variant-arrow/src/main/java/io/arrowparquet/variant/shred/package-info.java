// SPDX-License-Identifier: Apache-2.0
/**
 * The form of shredded Variant columns: which vector holds which position of a value.
 *
 * <p>In: an Arrow field or vector of the Variant type's storage. Out: its {@link
 * io.arrowparquet.variant.shred.ShreddedLayout}, the class to open first, which refuses any form
 * that the specification does not allow; and the types a {@code typed_value} can have, in {@link
 * io.arrowparquet.variant.shred.VariantPrimitive}. Implements variant-arrow/FORMAT.md, sections 1
 * and 2.
 */
package io.arrowparquet.variant.shred;
