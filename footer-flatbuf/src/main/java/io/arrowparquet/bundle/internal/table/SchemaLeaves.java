// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.footer.internal.flat.PathHash;
import io.arrowparquet.footer.internal.flat.SchemaTree;
import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * The leaf columns of a schema, which may be very many: what only a few of them need, such as their
 * paths, is made when it is asked for. Immutable.
 *
 * @param parents by element: the group that has it; the root has none
 * @param elements by leaf: the number of its element
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SchemaLeaves(List<SchemaElement> schema, int[] parents, int[] elements) {
  // What of a path an element leaves to be matched by its children, if not an offset in the path.
  private static final int NOT_ON_PATH = -1;
  private static final int BELOW_PATH = -2;

  /** Of a schema that is one tree, depth first. */
  public static SchemaLeaves of(List<SchemaElement> schema) {
    long names = 0;
    for (SchemaElement element : schema) {
      names += element.name().length();
    }
    SchemaTree tree = new SchemaTree(schema.size(), schema.size() + names);
    for (SchemaElement element : schema) {
      // A group without children is not a column.
      tree.add(
          element.numChildren() == null ? 0 : element.numChildren(),
          element.typeNumber() != null,
          PathHash.EMPTY,
          element.name().length());
    }
    return new SchemaLeaves(schema, tree.parents(), tree.leaves());
  }

  public int count() {
    return elements.length;
  }

  /** The physical type of a leaf; null where it is not known. */
  public PhysicalType type(int leaf) {
    return schema.get(elements[leaf]).type();
  }

  public LeafLevels levels(int leaf) {
    int maxDefinition = 0;
    boolean isRepeated = false;
    for (int element = elements[leaf]; element > 0; element = parents[element]) {
      FieldRepetitionType repetition = schema.get(element).repetitionType();
      maxDefinition += repetition == FieldRepetitionType.REQUIRED ? 0 : 1;
      isRepeated |= repetition == FieldRepetitionType.REPEATED;
    }
    SchemaElement element = schema.get(elements[leaf]);
    ColumnDomain domain =
        ColumnDomain.of(
            element.type(),
            element.typeLength() == null ? 0 : element.typeLength(),
            ConvertedType.meaning(
                element.logicalType(),
                element.convertedType(),
                element.scale(),
                element.precision()),
            element.convertedType());
    return new LeafLevels(domain, maxDefinition, isRepeated);
  }

  public record LeafLevels(ColumnDomain domain, int maxDefinition, boolean isRepeated) {}

  public byte[] path(int leaf) {
    List<String> names = new ArrayList<>();
    for (int element = elements[leaf]; element > 0; element = parents[element]) {
      names.add(schema.get(element).name());
    }
    Collections.reverse(names);
    CompactWriter out = new CompactWriter();
    out.listBegin(CompactType.BINARY, names.size());
    names.forEach(out::writeString);
    return out.toByteArray();
  }

  public byte[][] paths(int[] leaves) {
    return Arrays.stream(leaves).mapToObj(this::path).toArray(byte[][]::new);
  }

  /** The leaves of columns and groups with these dotted paths, ascending. */
  public int[] chosen(Collection<String> columnsAndGroups) {
    BitSet chosen = new BitSet();
    int[] rest = new int[parents.length];
    for (String path : columnsAndGroups) {
      for (int i = 1; i < rest.length; i++) {
        int before = rest[parents[i]];
        rest[i] = before < 0 ? before : rest(path, before, schema.get(i).name());
      }
      for (int leaf = 0; leaf < elements.length; leaf++) {
        if (rest[elements[leaf]] == BELOW_PATH) {
          chosen.set(leaf);
        }
      }
    }
    return chosen.stream().toArray();
  }

  /** Where in the path the children of an element begin whose own name begins at {@code start}. */
  private static int rest(String path, int start, String name) {
    int end = start + name.length();
    if (end < path.length()) {
      return path.charAt(end) == '.' && path.startsWith(name, start) ? end + 1 : NOT_ON_PATH;
    }
    // Dots may be parts of names, so the path may end inside one.
    int length = path.length() - start;
    boolean isWhole = end == path.length() || name.charAt(length) == '.';
    return isWhole && name.regionMatches(0, path, start, length) ? BELOW_PATH : NOT_ON_PATH;
  }

  public byte[] prunedSchema(int[] leaves) {
    BitSet kept = new BitSet();
    kept.set(0);
    int[] children = new int[parents.length];
    for (int leaf : leaves) {
      int element = elements[leaf];
      while (!kept.get(element)) {
        kept.set(element);
        element = parents[element];
        children[element]++;
      }
    }
    CompactWriter out = new CompactWriter();
    out.listBegin(CompactType.STRUCT, kept.cardinality());
    for (int i = kept.nextSetBit(0); i >= 0; i = kept.nextSetBit(i + 1)) {
      SchemaElement element = schema.get(i);
      boolean isGroup = element.numChildren() != null;
      SchemaElementCodec.write(out, isGroup ? element.withChildren(children[i]) : element);
    }
    return out.toByteArray();
  }
}
