// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

/**
 * Arrays that all columns of a reader use in turn, made when first asked for: nothing in them
 * outlives a call. One thread at a time.
 */
public final class Scratch {
  public static final int WINDOW = 4096;

  private byte[] levels;
  private long[] present;
  private byte[] slots;
  private int[] values;
  private int[] lengths;
  private int[] positions;
  private int[] ids;
  private long[] entries;

  /** Levels of a window, with room for the word that begins with the last one. */
  public byte[] levels() {
    if (levels == null) {
      levels = new byte[WINDOW + Long.BYTES];
    }
    return levels;
  }

  /** A bit for each slot of a window; in use while {@link #slots} are. */
  public long[] present() {
    if (present == null) {
      present = new long[WINDOW / Long.SIZE];
    }
    return present;
  }

  /** As {@link #levels}, of those that are selected; in use while all of them are. */
  public byte[] slots() {
    if (slots == null) {
      slots = new byte[WINDOW + Long.BYTES];
    }
    return slots;
  }

  /** Values of a window; in use while levels and slots are. */
  public int[] values() {
    if (values == null) {
      values = new int[WINDOW];
    }
    return values;
  }

  /** Where selected values are among those of a window; in use while all others are. */
  public int[] positions() {
    if (positions == null) {
      positions = new int[FixedValues.WINDOW];
    }
    return positions;
  }

  /** How long the values of a window are; in use while levels and slots are. */
  public int[] lengths() {
    if (lengths == null) {
      lengths = new int[WINDOW];
    }
    return lengths;
  }

  /** Dictionary indexes decoded per step: they stay in the first-level cache. */
  int[] ids() {
    if (ids == null) {
      ids = new int[FixedValues.WINDOW];
    }
    return ids;
  }

  /** Dictionary entries of a step, in use while the indexes are; or indexes, four to a word. */
  long[] entries() {
    if (entries == null) {
      entries = new long[FixedValues.WINDOW];
    }
    return entries;
  }
}
