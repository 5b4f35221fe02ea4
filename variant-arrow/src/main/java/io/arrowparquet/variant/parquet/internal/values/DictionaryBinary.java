// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

import io.arrowparquet.variant.CorruptPageException;

/** Dictionary-encoded byte arrays: indexes into the values of a PLAIN dictionary page. */
public final class DictionaryBinary implements BinaryValues {
  private static final int LEAST_BYTES = Integer.BYTES;

  private final DictionaryIds ids = new DictionaryIds();
  private byte[] bytes = new byte[0];
  private int[] dictionaryStarts = new int[0];
  private int[] dictionaryLengths = new int[0];

  /**
   * Uses the {@code count} values in {@code [start, endExclusive)} from now on; the array is kept
   * and must not change.
   */
  public void setDictionary(byte[] dictionary, int start, int endExclusive, int count) {
    if (count < 0 || (long) count * LEAST_BYTES > endExclusive - start) {
      throw new CorruptPageException(
          "entries of the dictionary",
          Integer.toString(count),
          "0 to " + (endExclusive - start) / LEAST_BYTES + ", what the bytes can hold");
    }
    this.bytes = dictionary;
    this.dictionaryStarts = new int[count];
    this.dictionaryLengths = new int[count];
    PlainBinary plain = new PlainBinary();
    plain.wrap(dictionary, start, endExclusive, count);
    plain.locate(count, dictionaryStarts, dictionaryLengths);
  }

  @Override
  public void wrap(byte[] section, int start, int endExclusive, int count) {
    ids.wrap(section, start, endExclusive, dictionaryStarts.length);
  }

  @Override
  public void locate(int count, int[] starts, int[] lengths) {
    for (int done = 0; done < count; ) {
      int step = Math.min(DictionaryIds.WINDOW, count - done);
      int[] index = ids.read(step);
      for (int i = 0; i < step; i++) {
        starts[done + i] = dictionaryStarts[index[i]];
        lengths[done + i] = dictionaryLengths[index[i]];
      }
      done += step;
    }
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }
}
