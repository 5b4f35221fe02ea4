// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

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
    Double zmin,
    Double zmax,
    Double mmin,
    Double mmax) {}
