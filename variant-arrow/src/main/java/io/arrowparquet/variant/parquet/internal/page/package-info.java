// SPDX-License-Identifier: Apache-2.0
/**
 * Column chunks to decompressed pages.
 *
 * <p>In: the fetched bytes of a column chunk. Out: {@link
 * io.arrowparquet.variant.parquet.internal.page.DataPage}s, one after another, and the dictionary
 * page before them. Open {@link io.arrowparquet.variant.parquet.internal.page.PageReader} first: it
 * reads headers, checks sizes and CRCs, and decompresses. Implements the page layouts of the
 * Parquet format.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.parquet.internal.page;
