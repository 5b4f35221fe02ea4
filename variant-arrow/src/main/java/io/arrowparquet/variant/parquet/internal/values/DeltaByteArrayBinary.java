// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

import io.arrowparquet.variant.CorruptPageException;
import java.util.Arrays;

/**
 * DELTA_BYTE_ARRAY: each value is a prefix of the one before it and a suffix of its own.
 *
 * <pre>  | prefix lengths, deltas | suffix lengths, deltas | suffixes without a gap |  </pre>
 */
public final class DeltaByteArrayBinary implements BinaryValues {
  private static final int MAX_WINDOW_BYTES = Integer.MAX_VALUE - 16;

  private final DeltaInts prefixes = new DeltaInts();
  private final DeltaInts suffixes = new DeltaInts();
  private int[] prefixLengths = new int[0];
  private byte[] page = new byte[0];
  private int position;
  private int end;

  /** Values put together by the last call, the last of them the next one's prefix. */
  private byte[] values = new byte[1024];

  private int previousStart;
  private int previousLength;

  /** Whether a page goes on with the last value of the page before, as old writers have it. */
  private final boolean continues;

  /** Of pages that stand each for itself, unless {@code continues}. */
  public DeltaByteArrayBinary(boolean continues) {
    this.continues = continues;
  }

  @Override
  public void wrap(byte[] section, int start, int endExclusive, int count) {
    this.page = section;
    this.end = endExclusive;
    int suffixLengths = prefixes.wrap(section, start, endExclusive, count);
    this.position = suffixes.wrap(section, suffixLengths, endExclusive, count);
    if (!continues) {
      this.previousStart = 0;
      this.previousLength = 0;
    }
  }

  @Override
  public void locate(int count, int[] starts, int[] lengths) {
    if (count > prefixLengths.length) {
      prefixLengths = new int[count];
    }
    prefixes.readInts(prefixLengths, 0, count);
    suffixes.readInts(lengths, 0, count);
    System.arraycopy(values, previousStart, values, 0, previousLength);
    previousStart = 0;
    int written = previousLength;
    for (int i = 0; i < count; i++) {
      int prefix = prefixLengths[i];
      int suffix = lengths[i];
      check(prefix, suffix);
      ensure((long) written + prefix + suffix);
      System.arraycopy(values, previousStart, values, written, prefix);
      System.arraycopy(page, position, values, written + prefix, suffix);
      position += suffix;
      starts[i] = written;
      lengths[i] = prefix + suffix;
      previousStart = written;
      previousLength = prefix + suffix;
      written += previousLength;
    }
  }

  private void check(int prefix, int suffix) {
    if (prefix < 0 || prefix > previousLength) {
      throw new CorruptPageException(
          "length of a prefix",
          Integer.toString(prefix),
          "0 to " + previousLength + ", the length of the value before");
    }
    if (suffix < 0 || suffix > end - position) {
      throw new CorruptPageException(
          "length of a suffix",
          Integer.toString(suffix),
          "0 to " + (end - position) + ", the bytes that follow");
    }
  }

  private void ensure(long length) {
    if (length > MAX_WINDOW_BYTES) {
      throw new CorruptPageException(
          "DELTA_BYTE_ARRAY values", length + " bytes", "at most " + MAX_WINDOW_BYTES);
    }
    if (length > values.length) {
      values =
          Arrays.copyOf(
              values, (int) Math.min(MAX_WINDOW_BYTES, Math.max(length, 2L * values.length)));
    }
  }

  @Override
  public byte[] bytes() {
    return values;
  }
}
