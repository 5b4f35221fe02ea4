// SPDX-License-Identifier: Apache-2.0
/**
 * Encoded sections of a page to levels and values.
 *
 * <p>In: a section of a decompressed page, as addresses. Out: levels and dictionary indexes in int
 * arrays; values at addresses of Arrow memory, dense (nulls take no place). Counts and lengths are
 * bounded by the bytes present before anything is allocated or read. A call decodes a window of
 * values, not one value. Open {@link io.arrowparquet.variant.parquet.internal.values.FixedValues}
 * and {@link io.arrowparquet.variant.parquet.internal.values.HybridDecoder} first. Implements the
 * encodings of the Parquet format (Encodings.md).
 *
 * <p>Internal: may change at any time. Every class here is for one thread at a time and throws
 * {@link io.arrowparquet.variant.CorruptPageException}, without a place, for bad bytes.
 */
package io.arrowparquet.variant.parquet.internal.values;
