// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import org.jspecify.annotations.Nullable;

/** What a page holds, and so which header it has. */
public enum PageType {
  DATA_PAGE(0),
  INDEX_PAGE(1),
  DICTIONARY_PAGE(2),
  DATA_PAGE_V2(3);

  private static final PageType[] BY_NUMBER = ByNumber.table(values(), PageType::number);

  private final int number;

  PageType(int number) {
    this.number = number;
  }

  /** The number in Thrift. */
  public int number() {
    return number;
  }

  /** The constant with this number; null if there is none today. */
  public static @Nullable PageType forNumber(int number) {
    return ByNumber.get(BY_NUMBER, number);
  }
}
