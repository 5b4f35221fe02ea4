// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.internal.encoding.BinaryValues.WideCopy;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.variant.internal.GrowableBuffer;
import java.util.Arrays;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * DELTA_BYTE_ARRAY: each value is a prefix of the one before it and a suffix of its own.
 *
 * <pre>  | prefix lengths, deltas | suffix lengths, deltas | suffixes without a gap |  </pre>
 */
public final class DeltaByteArrayBinary implements BinaryValues {
  /** Of one value, and of those of a call: prefixes can make them far longer than the page. */
  private static final int MAX_BYTES = Integer.MAX_VALUE - 16;

  private final DeltaInts prefixes = new DeltaInts();
  private final DeltaInts suffixes = new DeltaInts();
  private int[] prefixLengths = new int[0];
  private long position;
  private long end;
  private byte[] previous = new byte[0];
  private int previousLength;

  /** Whether a page goes on with the last value of the page before, as old writers have it. */
  private final boolean continues;

  public DeltaByteArrayBinary(boolean continues) {
    this.continues = continues;
  }

  @Override
  public void wrap(long start, long endExclusive, int count) {
    this.end = endExclusive;
    long suffixLengths = prefixes.wrap(start, endExclusive, count);
    this.position = suffixes.wrap(suffixLengths, endExclusive, count);
    if (!continues) {
      this.previousLength = 0;
    }
  }

  @Override
  public long append(int count, int[] lengths, GrowableBuffer data, long most) {
    long total = readLengths(count, lengths);
    if (total > most || count == 0) {
      return total;
    }
    long to = data.reserve(total + WideCopy.EXCESS);
    long from = position;
    long before = to;
    for (int i = 0; i < count; i++) {
      int prefix = prefixLengths[i];
      int suffix = lengths[i] - prefix;
      if (i == 0) {
        MemoryUtil.copyToMemory(previous, 0, to, prefix);
      } else {
        WideCopy.copy(before, to, prefix);
      }
      WideCopy.copy(from, to + prefix, suffix);
      from += suffix;
      before = to;
      to += lengths[i];
    }
    position = from;
    previousLength = lengths[count - 1];
    ensure(previousLength);
    MemoryUtil.copyFromMemory(before, previous, 0, previousLength);
    data.advance(total);
    return total;
  }

  @Override
  public void skip(int count, int[] lengths) {
    readLengths(count, lengths);
    for (int i = 0; i < count; i++) {
      int prefix = prefixLengths[i];
      int suffix = lengths[i] - prefix;
      ensure(lengths[i]);
      MemoryUtil.copyFromMemory(position, previous, prefix, suffix);
      position += suffix;
      previousLength = lengths[i];
    }
  }

  private long readLengths(int count, int[] lengths) {
    if (count > prefixLengths.length) {
      prefixLengths = new int[count];
    }
    prefixes.readInts(prefixLengths, 0, count);
    suffixes.readInts(lengths, 0, count);
    long left = end - position;
    int last = previousLength;
    long total = 0;
    for (int i = 0; i < count; i++) {
      int suffix = lengths[i];
      check(prefixLengths[i], suffix, last, left);
      left -= suffix;
      last = prefixLengths[i] + suffix;
      lengths[i] = last;
      total += last;
    }
    if (total > MAX_BYTES) {
      throw new CorruptPageException(
          "DELTA_BYTE_ARRAY values", total + " bytes", "at most " + MAX_BYTES);
    }
    return total;
  }

  private static void check(int prefix, int suffix, int last, long left) {
    if (prefix < 0 || prefix > last) {
      throw Page.outside("length of a prefix", prefix, last, "the length of the value before");
    }
    if (suffix < 0 || suffix > left) {
      throw Page.outside("length of a suffix", suffix, left, "the bytes that follow");
    }
    if (suffix > MAX_BYTES - prefix) {
      throw new CorruptPageException(
          "length of a value", prefix + " and " + suffix, "at most " + MAX_BYTES);
    }
  }

  private void ensure(int length) {
    if (length > previous.length) {
      int larger = (int) Math.min(MAX_BYTES, Math.max(length, 2L * previous.length));
      previous = Arrays.copyOf(previous, larger);
    }
  }
}
