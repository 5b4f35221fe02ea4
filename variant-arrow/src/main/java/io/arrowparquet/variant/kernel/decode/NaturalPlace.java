// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.value.VariantPath;

/**
 * Where a position is in the rows.
 *
 * @param path {@code $.items[*].price}
 * @param depth levels of containers around it
 */
record NaturalPlace(String path, int depth) {
  /** The rows themselves. */
  static final NaturalPlace ROOT = new NaturalPlace("$", 0);

  /** A field of the objects here. */
  NaturalPlace field(String name) {
    return new NaturalPlace(path + VariantPath.Step.field(name), depth + 1);
  }

  /** The elements of the arrays here. */
  NaturalPlace element() {
    return new NaturalPlace(path + "[*]", depth + 1);
  }

  /** Refuses a container here if there are as many levels around it as there may be. */
  void requireContainer(int maxDepth) {
    if (depth >= maxDepth) {
      throw new MalformedVariantException(
          "nesting",
          MalformedVariantException.UNKNOWN,
          "more than " + maxDepth + " levels",
          "at most " + maxDepth + " (VariantLimits.maxDepth)");
    }
  }
}
