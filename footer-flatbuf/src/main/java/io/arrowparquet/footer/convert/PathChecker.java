// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.thrift.CompactReader;
import java.util.Arrays;

/**
 * Compares each chunk's {@code path_in_schema} with the schema, so that it need not be stored. In
 * all row groups but the first this is a comparison with the bytes that the first one had there.
 */
final class PathChecker {
  private final SchemaConverter schema;
  private final byte[] source;

  /** For each leaf: where its path was found to be right, and its bytes; length 0 for not yet. */
  private final int[] starts;

  private final int[] lengths;

  PathChecker(byte[] source, SchemaConverter schema) {
    this.source = source;
    this.schema = schema;
    this.starts = new int[schema.leafCount()];
    this.lengths = new int[schema.leafCount()];
  }

  /** Whether the list at the reader's position is the leaf's path; the reader goes past it. */
  boolean readPath(CompactReader in, int leaf) {
    int start = in.position();
    int length = lengths[leaf];
    if (length > 0
        && length <= in.end() - start
        && Arrays.equals(
            source, start, start + length, source, starts[leaf], starts[leaf] + length)) {
      in.position(start + length);
      return true;
    }
    boolean same = schema.readPath(in, leaf);
    if (same) {
      starts[leaf] = start;
      lengths[leaf] = in.position() - start;
    }
    return same;
  }
}
