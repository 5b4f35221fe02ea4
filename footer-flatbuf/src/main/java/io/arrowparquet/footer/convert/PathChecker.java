// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.CompactType;

/**
 * Compares each chunk's {@code path_in_schema} with the schema, so that it need not be stored.
 *
 * <pre>
 *   path of one name      18 length name          compared with the name in the schema
 *   longer                                        in all row groups but the first compared with the
 *                                                 bytes that the first one had there
 * </pre>
 */
final class PathChecker {
  private static final int LIST_OF_ONE_BINARY = 1 << 4 | CompactType.BINARY;

  private final SchemaConverter schema;
  private final byte[] source;

  /**
   * For each leaf: bytes that its path is right with, which are its name, or the whole list where
   * the path is longer; length 0 for none.
   */
  private final int[] starts;

  private final int[] lengths;
  private final boolean[] isOneName;

  PathChecker(byte[] source, SchemaConverter schema) {
    this.source = source;
    this.schema = schema;
    this.starts = new int[schema.leafCount()];
    this.lengths = new int[schema.leafCount()];
    this.isOneName = new boolean[schema.leafCount()];
    for (int leaf = 0; leaf < starts.length; leaf++) {
      if (schema.depth(leaf) == 1) {
        isOneName[leaf] = true;
        starts[leaf] = schema.nameStart(leaf);
        lengths[leaf] = schema.nameLength(leaf);
      }
    }
  }

  /** Whether the list at the reader's position is the leaf's path; the reader goes past it. */
  boolean readPath(CompactReader in, int leaf) {
    int start = in.position();
    int length = lengths[leaf];
    // A name follows its list's header and its own length, of one byte here.
    int headers = isOneName[leaf] ? 2 : 0;
    int end = start + headers + length;
    if (length > 0
        && end <= in.end()
        && (headers == 0 || (source[start] == LIST_OF_ONE_BINARY && source[start + 1] == length))
        && SliceCache.sameBytes(source, end - length, starts[leaf], length)) {
      in.position(end);
      return true;
    }
    boolean same = schema.readPath(in, leaf);
    if (same && !isOneName[leaf]) {
      starts[leaf] = start;
      lengths[leaf] = in.position() - start;
    }
    return same;
  }
}
