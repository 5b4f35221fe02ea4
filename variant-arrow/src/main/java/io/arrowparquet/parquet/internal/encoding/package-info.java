// SPDX-License-Identifier: Apache-2.0
/**
 * Encoded sections of a page to levels and values, and values converted to the width and unit of
 * their vector; levels and values to sections, with what a chunk's values are known by: bounds,
 * dictionary, Bloom filter.
 *
 * <p>In: a section of a decompressed page, as addresses. Out: levels and dictionary indexes in int
 * arrays; values at addresses of Arrow memory, dense (nulls take no place). Counts and lengths are
 * bounded by the bytes present before anything is allocated or read. A call decodes a window of
 * values, not one value. Open {@link io.arrowparquet.parquet.internal.encoding.FixedEncodings} and
 * {@link io.arrowparquet.parquet.internal.encoding.HybridDecoder} first.
 *
 * <p>Implements the encodings of the Parquet format (Encodings.md), and ALP.
 *
 * <p>Internal: may change at any time. Every class here is for one thread at a time and throws
 * {@link io.arrowparquet.parquet.options.CorruptPageException}, without a place, for bad bytes.
 */
package io.arrowparquet.parquet.internal.encoding;
