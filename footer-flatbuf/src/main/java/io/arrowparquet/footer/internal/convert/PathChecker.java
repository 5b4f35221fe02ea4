// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.convert;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import java.util.Arrays;

/**
 * Compares each chunk's {@code path_in_schema} with the schema, so that it need not be stored.
 *
 * <pre>
 *   path of one name, first met    18 length name     the name is compared with the schema's
 *   longer path, first met                            name by name
 *   met before                     the same bytes     all bytes are compared with those before
 * </pre>
 */
final class PathChecker {
  private static final int LIST_OF_ONE_BINARY = 1 << 4 | CompactType.BINARY;

  /** Null where the paths are given. */
  private final SchemaConverter schema;

  /** By leaf; null where the schema has them. */
  private final byte[][] paths;

  private final byte[] source;
  private final int end;

  /** For each leaf: where the list is that was the leaf's path, its length in the low half. */
  private final long[] known;

  PathChecker(CompactReader in, SchemaConverter schema) {
    this.source = in.array();
    this.end = in.end();
    this.schema = schema;
    this.paths = null;
    this.known = new long[schema.leafCount()];
  }

  /** As above, with the lists that the chunks of some leaves should have. */
  PathChecker(CompactReader in, byte[][] paths) {
    this.source = in.array();
    this.end = in.end();
    this.schema = null;
    this.paths = paths;
    this.known = new long[paths.length];
  }

  /** The position after the list at a position, if it is as the leaf's path was before; or -1. */
  int skipKnown(int start, int leaf) {
    int length = (int) known[leaf];
    return length > 0
            && length <= end - start
            && SliceCache.sameBytes(source, start, (int) (known[leaf] >>> Integer.SIZE), length)
        ? start + length
        : -1;
  }

  /** Whether the list at the reader's position is the leaf's path; the reader goes past it. */
  boolean readPath(CompactReader in, int leaf) {
    int start = in.position();
    if (paths != null) {
      return readGivenPath(in, start, leaf);
    }
    boolean same = isOneName(start, leaf);
    if (same) {
      in.position(start + 2 + schema.nameLength(leaf));
    } else {
      same = schema.readPath(in, leaf);
    }
    if (same) {
      known[leaf] = (long) start << Integer.SIZE | (in.position() - start);
    }
    return same;
  }

  private boolean readGivenPath(CompactReader in, int start, int leaf) {
    int length = paths[leaf].length;
    if (length > end - start
        || !Arrays.equals(source, start, start + length, paths[leaf], 0, length)) {
      in.skipElement(CompactType.LIST);
      return false;
    }
    in.position(start + length);
    known[leaf] = (long) start << Integer.SIZE | length;
    return true;
  }

  private boolean isOneName(int start, int leaf) {
    int length = schema.nameLength(leaf);
    return schema.depth(leaf) == 1
        && length <= Byte.MAX_VALUE
        && length + 2 <= end - start
        && source[start] == LIST_OF_ONE_BINARY
        && source[start + 1] == length
        && SliceCache.sameBytes(source, start + 2, schema.nameStart(leaf), length);
  }
}
