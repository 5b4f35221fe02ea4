// SPDX-License-Identifier: Apache-2.0
/**
 * Files made of the column chunks of others: merged, with fewer columns, other names or another
 * codec. Values are not decoded.
 *
 * <p>In: {@link io.arrowparquet.storage.ByteSource}s of files with the same schema. Out: one file
 * in a {@link io.arrowparquet.storage.ByteSink}, whose footer and page indexes say where everything
 * is now. Open {@link io.arrowparquet.parquet.internal.rewrite.RewrittenFile} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.parquet.internal.rewrite;
