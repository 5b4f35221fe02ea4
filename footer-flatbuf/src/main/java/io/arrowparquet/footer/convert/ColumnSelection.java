// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.flat.PathHash;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;

/** The columns that a caller names by dotted paths; a group selects all columns below it. */
final class ColumnSelection {
  private final Set<String> paths;

  /** Of the paths, ascending: most elements of a wide schema are told apart by these. */
  private final int[] hashes;

  ColumnSelection(Collection<String> paths) {
    this.paths = Set.copyOf(paths);
    this.hashes = this.paths.stream().mapToInt(PathHash::of).sorted().toArray();
  }

  boolean mayHave(int pathHash) {
    return Arrays.binarySearch(hashes, pathHash) >= 0;
  }

  boolean has(String path) {
    return paths.contains(path);
  }
}
