// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

import io.arrowparquet.variant.CorruptPageException;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * BYTE_STREAM_SPLIT: the first bytes of all values, then all second bytes, and so on.
 *
 * <pre>  | v0[0] v1[0] v2[0] ... | v0[1] v1[1] v2[1] ... | ... width streams of equal length
 * </pre>
 */
public final class ByteStreamSplitFixed implements FixedValues {
  private final int width;
  private byte[] bytes = new byte[0];
  private int start;
  private int values;
  private int next;

  /** Of values of {@code width} bytes. */
  public ByteStreamSplitFixed(int width) {
    this.width = width;
  }

  @Override
  public void wrap(byte[] section, int sectionStart, int endExclusive, int count) {
    if ((endExclusive - sectionStart) % width != 0) {
      throw new CorruptPageException(
          "BYTE_STREAM_SPLIT values",
          (endExclusive - sectionStart) + " bytes",
          "a multiple of " + width);
    }
    this.bytes = section;
    this.start = sectionStart;
    this.values = (endExclusive - sectionStart) / width;
    this.next = 0;
  }

  @Override
  public void read(int count, long address) {
    if (count > values - next) {
      throw new CorruptPageException(
          "BYTE_STREAM_SPLIT values", (values - next) + " values", count + " more");
    }
    for (int stream = 0; stream < width; stream++) {
      int from = start + stream * values + next;
      long to = address + stream;
      for (int i = 0; i < count; i++, to += width) {
        MemoryUtil.putByte(to, bytes[from + i]);
      }
    }
    next += count;
  }
}
