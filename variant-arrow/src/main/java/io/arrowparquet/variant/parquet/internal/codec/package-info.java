// SPDX-License-Identifier: Apache-2.0
/**
 * Compressed pages to plain bytes, one class for each codec.
 *
 * <p>In: the bytes of a page and the size it must have. Out: its content. Open {@link
 * io.arrowparquet.variant.parquet.internal.codec.PageDecompressor} first. Implements the codecs of
 * the Parquet format (Compression.md).
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.parquet.internal.codec;
