// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

/**
 * How many of the values at a path went into its {@code typed_value}.
 *
 * <p>Immutable.
 *
 * @param path {@code $.items[*].price}
 * @param values of all rows, at this path; a missing field is none, a Variant null is one
 * @param typed those of them in {@code typed_value}; the others stay as they were encoded, where
 *     filters find them, and skip nothing by them
 */
public record ShreddedShare(String path, long values, long typed) {}
