// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

/**
 * A timestamp as Variant stores it. Java's own classes do not tell micro- from nanoseconds and do
 * not reach as far as 64 bits of microseconds do.
 *
 * @param sinceEpoch micro- or nanoseconds since 1970-01-01T00:00
 * @param nanos whether {@code sinceEpoch} counts nanoseconds
 * @param utc whether it is an instant; otherwise wall-clock time without a zone
 */
public record TimestampValue(long sinceEpoch, boolean nanos, boolean utc) {}
