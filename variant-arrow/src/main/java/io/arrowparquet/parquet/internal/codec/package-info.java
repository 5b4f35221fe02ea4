// SPDX-License-Identifier: Apache-2.0
/**
 * The compression codecs, both ways, from memory to memory.
 *
 * <p>In: the bytes of a page as they are in the file. Out: those that it was made of; and back.
 * Open {@link io.arrowparquet.parquet.internal.codec.PageDecompressor} first; a {@link
 * io.arrowparquet.parquet.internal.codec.PageCompressor} compresses. Implements the codecs of the
 * Parquet format (Compression.md).
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.parquet.internal.codec;
