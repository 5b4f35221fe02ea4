// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.page;

/** A decompressed dictionary page: PLAIN values. */
public final class DictionaryPage {
  private final byte[] bytes;
  private final int numValues;

  DictionaryPage(byte[] bytes, int numValues) {
    this.bytes = bytes;
    this.numValues = numValues;
  }

  /** The values and nothing else; the receiver may keep the array, and must not change it. */
  public byte[] bytes() {
    return bytes;
  }

  /** Entries it claims to hold, not negative. */
  public int numValues() {
    return numValues;
  }
}
