// SPDX-License-Identifier: Apache-2.0
/**
 * Commands on column chunks: their pages, dictionaries and indexes.
 *
 * <p>In: a Parquet file. Out: rows about it, in the formats of rows. Open {@link
 * io.arrowparquet.cli.chunks.ChunkCommand} first.
 */
package io.arrowparquet.cli.chunks;
