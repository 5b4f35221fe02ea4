// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.thrift.codec;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.metadata.BinaryValue;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.CompactType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds leaves by their dotted paths in the schema of a footer, element by element, without making
 * objects of the elements.
 *
 * <p>Schema elements stand depth first, each with the number of its children, so the groups around
 * an element are a stack: for each group how many children are still to come, and how long the path
 * down to it is. The path itself is kept as UTF-8 in one buffer.
 */
final class SchemaPaths {
  private static final int SCHEMA_FIELD = 2;
  private static final int TYPE_FIELD = 1;
  private static final int NAME_FIELD = 4;
  private static final int NUM_CHILDREN_FIELD = 5;

  private final Map<BinaryValue, String> wanted = new HashMap<>();
  private final int longestWanted;
  private final int[] found;
  private int foundCount;

  private byte[] path = new byte[64];
  private int[] childrenLeft = new int[8];
  private int[] pathLengths = new int[8];
  private int depth;
  private int leaf;

  private SchemaPaths(List<String> paths) {
    for (String dotted : paths) {
      wanted.put(BinaryValue.ofUtf8(dotted), dotted);
    }
    longestWanted = wanted.keySet().stream().mapToInt(BinaryValue::length).max().orElse(0);
    found = new int[wanted.size()];
  }

  /**
   * The ordinals of the leaves with these paths, ascending.
   *
   * @param in at the first byte of a footer, where it is left too
   * @throws IllegalArgumentException if there is no leaf with one of the paths
   */
  static int[] find(CompactReader in, List<String> paths) {
    SchemaPaths search = new SchemaPaths(paths);
    int footerStart = in.position();
    in.enterStruct();
    while (in.nextField()) {
      if (in.fieldId() == SCHEMA_FIELD && in.fieldType() == CompactType.LIST) {
        search.readSchema(in);
        break;
      }
      in.skip();
    }
    in.leaveStruct();
    in.position(footerStart);
    if (!search.wanted.isEmpty()) {
      throw new IllegalArgumentException(
          "the schema has no column " + String.join(", ", search.wanted.values()));
    }
    return search.found;
  }

  private void readSchema(CompactReader in) {
    int elements = in.listBegin();
    for (int i = 0; i < elements && !wanted.isEmpty(); i++) {
      if (in.elementType() != CompactType.STRUCT) {
        return;
      }
      readElement(in, i, elements);
    }
  }

  private void readElement(CompactReader in, int element, int elements) {
    int elementStart = in.position();
    boolean hasType = false;
    int children = 0;
    int nameStart = 0;
    int nameLength = 0;
    in.enterStruct();
    while (in.nextField()) {
      int type = in.fieldType();
      if (in.fieldId() == NAME_FIELD && type == CompactType.BINARY) {
        nameLength = in.readBinary();
        nameStart = in.binaryStart();
      } else if (in.fieldId() == NUM_CHILDREN_FIELD && type == CompactType.I32) {
        children = in.readI32();
      } else {
        hasType |= in.fieldId() == TYPE_FIELD;
        in.skip();
      }
    }
    in.leaveStruct();
    if (children < 0 || children >= elements - element) {
      throw new CorruptFooterException(
          "SchemaElement.num_children",
          elementStart,
          Integer.toString(children),
          "0 to the " + (elements - element - 1) + " elements that follow");
    }
    if (element == 0) {
      enterGroup(children, 0);
      return;
    }
    while (depth > 0 && childrenLeft[depth - 1] == 0) {
      depth--;
    }
    if (depth == 0) {
      throw new CorruptFooterException(
          "SchemaElement", elementStart, "an element after the root's last child", "none");
    }
    childrenLeft[depth - 1]--;
    int length = putName(in.array(), nameStart, nameLength);
    if (children > 0) {
      enterGroup(children, length);
    } else if (hasType) {
      matchLeaf(length);
    }
  }

  private void enterGroup(int children, int pathLength) {
    if (depth == childrenLeft.length) {
      childrenLeft = Arrays.copyOf(childrenLeft, 2 * depth);
      pathLengths = Arrays.copyOf(pathLengths, 2 * depth);
    }
    childrenLeft[depth] = children;
    pathLengths[depth++] = pathLength;
  }

  /** Puts the name behind the path of the innermost group, and says how long the path is then. */
  private int putName(byte[] names, int nameStart, int nameLength) {
    int groupLength = pathLengths[depth - 1];
    int start = groupLength == 0 ? 0 : groupLength + 1;
    if (path.length - start < nameLength) {
      // No longer than the names of the groups around, which are all in the footer.
      path = Arrays.copyOf(path, Math.addExact(start, nameLength) + path.length / 2);
    }
    if (start > 0) {
      path[groupLength] = '.';
    }
    System.arraycopy(names, nameStart, path, start, nameLength);
    return start + nameLength;
  }

  private void matchLeaf(int length) {
    // The length first: hashing each long path of a deep schema would cost its square.
    if (length <= longestWanted && wanted.remove(new BinaryValue(path, 0, length)) != null) {
      found[foundCount++] = leaf;
    }
    leaf++;
  }
}
