// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes of files on any storage: sources to read from, sinks to write to, factories that open them
 * by URI, and the exceptions that all packages share.
 *
 * <p>In and out: bytes and values. Open {@link io.arrowparquet.storage.ByteSource} and {@link
 * io.arrowparquet.storage.ByteSink} first. Knows nothing of footers; imports nothing of the module.
 */
@NullMarked
package io.arrowparquet.storage;

import org.jspecify.annotations.NullMarked;
