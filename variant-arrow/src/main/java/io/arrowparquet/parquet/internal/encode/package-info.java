// SPDX-License-Identifier: Apache-2.0
/**
 * Levels and values to encoded sections of pages, with what a chunk's values are known by: bounds,
 * dictionary, Bloom filter. The way back is {@code parquet.internal.encoding}.
 *
 * <p>In: values in arrays, dense (nulls take no place), a run at a time. Out: sections, appended to
 * a {@link io.arrowparquet.parquet.internal.encode.ByteOutput}. Open {@link
 * io.arrowparquet.parquet.internal.encode.ChunkEncoder} first. Implements the encodings of the
 * Parquet format (Encodings.md), and ALP.
 *
 * <p>Internal: may change at any time. Every class here is for one thread at a time.
 */
package io.arrowparquet.parquet.internal.encode;
