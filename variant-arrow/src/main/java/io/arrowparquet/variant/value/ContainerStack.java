// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import java.util.Arrays;

/**
 * The containers that are open in a {@link VariantBuilder}, and the children each has so far. The
 * children of a container are stored after those of its parent, so that ending it frees them.
 */
final class ContainerStack {
  /** In place of a field id: an object waits for the next field, or the container is an array. */
  static final int NO_FIELD = -1;

  private int depth;

  /** Of the innermost container; its parents are in the arrays, by level. */
  private boolean object;

  private int container;
  private int firstChild;
  private int field = NO_FIELD;
  private long dataLength;

  private boolean[] objects = new boolean[8];
  private int[] containers = new int[8];
  private int[] firstChildren = new int[8];
  private int[] fields = new int[8];
  private long[] dataLengths = new long[8];

  int[] ids = new int[64];

  int[] offsets = new int[64];
  private int children;

  void clear() {
    depth = 0;
    object = false;
    children = 0;
  }

  int depth() {
    return depth;
  }

  boolean inObject() {
    return object;
  }

  boolean inArray() {
    return depth > 0 && !object;
  }

  boolean needsField() {
    return object && field == NO_FIELD;
  }

  void field(int id) {
    field = id;
  }

  int container() {
    return container;
  }

  int firstChild() {
    return firstChild;
  }

  int endOfChildren() {
    return children;
  }

  long dataLength() {
    return dataLength;
  }

  void push(int newContainer, boolean newObject) {
    if (depth == containers.length) {
      int more = 2 * depth;
      objects = Arrays.copyOf(objects, more);
      containers = Arrays.copyOf(containers, more);
      firstChildren = Arrays.copyOf(firstChildren, more);
      fields = Arrays.copyOf(fields, more);
      dataLengths = Arrays.copyOf(dataLengths, more);
    }
    objects[depth] = object;
    containers[depth] = container;
    firstChildren[depth] = firstChild;
    fields[depth] = field;
    dataLengths[depth] = dataLength;
    depth++;
    object = newObject;
    container = newContainer;
    firstChild = children;
    field = NO_FIELD;
    dataLength = 0;
  }

  void pop() {
    children = firstChild;
    depth--;
    object = objects[depth];
    container = containers[depth];
    firstChild = firstChildren[depth];
    field = fields[depth];
    dataLength = dataLengths[depth];
  }

  void add(long length) {
    if (children == ids.length) {
      ids = Arrays.copyOf(ids, 2 * children);
      offsets = Arrays.copyOf(offsets, 2 * children);
    }
    ids[children] = field;
    offsets[children] = (int) dataLength;
    children++;
    dataLength += length;
    field = NO_FIELD;
  }
}
