// SPDX-License-Identifier: Apache-2.0
/**
 * What all packages of the Variant module share: type ids, exceptions, and the limits under which
 * untrusted values are read.
 *
 * <p>In and out: values only. Open {@link io.arrowparquet.variant.VariantTypeIds} and {@link
 * io.arrowparquet.variant.VariantLimits} first. Implements the type ids of variant-arrow/FORMAT.md,
 * section 1, and the limits of section 4. This package imports nothing of the module; every other
 * package may import it.
 */
@NullMarked
package io.arrowparquet.variant;

import org.jspecify.annotations.NullMarked;
