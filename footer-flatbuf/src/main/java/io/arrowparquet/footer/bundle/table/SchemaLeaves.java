// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.table;

import io.arrowparquet.footer.metadata.SchemaElement;
import io.arrowparquet.footer.metadata.Type;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The leaf columns of a schema. Immutable.
 *
 * @param elements number of each leaf's schema element
 * @param paths each leaf's {@code path_in_schema} as a Thrift list
 * @param dotted each leaf's path, its names joined by dots
 * @param types each leaf's physical type; null where it is not known
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SchemaLeaves(int[] elements, byte[][] paths, String[] dotted, Type[] types) {

  /**
   * The leaves of a schema.
   *
   * @param schema depth first, the root first; one tree
   */
  static SchemaLeaves of(List<SchemaElement> schema) {
    List<Integer> elements = new ArrayList<>();
    List<byte[]> paths = new ArrayList<>();
    List<String> dotted = new ArrayList<>();
    List<Type> types = new ArrayList<>();
    // The groups around the element, and how many children of each are to come.
    List<String> names = new ArrayList<>();
    List<Integer> left = new ArrayList<>();
    CompactWriter out = new CompactWriter();
    for (int i = 0; i < schema.size(); i++) {
      SchemaElement element = schema.get(i);
      int children = element.numChildren() == null ? 0 : element.numChildren();
      if (i > 0) {
        names.add(element.name());
      }
      if (children > 0) {
        left.add(children);
        continue;
      }
      // A group without children is no column.
      if (i > 0 && element.typeNumber() != null) {
        elements.add(i);
        paths.add(path(out, names));
        dotted.add(String.join(".", names));
        types.add(element.type());
      }
      if (i > 0) {
        names.remove(names.size() - 1);
      }
      while (!left.isEmpty()) {
        int more = left.get(left.size() - 1) - 1;
        if (more > 0) {
          left.set(left.size() - 1, more);
          break;
        }
        left.remove(left.size() - 1);
        if (!names.isEmpty()) {
          names.remove(names.size() - 1);
        }
      }
    }
    return new SchemaLeaves(
        elements.stream().mapToInt(Integer::intValue).toArray(),
        paths.toArray(new byte[0][]),
        dotted.toArray(new String[0]),
        types.toArray(new Type[0]));
  }

  private static byte[] path(CompactWriter out, List<String> names) {
    out.clear();
    out.listBegin(CompactType.BINARY, names.size());
    names.forEach(out::writeString);
    return out.toByteArray();
  }

  /** The leaves of columns and groups with these dotted paths, ascending. */
  int[] chosen(Collection<String> columnsAndGroups) {
    return IntStream.range(0, count())
        .filter(
            leaf ->
                columnsAndGroups.stream()
                    .anyMatch(
                        path ->
                            dotted[leaf].equals(path)
                                || (dotted[leaf].startsWith(path)
                                    && dotted[leaf].startsWith(".", path.length()))))
        .toArray();
  }

  int count() {
    return elements.length;
  }
}
