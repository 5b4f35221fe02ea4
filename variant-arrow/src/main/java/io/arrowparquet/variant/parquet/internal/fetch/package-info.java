// SPDX-License-Identifier: Apache-2.0
/**
 * Byte ranges of a file, adjacent ones in one request, large ones piece by piece.
 *
 * <p>In: a {@link io.arrowparquet.footer.ByteSource} and ranges. Out: their bytes. Open {@link
 * io.arrowparquet.variant.parquet.internal.fetch.ChunkFetcher} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.parquet.internal.fetch;
