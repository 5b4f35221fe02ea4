// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.footer.internal.wire.Magic;
import java.nio.charset.StandardCharsets;

public final class BundleFormat {
  static final int MAGIC = Magic.BUNDLE;
  static final int VERSION = 2;
  static final int HEADER_BYTES = 8;
  static final int ROWS_PER_BLOCK = 4096;

  /** Where there are fewer row groups, a block has several columns, for about as many rows. */
  static final int LEAST_ROWS = 512;

  static final int FILES_PER_PAGE = 512;

  /** Rows that a reader takes in a block: twice as many as writers write. */
  static final int MAX_ROWS = 2 * ROWS_PER_BLOCK;

  static final int ENTRIES_PER_PAGE = 256;
  static final int CRC_BYTES = 4;

  private BundleFormat() {}

  /** Compares paths as a directory has them: by UTF-8 bytes, unsigned. */
  public static int comparePaths(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        // Surrogates are parts of characters beyond U+FFFF, which UTF-8 puts after all others.
        boolean aboveA = Character.isSurrogate(a);
        boolean aboveB = Character.isSurrogate(b);
        return aboveA == aboveB ? Character.compare(a, b) : aboveA ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Columns that share a block: one, unless there are few row groups. */
  static int columnsPerBlock(int rows, int columns) {
    return rows >= LEAST_ROWS || rows == 0 ? 1 : Math.max(1, Math.min(columns, LEAST_ROWS / rows));
  }

  static int pages(long count, int size) {
    return Math.toIntExact((count + size - 1) / size);
  }
}
