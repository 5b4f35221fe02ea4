// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.SourceEntry;
import java.io.EOFException;

public final class SourceBounds {
  private SourceBounds() {}

  /**
   * Checks a range.
   *
   * @param length of the source; nothing but the position is checked if it is unknown
   */
  public static void require(String name, long length, long position, int count)
      throws EOFException {
    if (position < 0) {
      throw new EOFException(name + ": has no offset " + position);
    }
    if (length != SourceEntry.UNKNOWN && count > length - position) {
      throw new EOFException(
          name + ": has " + length + " bytes, not " + count + " from offset " + position);
    }
  }
}
