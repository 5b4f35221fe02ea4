// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs.IndexLocation;
import io.arrowparquet.footer.internal.generated.ParquetFbs.IndexLocations;

/**
 * Where one chunk's column index or offset index is. Filled anew by each call it is handed to. One
 * thread at a time.
 */
public final class IndexLocationView {
  private static final int HAS_OFFSET = 1;
  private static final int HAS_LENGTH = 2;

  private int has;
  private long offset;
  private int length;

  /** The location of nothing yet. */
  public IndexLocationView() {}

  IndexLocationView find(FooterBytes bytes, int table, int column, int columns) {
    has = 0;
    offset = 0;
    length = 0;
    if (table != 0) {
      int starts = bytes.child(table, IndexLocations.STARTS);
      if (starts != 0) {
        findBackToBack(bytes, table, starts, column, columns);
      } else {
        findStored(bytes, bytes.child(table, IndexLocations.LOCATIONS), column, columns);
      }
    }
    return this;
  }

  private void findBackToBack(FooterBytes bytes, int table, int starts, int column, int columns) {
    if (bytes.count(starts, Integer.BYTES) != columns + 1L) {
      throw bytes.corrupt("index starts", starts, columns, "one more than there are columns");
    }
    int at = starts + FooterBytes.REFERENCE + column * Integer.BYTES;
    long start = bytes.i32(at) & 0xFFFFFFFFL;
    long distance = (bytes.i32(at + Integer.BYTES) & 0xFFFFFFFFL) - start;
    if (distance < 0 || distance > Integer.MAX_VALUE) {
      throw bytes.corrupt("index length", at, distance, "0 to " + Integer.MAX_VALUE);
    }
    if (distance > 0) {
      int base = bytes.field(table, IndexLocations.BASE);
      has = HAS_OFFSET | HAS_LENGTH;
      offset = (base == 0 ? 0 : bytes.i64(base)) + start;
      length = (int) distance;
    }
  }

  private void findStored(FooterBytes bytes, int locations, int column, int columns) {
    if (bytes.count(locations, IndexLocation.BYTES) != columns) {
      throw bytes.corrupt("index locations", locations, columns, "as many as there are columns");
    }
    int at = bytes.element(locations, IndexLocation.BYTES, column);
    has = bytes.u8(at + IndexLocation.HAS);
    offset = bytes.i64(at + IndexLocation.OFFSET);
    length = bytes.i32(at + IndexLocation.LENGTH);
  }

  /** Whether the footer has the offset. */
  public boolean hasOffset() {
    return (has & HAS_OFFSET) != 0;
  }

  /** Whether the footer has the length. */
  public boolean hasLength() {
    return (has & HAS_LENGTH) != 0;
  }

  /** Whether there is an index to read: both are there. */
  public boolean isPresent() {
    return has == (HAS_OFFSET | HAS_LENGTH);
  }

  /** Offset in the file; 0 where it is absent. */
  public long offset() {
    return offset;
  }

  /** Bytes; 0 where it is absent. */
  public int length() {
    return length;
  }
}
