// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.thrift.CompactReader;
import java.util.Arrays;

/**
 * The place of a value that mostly has the same bytes as in the struct before. Thrift values tell
 * where they end, so one that begins with all the bytes of another is that other: it is passed over
 * by comparing, not by parsing.
 */
final class RepeatedSlice {
  private final byte[] source;
  private int start;
  private int length;

  RepeatedSlice(byte[] source) {
    this.source = source;
  }

  /** Goes past the value of the reader's current field. */
  void read(CompactReader in) {
    int at = in.position();
    if (length > 0
        && length <= in.end() - at
        && Arrays.equals(source, at, at + length, source, start, start + length)) {
      in.position(at + length);
    } else {
      in.skip();
      length = in.position() - at;
    }
    start = at;
  }

  int start() {
    return start;
  }

  int length() {
    return length;
  }
}
