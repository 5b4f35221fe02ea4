// SPDX-License-Identifier: Apache-2.0
/**
 * Column chunks to decompressed pages.
 *
 * <p>In: the fetched bytes of a column chunk. Out: {@link
 * io.arrowparquet.parquet.internal.page.Page}s, one after another, and the dictionary page before
 * them. Open {@link io.arrowparquet.parquet.internal.page.PageReader} first: it reads headers,
 * checks sizes and CRCs, and decompresses. A {@link
 * io.arrowparquet.parquet.internal.codec.PageCompressor} compresses. Implements the page layouts
 * and codecs of the Parquet format (Compression.md).
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.parquet.internal.page;
