// SPDX-License-Identifier: Apache-2.0
/**
 * What the adapters share, and local files: threads and pools for blocking reads, versions of a
 * source, mappings, temporary files and replacement by rename.
 *
 * <p>In: a path, a channel or a client. Out: bytes, or a file replaced as a whole. Open {@link
 * io.arrowparquet.storage.internal.PathByteSource} and {@link
 * io.arrowparquet.storage.internal.FileReplacement} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.storage.internal;
