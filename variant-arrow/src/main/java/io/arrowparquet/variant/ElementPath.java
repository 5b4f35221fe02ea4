// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

/**
 * Paths of values in containers. What decodes a column knows the path of a position only with
 * {@code [*]} for each element, {@code $.items[*].price}; from the inside out, each container that
 * an exception passes then puts the element it was at.
 */
final class ElementPath {
  private static final String ANY = "[*]";

  private ElementPath() {}

  /** The path with the step into a container made exact; the path itself if it is elsewhere. */
  static String exact(String path, String containerPath, String step) {
    String any = containerPath + ANY;
    return path == null || !path.startsWith(any)
        ? path
        : containerPath + step + path.substring(any.length());
  }
}
