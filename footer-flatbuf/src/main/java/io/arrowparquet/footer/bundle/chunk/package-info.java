// SPDX-License-Identifier: Apache-2.0
/**
 * What a bundle knows of one column chunk, and of all chunks of a column in a block: in go the rows
 * of {@link io.arrowparquet.footer.bundle.chunk.ChunkFacts}, out comes their {@link
 * io.arrowparquet.footer.bundle.chunk.ChunkSummary}.
 */
package io.arrowparquet.footer.bundle.chunk;
