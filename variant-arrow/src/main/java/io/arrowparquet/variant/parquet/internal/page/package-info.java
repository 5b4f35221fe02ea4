// SPDX-License-Identifier: Apache-2.0
/**
 * Column chunks to decompressed pages.
 *
 * <p>In: a {@link io.arrowparquet.footer.ByteSource} and the byte ranges of column chunks. Out:
 * {@link io.arrowparquet.variant.parquet.internal.page.DataPage}s, one after another, and the
 * dictionary page before them. Start at {@link
 * io.arrowparquet.variant.parquet.internal.fetch.ChunkFetcher}, which reads adjacent chunks at
 * once, and {@link io.arrowparquet.variant.parquet.internal.page.PageReader}, which reads headers,
 * checks sizes and CRCs and decompresses. Implements the page layouts and codecs of the Parquet
 * format.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.parquet.internal.page;
