// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

/**
 * Heap memory of dictionary decoders, which all columns of a reader use in turn: what is in it is
 * lost when the next column decodes. Made when it is first asked for. One thread at a time.
 */
public final class DictionaryWindow {
  /** Indexes decoded per step; the arrays stay in the first-level cache. */
  static final int LENGTH = FixedValues.WINDOW;

  private int[] ids;
  private long[] entries;

  /** Indexes of a step. */
  int[] ids() {
    if (ids == null) {
      ids = new int[LENGTH];
    }
    return ids;
  }

  /** Entries of a step; in use while the indexes are. */
  long[] entries() {
    if (entries == null) {
      entries = new long[LENGTH];
    }
    return entries;
  }
}
