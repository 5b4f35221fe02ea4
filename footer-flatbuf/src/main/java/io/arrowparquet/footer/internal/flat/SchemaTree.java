// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import io.arrowparquet.footer.CorruptFooterException;
import java.util.Arrays;

/**
 * The arrays of the name index, made from a schema's elements handed in depth first. Says what a
 * schema may be: one tree, no deeper than {@link #MAX_DEPTH}, whose paths are not very much longer
 * than its bytes.
 *
 * <p>For each element: {@link #parentHash}, carry the hash on over the element's name, {@link
 * #add}. Then {@link #finish}. Allocates in proportion to the elements that were handed in; the
 * element count declared beforehand must be one that the bytes have room for. For one thread.
 */
public final class SchemaTree {
  /** Groups that a column may be in, itself included: bounds recursion and walks to the root. */
  public static final int MAX_DEPTH = 256;

  /** Of all paths to the schema's bytes: names of groups repeat, and may be shared. */
  private static final int MAX_EXPANSION = 64;

  /** Paths may have this many bytes in any case: they take no time, and a few may be very long. */
  private static final long LEAST_LIMIT = 1 << 26;

  private static final int ROOT = 0;

  private final int[] parents;
  private final int[] pathHashes;
  private final int[] missingChildren;
  private final int[] leaves;
  private final long[] fieldIds;
  private int elementCount;
  private int leafCount;
  private int fieldIdCount;
  private int parent;
  private int parentDepth;

  /** By depth: bytes of the path of {@link #parent} and of the groups that it is in. */
  private final long[] groupPaths;

  private final long sourceBytes;
  private long pathBytes;

  public SchemaTree(int declaredElements, long sourceBytes) {
    this.sourceBytes = sourceBytes;
    parents = new int[declaredElements];
    pathHashes = new int[declaredElements];
    missingChildren = new int[declaredElements];
    leaves = new int[declaredElements];
    fieldIds = new long[declaredElements];
    groupPaths = new long[Math.min(declaredElements, MAX_DEPTH) + 1];
  }

  /** To be carried on over the next element's name: that of its parent's path and a dot. */
  public int parentHash() {
    return parent == ROOT ? PathHash.EMPTY : PathHash.extend(pathHashes[parent], '.');
  }

  /**
   * Adds the next element.
   *
   * @param childCount as declared, 0 where it is absent
   * @param pathHash ignored for the root
   * @param nameLength in bytes
   */
  public void add(int childCount, boolean hasType, int pathHash, int nameLength) {
    int element = elementCount++;
    if (childCount < 0 || childCount > parents.length - elementCount) {
      throw corrupt(
          "num_children of schema element " + element,
          childCount,
          "0 to " + (parents.length - elementCount));
    }
    if (element != ROOT) {
      if (missingChildren[parent] == 0) {
        throw corrupt("schema elements", parents.length, element + ", as num_children tell");
      }
      missingChildren[parent]--;
      requireDepth(parentDepth + 1);
    }
    parents[element] = parent;
    pathHashes[element] = pathHash;
    missingChildren[element] = childCount;
    if (element != ROOT && childCount == 0 && hasType) {
      leaves[leafCount++] = element;
    }
    descendOrReturn(element, childCount, countPath(element, nameLength));
  }

  private long countPath(int element, int nameLength) {
    // The names of the root's children are their paths.
    long path = parent == ROOT ? nameLength : groupPaths[parentDepth] + 1 + nameLength;
    pathBytes += path;
    requirePaths(element, pathBytes, sourceBytes);
    return path;
  }

  private void descendOrReturn(int element, int childCount, long path) {
    if (childCount > 0 && element != ROOT) {
      parent = element;
      groupPaths[++parentDepth] = path;
    }
    while (parent != ROOT && missingChildren[parent] == 0) {
      parent = parents[parent];
      parentDepth--;
    }
  }

  public static void requirePaths(int element, long pathBytes, long sourceBytes) {
    long most = LEAST_LIMIT + MAX_EXPANSION * sourceBytes;
    if (pathBytes > most) {
      throw corrupt(
          "length of all paths up to schema element " + element,
          pathBytes,
          "at most " + most + " bytes for a schema of this size");
    }
  }

  public static void requireDepth(int depth) {
    if (depth > MAX_DEPTH) {
      throw corrupt("depth of the schema", depth, "at most " + MAX_DEPTH);
    }
  }

  public void fieldId(int id) {
    fieldIds[fieldIdCount++] = (long) id << Integer.SIZE | (elementCount - 1);
  }

  public void finish() {
    if (elementCount == 0 || missingChildren[parent] != 0) {
      throw corrupt(
          "schema elements",
          elementCount,
          "at least " + (elementCount == 0 ? 1 : elementCount + missingChildren[parent]));
    }
    Arrays.sort(fieldIds, 0, fieldIdCount);
  }

  public int leafCount() {
    return leafCount;
  }

  public int leafElement(int column) {
    return leaves[column];
  }

  /** Parent of a schema element; the root is its own. */
  public int parent(int element) {
    return parents[element];
  }

  /** Whether every element but the root is a leaf below the root. */
  public boolean isFlat() {
    return leafCount == elementCount - 1;
  }

  public int[] parents() {
    return Arrays.copyOf(parents, elementCount);
  }

  public int[] leaves() {
    return Arrays.copyOf(leaves, leafCount);
  }

  public int[] leafHashes() {
    int[] hashes = new int[leafCount];
    for (int column = 0; column < leafCount; column++) {
      hashes[column] = pathHashes[leaves[column]];
    }
    return hashes;
  }

  public int fieldIdCount() {
    return fieldIdCount;
  }

  public int sortedFieldId(int place) {
    return (int) (fieldIds[place] >> Integer.SIZE);
  }

  public int fieldIdElement(int place) {
    return (int) fieldIds[place];
  }

  private static CorruptFooterException corrupt(String what, long found, String expected) {
    return new CorruptFooterException(what, Long.toString(found), expected);
  }
}
