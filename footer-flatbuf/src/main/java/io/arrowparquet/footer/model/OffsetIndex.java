// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import java.util.List;

/**
 * Where the data pages of a column chunk are.
 *
 * @param pageLocations the pages by ascending offset
 * @param unencodedByteArrayDataBytes bytes of the BYTE_ARRAY values of each page; null if absent
 */
public record OffsetIndex(
    List<PageLocation> pageLocations, List<Long> unencodedByteArrayDataBytes) {
  /** Keeps unchangeable copies of the lists. */
  public OffsetIndex {
    pageLocations = List.copyOf(pageLocations);
    unencodedByteArrayDataBytes =
        unencodedByteArrayDataBytes == null ? null : List.copyOf(unencodedByteArrayDataBytes);
  }
}
