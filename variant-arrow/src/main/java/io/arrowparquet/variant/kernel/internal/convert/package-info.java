// SPDX-License-Identifier: Apache-2.0
/**
 * Single values of one type to values of another, as SQL casts have them.
 *
 * <p>In: values of primitive types, and the type they are to become. Out: values of a type that the
 * vector of that type takes without loss. Open {@link
 * io.arrowparquet.variant.kernel.internal.convert.SqlCasts} first. The rules are in the Javadoc of
 * {@link io.arrowparquet.variant.kernel.ConversionMode}.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.kernel.internal.convert;
