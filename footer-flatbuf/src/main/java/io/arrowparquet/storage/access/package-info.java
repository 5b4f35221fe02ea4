// SPDX-License-Identifier: Apache-2.0
/**
 * Sources and sinks by path, buffer, channel and URI.
 *
 * <p>In: what names a file. Out: a source or a sink of the adapter that the scheme asks for. Open
 * {@link io.arrowparquet.storage.access.ByteSources} and {@link
 * io.arrowparquet.storage.access.ByteSinks} first.
 */
@NullMarked
package io.arrowparquet.storage.access;

import org.jspecify.annotations.NullMarked;
