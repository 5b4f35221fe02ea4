// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

/**
 * Bounds of a page or a column chunk, in the column's order.
 *
 * @param min PLAIN bytes, without a length; null if there is no value with an order, no order, or
 *     none is wanted
 * @param max as {@code min}; also null where a bound is to be cut and none of its length is larger
 * @param minExact whether it is one of the values, and not only less
 * @param nanCount how many values are NaN; 0 where none can be or they are not counted
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ValueBounds(
    byte[] min, byte[] max, boolean minExact, boolean maxExact, long nanCount) {}
