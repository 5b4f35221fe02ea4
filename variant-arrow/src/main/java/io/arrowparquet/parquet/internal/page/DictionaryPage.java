// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import io.arrowparquet.footer.model.ParquetEncoding;

/**
 * A decompressed dictionary page: PLAIN values. In memory as long as the reader of its column chunk
 * is open.
 */
public final class DictionaryPage {
  private final long start;
  private final int size;
  private final int numValues;

  DictionaryPage(long start, int size, int numValues) {
    this.start = start;
    this.size = size;
    this.numValues = numValues;
  }

  /** The same values as those of a data page without levels. */
  public DataPage asDataPage() {
    return DataPage.v2(numValues, start, size, ParquetEncoding.PLAIN, 0, 0);
  }

  /** Address of the values; nothing else is there. */
  public long start() {
    return start;
  }

  /** Address where they end; {@link DataPage#SLACK} bytes behind it may be read. */
  public long end() {
    return start + size;
  }

  /** Bytes of the values. */
  public int size() {
    return size;
  }

  /** Entries it claims to hold, not negative. */
  public int numValues() {
    return numValues;
  }
}
