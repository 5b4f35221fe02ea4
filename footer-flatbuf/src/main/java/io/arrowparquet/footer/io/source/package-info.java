// SPDX-License-Identifier: Apache-2.0
/**
 * Adapters: one class for each kind of storage, as a {@link io.arrowparquet.footer.ByteSource}.
 * None knows of footers.
 *
 * <p>In: a URI, a client or a file of another library. Out: bytes. Open {@link
 * io.arrowparquet.footer.io.source.HttpByteSource} first; {@code ByteSources} and {@code
 * UriSources} in the package above choose between them.
 */
package io.arrowparquet.footer.io.source;
