// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.nio.ByteBuffer;

/**
 * The end of a source.
 *
 * <p>Immutable.
 *
 * @param length of the whole source in bytes
 * @param bytes the last ones, from the buffer's position to its limit
 */
public record SourceTail(long length, ByteBuffer bytes) {}
