// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.encoding;

import java.util.Arrays;

/**
 * The containers that are open in a {@link VariantBuilder}, and the children each has so far. The
 * children of a container stand after those of the one around it, so that ending it frees them.
 */
final class ContainerStack {
  /** In place of a field id: an object waits for the next field, or the container is an array. */
  static final int NO_FIELD = -1;

  private int depth;

  /** By level. */
  private int[] containers = new int[8];

  private boolean[] objects = new boolean[8];
  private int[] firstChildren = new int[8];
  private long[] dataLengths = new long[8];
  private int[] fields = new int[8];

  /** By child. */
  int[] ids = new int[64];

  int[] offsets = new int[64];
  private int children;

  void clear() {
    depth = 0;
    children = 0;
  }

  int depth() {
    return depth;
  }

  boolean inObject() {
    return depth > 0 && objects[depth - 1];
  }

  boolean inArray() {
    return depth > 0 && !objects[depth - 1];
  }

  /** The field that the next value belongs to. */
  int field() {
    return fields[depth - 1];
  }

  void field(int id) {
    fields[depth - 1] = id;
  }

  int container() {
    return containers[depth - 1];
  }

  int firstChild() {
    return firstChildren[depth - 1];
  }

  int endOfChildren() {
    return children;
  }

  /** Length of all children of the innermost container. */
  long dataLength() {
    return dataLengths[depth - 1];
  }

  void push(int container, boolean object) {
    if (depth == containers.length) {
      int more = 2 * depth;
      containers = Arrays.copyOf(containers, more);
      objects = Arrays.copyOf(objects, more);
      firstChildren = Arrays.copyOf(firstChildren, more);
      dataLengths = Arrays.copyOf(dataLengths, more);
      fields = Arrays.copyOf(fields, more);
    }
    containers[depth] = container;
    objects[depth] = object;
    firstChildren[depth] = children;
    dataLengths[depth] = 0;
    fields[depth] = NO_FIELD;
    depth++;
  }

  /** Frees the innermost container and its children. */
  void pop() {
    depth--;
    children = firstChildren[depth];
  }

  /** Adds a finished child of so many bytes to the innermost container. */
  void add(long length) {
    if (children == ids.length) {
      ids = Arrays.copyOf(ids, 2 * children);
      offsets = Arrays.copyOf(offsets, 2 * children);
    }
    int level = depth - 1;
    ids[children] = fields[level];
    offsets[children] = (int) dataLengths[level];
    children++;
    dataLengths[level] += length;
    fields[level] = NO_FIELD;
  }
}
