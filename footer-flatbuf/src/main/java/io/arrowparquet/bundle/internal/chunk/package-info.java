// SPDX-License-Identifier: Apache-2.0
/**
 * Column chunks as rows of a bundle's blocks. In: Thrift structs, which {@link
 * io.arrowparquet.bundle.internal.chunk.ChunkTransposer} takes apart, or rows, which {@link
 * io.arrowparquet.bundle.internal.chunk.ChunkRows} puts together. Out: the other of the two, and a
 * {@link io.arrowparquet.bundle.internal.chunk.ChunkSummary} of all chunks of a column in a block.
 */
package io.arrowparquet.bundle.internal.chunk;
