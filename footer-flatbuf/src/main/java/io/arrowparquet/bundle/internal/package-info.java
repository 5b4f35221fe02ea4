// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes of footer bundles. {@link io.arrowparquet.bundle.internal.ByteCursor} reads varints and
 * fixed numbers with a check. Rows of a bundle's tables are Arrow record batches, compressed with
 * Zstandard, without Arrow's libraries: a block is two IPC messages, which any implementation of
 * Arrow can read.
 *
 * <p>In: values of fields, or the bytes of a block. Out: a block, or its rows. Open {@link
 * io.arrowparquet.bundle.internal.BlockWriter} first, then {@link
 * io.arrowparquet.bundle.internal.BlockRows}.
 */
package io.arrowparquet.bundle.internal;
