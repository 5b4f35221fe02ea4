// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flatbuf.internal;

import io.arrowparquet.footer.CorruptFooterException;
import java.util.Arrays;

/**
 * The arrays of the name index, made from a schema's elements handed in depth first.
 *
 * <p>For each element: {@link #parentHash}, carry the hash on over the element's name, {@link
 * #add}. Then {@link #finish}. Allocates in proportion to the elements that were handed in; the
 * element count declared beforehand must be one that the bytes have room for. For one thread.
 */
public final class SchemaTree {
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

  /** A tree of so many elements, none of them known yet. */
  public SchemaTree(int declaredElements) {
    parents = new int[declaredElements];
    pathHashes = new int[declaredElements];
    missingChildren = new int[declaredElements];
    leaves = new int[declaredElements];
    fieldIds = new long[declaredElements];
  }

  /**
   * What to carry on to get the path hash of the next element: the hash of its parent's path and a
   * dot, or of nothing below the root.
   */
  public int parentHash() {
    return parent == ROOT ? PathHash.EMPTY : PathHash.extend(pathHashes[parent], '.');
  }

  /**
   * Adds the next element.
   *
   * @param childCount as declared, 0 where it is absent
   * @param hasType whether it has a physical type, and so is a leaf if it has no children
   * @param pathHash hash of the element's dotted path; ignored for the root
   * @throws CorruptFooterException if the tree has no room for the element or for its children
   */
  public void add(int childCount, boolean hasType, int pathHash) {
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
    }
    parents[element] = parent;
    pathHashes[element] = pathHash;
    missingChildren[element] = childCount;
    if (element != ROOT && childCount == 0 && hasType) {
      leaves[leafCount++] = element;
    }
    descendOrReturn(element, childCount);
  }

  private void descendOrReturn(int element, int childCount) {
    if (childCount > 0) {
      parent = element;
    }
    while (parent != ROOT && missingChildren[parent] == 0) {
      parent = parents[parent];
    }
  }

  /** Records the field id of the element added last. */
  public void fieldId(int id) {
    fieldIds[fieldIdCount++] = sortable(id ^ Integer.MIN_VALUE, elementCount - 1);
  }

  /** Ends the schema and sorts the index. */
  public void finish() {
    if (elementCount == 0 || missingChildren[parent] != 0) {
      throw corrupt(
          "schema elements",
          elementCount,
          "at least " + (elementCount == 0 ? 1 : elementCount + missingChildren[parent]));
    }
    Arrays.sort(fieldIds, 0, fieldIdCount);
  }

  /** Number of leaves so far. */
  public int leafCount() {
    return leafCount;
  }

  /** Schema element of a leaf. */
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

  /** For each element its parent. */
  public int[] parents() {
    return Arrays.copyOf(parents, elementCount);
  }

  /** For each leaf its element. */
  public int[] leaves() {
    return Arrays.copyOf(leaves, leafCount);
  }

  /** For each leaf the hash of its path. */
  public int[] leafHashes() {
    int[] hashes = new int[leafCount];
    for (int column = 0; column < leafCount; column++) {
      hashes[column] = pathHashes[leaves[column]];
    }
    return hashes;
  }

  /**
   * The leaves by hash, as the index of earlier versions has them: in the high half of each number
   * the hash of the path, in the low half the leaf, in the index's order.
   */
  public long[] hashedColumns() {
    long[] sorted = new long[leafCount];
    for (int column = 0; column < leafCount; column++) {
      sorted[column] = sortable(pathHashes[leaves[column]], column);
    }
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] ^= Long.MIN_VALUE;
    }
    return sorted;
  }

  /** Number of field ids. */
  public int fieldIdCount() {
    return fieldIdCount;
  }

  /** Field id at a place of the index. */
  public int sortedFieldId(int place) {
    return (int) ((fieldIds[place] ^ Long.MIN_VALUE) >>> 32) ^ Integer.MIN_VALUE;
  }

  /** Schema element at a place of the field-id index. */
  public int fieldIdElement(int place) {
    return (int) fieldIds[place];
  }

  /** Signed order of the result is unsigned order of {@code high}, then order of {@code low}. */
  private static long sortable(int high, int low) {
    return (((high & 0xFFFFFFFFL) << 32) | low) ^ Long.MIN_VALUE;
  }

  private static CorruptFooterException corrupt(String what, long found, String expected) {
    return new CorruptFooterException(
        what, CorruptFooterException.NO_OFFSET, Long.toString(found), expected);
  }
}
