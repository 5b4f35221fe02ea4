// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import java.util.List;

/**
 * Statistics of GEOMETRY and GEOGRAPHY columns.
 *
 * @param bbox bounds of all values; null if absent
 * @param geospatialTypes WKB type codes that occur; empty if not known; null if absent
 */
public record GeospatialStatistics(BoundingBox bbox, List<Integer> geospatialTypes) {
  /** Keeps unchangeable copies of the lists. */
  public GeospatialStatistics {
    geospatialTypes = geospatialTypes == null ? null : List.copyOf(geospatialTypes);
  }
}
