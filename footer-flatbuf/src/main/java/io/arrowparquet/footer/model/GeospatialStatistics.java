// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of GEOMETRY and GEOGRAPHY columns.
 *
 * @param bbox bounds of all values; null if absent
 * @param geospatialTypes WKB type codes that occur; empty if not known; null if absent
 */
public record GeospatialStatistics(
    @Nullable BoundingBox bbox, @Nullable List<Integer> geospatialTypes) {
  /** Keeps unchangeable copies of the lists. */
  public GeospatialStatistics {
    geospatialTypes = geospatialTypes == null ? null : List.copyOf(geospatialTypes);
  }

  /**
   * Bounds of GEOMETRY or GEOGRAPHY values, axis by axis.
   *
   * @param xmin least x
   * @param xmax greatest x; below {@code xmin} where longitudes wrap around
   * @param ymin least y
   * @param ymax greatest y
   * @param zmin least z; null if absent
   * @param zmax greatest z; null if absent
   * @param mmin least m; null if absent
   * @param mmax greatest m; null if absent
   */
  public record BoundingBox(
      double xmin,
      double xmax,
      double ymin,
      double ymax,
      @Nullable Double zmin,
      @Nullable Double zmax,
      @Nullable Double mmin,
      @Nullable Double mmax) {}
}
