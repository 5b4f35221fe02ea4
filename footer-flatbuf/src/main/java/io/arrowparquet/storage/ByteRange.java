// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Bytes of a source.
 *
 * <p>Immutable.
 *
 * @param offset of the first one, not negative
 * @param length how many, not negative
 */
public record ByteRange(long offset, int length) {
  /**
   * A range.
   *
   * @throws IllegalArgumentException if a number is negative
   */
  public ByteRange {
    if (offset < 0 || length < 0) {
      throw new IllegalArgumentException(length + " bytes at offset " + offset);
    }
  }

  /** The first byte after the range. */
  public long end() {
    return offset + length;
  }

  /**
   * A buffer for each range, for implementations of {@link ByteSource#readRanges}.
   *
   * @throws IllegalArgumentException if {@code memory} gives a buffer of another size
   */
  public static List<ByteBuffer> allocate(List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    List<ByteBuffer> targets = new ArrayList<>(ranges.size());
    for (ByteRange range : ranges) {
      ByteBuffer target = memory.apply(range.length());
      if (target.remaining() != range.length()) {
        throw new IllegalArgumentException(
            "a buffer of " + target.remaining() + " bytes for a range of " + range.length());
      }
      targets.add(target);
    }
    return targets;
  }
}
