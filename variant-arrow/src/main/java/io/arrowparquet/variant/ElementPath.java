// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

import io.arrowparquet.storage.Place;

/**
 * Paths of values in containers. The decoder of a column knows the path of a position only with
 * {@code [*]} for each element, {@code $.items[*].price}; each container that an exception passes,
 * from the inside out, then adds the index of its element.
 */
final class ElementPath {
  private static final String ANY = "[*]";

  private ElementPath() {}

  /** The place with the step into a container made exact; the place itself if it is elsewhere. */
  static Place exact(Place place, String containerPath, String step) {
    String path = place.path();
    String any = containerPath + ANY;
    return path == null || !path.startsWith(any)
        ? place
        : place.withPath(containerPath + step + path.substring(any.length()));
  }
}
