// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes of footer bundles: varints and fixed numbers, read with a check and written into an array
 * that grows; and {@link io.arrowparquet.bundle.internal.RecentlyUsed}, which keeps what is read or
 * made of them.
 *
 * <p>In: a byte array and a range of it. Out: numbers and slices, from {@link
 * io.arrowparquet.bundle.internal.ByteCursor}, the class to open first.
 */
package io.arrowparquet.bundle.internal;
