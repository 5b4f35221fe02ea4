// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.crypto;

import java.util.Locale;

/** What is encrypted on its own, with the number that the format gives it. */
public enum ModuleType {
  FOOTER(0),
  COLUMN_META_DATA(1),
  DATA_PAGE(2),
  DICTIONARY_PAGE(3),
  DATA_PAGE_HEADER(4),
  DICTIONARY_PAGE_HEADER(5),
  COLUMN_INDEX(6),
  OFFSET_INDEX(7),
  BLOOM_FILTER_HEADER(8),
  BLOOM_FILTER_BITSET(9);

  private final byte number;

  ModuleType(int number) {
    this.number = (byte) number;
  }

  byte number() {
    return number;
  }

  /** The additional authenticated data has a page ordinal. */
  boolean hasPage() {
    return this == DATA_PAGE || this == DATA_PAGE_HEADER;
  }

  /** AES_GCM_CTR_V1 has these in counter mode, without a tag. */
  public boolean isPage() {
    return this == DATA_PAGE || this == DICTIONARY_PAGE;
  }

  /** The header of a page. */
  public ModuleType header() {
    return this == DICTIONARY_PAGE ? DICTIONARY_PAGE_HEADER : DATA_PAGE_HEADER;
  }

  /** For messages: {@code "encrypted data page header"}. */
  @Override
  public String toString() {
    return "encrypted " + name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
