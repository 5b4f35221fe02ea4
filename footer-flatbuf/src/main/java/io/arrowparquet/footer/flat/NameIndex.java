// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.flat.ColumnTiles.IntTable;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.PathHash;
import io.arrowparquet.footer.internal.flat.SchemaTree;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnTable;
import io.arrowparquet.footer.internal.generated.ParquetFbs.SchemaElement;
import io.arrowparquet.footer.model.FieldRepetitionType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * The tree of a schema and the way from names and field ids to its columns.
 *
 * <p>Normally it is the buffer's own, which costs nothing to open; a buffer without one, from
 * another writer of the proposal, has it computed in one pass over the schema.
 *
 * <p>The index is not trusted: a column it names is in range, its path is compared with the one
 * asked for, and walking to the root ends because a parent always precedes its child.
 */
final class NameIndex {
  /** A footer that is opened to look for few columns remembers none. */
  private static final int MOST_UNREMEMBERED = 64;

  private static final int MOST_REMEMBERED = 1 << 11;

  /** What a path takes that is remembered, its string aside. */
  private static final int BYTES_OF_REMEMBERED = 64;

  private final FooterBytes bytes;
  private final int schemaVector;
  private final int elementCount;
  private final int columnCount;

  /** Null in a flat schema, as are the leaves. */
  private final IntTable parents;

  private final IntTable leaves;
  private final HashedColumns paths;
  private final IntTable fieldIds;
  private final IntTable fieldIdElements;

  /**
   * The vtable of the element whose name was read last, and in the low 16 bits where in its table
   * the name is: elements of one kind share a vtable. Volatile, so that both are of one element.
   */
  private volatile long nameField = -1;

  /**
   * Columns by paths that were found before: a string keeps the hash of itself, so that no byte of
   * it is hashed again. Null until enough names were asked for that it pays.
   */
  private volatile Map<String, Integer> found;

  private int unremembered;

  private NameIndex(
      FooterBytes bytes,
      int schemaVector,
      IntTable parents,
      IntTable leaves,
      IntFunction<HashedColumns> paths,
      IntTable fieldIds,
      IntTable fieldIdElements) {
    this.bytes = bytes;
    this.schemaVector = schemaVector;
    this.elementCount = bytes.count(schemaVector, FooterBytes.REFERENCE);
    this.parents = parents;
    this.leaves = leaves;
    this.fieldIds = fieldIds;
    this.fieldIdElements = fieldIdElements;
    this.columnCount = leaves == null ? Math.max(elementCount - 1, 0) : leaves.size();
    if ((parents == null) != (leaves == null)
        || (parents != null && parents.size() != elementCount)
        || columnCount > elementCount
        || sizeOf(fieldIds) != sizeOf(fieldIdElements)) {
      throw bytes.corrupt(
          "name index", schemaVector, columnCount, "tables as long as the schema demands");
    }
    this.paths = paths.apply(columnCount);
  }

  static NameIndex stored(TableView table, int schemaVector) {
    FooterBytes bytes = table.bytes;
    int slots = table.child(ColumnTable.SLOTS);
    return new NameIndex(
        bytes,
        schemaVector,
        IntTable.in(bytes, table.child(ColumnTable.PARENTS)),
        IntTable.in(bytes, table.child(ColumnTable.LEAVES)),
        columns -> HashedColumns.slots(bytes, slots, columns),
        IntTable.in(bytes, table.child(ColumnTable.FIELD_IDS)),
        IntTable.in(bytes, table.child(ColumnTable.FIELD_ID_ELEMENTS)));
  }

  static NameIndex computed(FooterBytes bytes, int schemaVector) {
    SchemaTree tree = tree(bytes, schemaVector);
    int[] fieldIds = new int[tree.fieldIdCount()];
    int[] elements = new int[fieldIds.length];
    for (int i = 0; i < fieldIds.length; i++) {
      fieldIds[i] = tree.sortedFieldId(i);
      elements[i] = tree.fieldIdElement(i);
    }
    return new NameIndex(
        bytes,
        schemaVector,
        IntTable.of(tree.parents()),
        IntTable.of(tree.leaves()),
        columns -> HashedColumns.slots(tree.leafHashes()),
        IntTable.of(fieldIds),
        IntTable.of(elements));
  }

  private static SchemaTree tree(FooterBytes bytes, int schemaVector) {
    int elements = bytes.count(schemaVector, FooterBytes.REFERENCE);
    SchemaTree tree = new SchemaTree(elements, bytes.size());
    TableView element = new TableView();
    for (int i = 0; i < elements; i++) {
      element.at(bytes, bytes.follow(bytes.element(schemaVector, FooterBytes.REFERENCE, i)));
      int name = element.child(SchemaElement.NAME);
      int hash = carryOn(tree.parentHash(), bytes, name);
      tree.add(
          element.intField(SchemaElement.NUM_CHILDREN),
          element.has(SchemaElement.TYPE),
          hash,
          bytes.count(name, 1));
      if (element.has(SchemaElement.FIELD_ID)) {
        tree.fieldId(element.intField(SchemaElement.FIELD_ID));
      }
    }
    tree.finish();
    return tree;
  }

  private static int carryOn(int hash, FooterBytes bytes, int name) {
    int carried = hash;
    int length = bytes.count(name, 1);
    for (int i = 0; i < length; i++) {
      carried = PathHash.extend(carried, bytes.u8(name + FooterBytes.REFERENCE + i));
    }
    return carried;
  }

  private static int sizeOf(IntTable table) {
    return table == null ? 0 : table.size();
  }

  int elementCount() {
    return elementCount;
  }

  int columnCount() {
    return columnCount;
  }

  int element(int column) {
    if (column < 0 || column >= columnCount) {
      throw new IndexOutOfBoundsException("column " + column + " of " + columnCount);
    }
    if (leaves == null) {
      return column + 1;
    }
    int element = leaves.get(column);
    if (element <= 0 || element >= elementCount) {
      throw bytes.corrupt("schema element of column " + column, schemaVector, element, inSchema());
    }
    return element;
  }

  int column(int element) {
    if (leaves == null) {
      return element - 1;
    }
    int low = 0;
    int high = columnCount - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int candidate = leaves.get(middle);
      if (candidate == element) {
        return middle;
      }
      if (candidate < element) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** Parent of a schema element, -1 for the root. Always less than the element. */
  int parent(int element) {
    if (element < 0 || element >= elementCount) {
      throw new IndexOutOfBoundsException("schema element " + element + " of " + elementCount);
    }
    if (element == 0) {
      return -1;
    }
    if (parents == null) {
      return 0;
    }
    int parent = parents.get(element);
    if (parent < 0 || parent >= element) {
      throw bytes.corrupt(
          "parent of schema element " + element, schemaVector, parent, "0 to " + (element - 1));
    }
    return parent;
  }

  int elementTable(int element) {
    return bytes.reference(schemaVector, Objects.checkIndex(element, elementCount));
  }

  int name(int element) {
    int table = elementTable(element);
    int vtable = table - bytes.i32(table);
    long known = nameField;
    return known >>> Short.SIZE == vtable
        ? bytes.follow(table + (int) (known & 0xFFFF))
        : findName(table);
  }

  private int findName(int table) {
    int vtable = bytes.vtable(table);
    int at = bytes.field(table, vtable, SchemaElement.NAME);
    if (at == 0) {
      return 0;
    }
    nameField = ((long) vtable << Short.SIZE) | (at - table);
    return bytes.follow(at);
  }

  int nameLength(int element) {
    return bytes.count(name(element), 1);
  }

  String path(int element) {
    Deque<String> path = new ArrayDeque<>();
    long length = 0;
    for (int at = element; at > 0; at = parent(at)) {
      SchemaTree.requireDepth(path.size() + 1);
      length += nameLength(at);
      SchemaTree.requirePaths(element, length, bytes.size());
      path.push(Objects.requireNonNullElse(bytes.string(name(at)), ""));
    }
    return String.join(".", path);
  }

  int levels(int column, boolean repeatedOnly) {
    int levels = 0;
    int depth = 0;
    for (int element = element(column); element > 0; element = parent(element)) {
      SchemaTree.requireDepth(++depth);
      int at = bytes.field(elementTable(element), SchemaElement.REPETITION_TYPE);
      int repetition = at == 0 ? FieldRepetitionType.REQUIRED.number() : bytes.i8(at);
      if (repetition == FieldRepetitionType.REPEATED.number()
          || (!repeatedOnly && repetition == FieldRepetitionType.OPTIONAL.number())) {
        levels++;
      }
    }
    return levels;
  }

  List<Integer> findBelow(String group) {
    byte[] prefix = (group + ".").getBytes(StandardCharsets.UTF_8);
    // By element: how much of the prefix its children need not have; all of it if they are below.
    int[] matched = new int[elementCount];
    List<Integer> below = new ArrayList<>();
    int column = 0;
    for (int element = 1; element < elementCount; element++) {
      int start = matched[parent(element)];
      boolean isBelow = start == prefix.length;
      matched[element] = start < 0 || isBelow ? start : childStart(prefix, start, element);
      if (column < columnCount && element(column) == element) {
        if (isBelow) {
          below.add(column);
        }
        column++;
      }
    }
    return below;
  }

  private int childStart(byte[] prefix, int start, int element) {
    int length = nameLength(element);
    return length < prefix.length - start
            && prefix[start + length] == '.'
            && isAt(prefix, start, length, element)
        ? start + length + 1
        : -1;
  }

  private boolean isAt(byte[] prefix, int start, int length, int element) {
    int name = name(element) + FooterBytes.REFERENCE;
    for (int i = 0; i < length; i++) {
      if (bytes.i8(name + i) != prefix[start + i]) {
        return false;
      }
    }
    return true;
  }

  /** The most that names which were found take; their strings are the caller's. */
  long heapBytes() {
    return (long) BYTES_OF_REMEMBERED * Math.min(columnCount, MOST_REMEMBERED);
  }

  int find(String path) {
    Map<String, Integer> known = found;
    if (known == null) {
      if (++unremembered > MOST_UNREMEMBERED) {
        found = new ConcurrentHashMap<>();
      }
      return findHashed(path);
    }
    Integer before = known.get(path);
    if (before != null) {
      return before;
    }
    int column = findHashed(path);
    if (column >= 0 && known.size() < MOST_REMEMBERED) {
      known.put(path, column);
    }
    return column;
  }

  private int findHashed(String path) {
    int hash = PathHash.of(path);
    for (int at = paths.first(hash); at >= 0; at = paths.next(at, hash)) {
      int column = paths.column(at);
      if (pathEquals(column, path)) {
        return column;
      }
    }
    return -1;
  }

  List<Integer> findAll(String path) {
    return withHash(PathHash.of(path), column -> pathEquals(column, path));
  }

  List<Integer> withHash(int hash) {
    return withHash(hash, column -> column >= 0 && column < columnCount);
  }

  private List<Integer> withHash(int hash, IntPredicate isWanted) {
    List<Integer> found = new ArrayList<>();
    for (int at = paths.first(hash); at >= 0; at = paths.next(at, hash)) {
      if (isWanted.test(paths.column(at))) {
        found.add(paths.column(at));
      }
    }
    return found;
  }

  int find(List<String> names) {
    String path = String.join(".", names);
    int hash = PathHash.of(path);
    for (int at = paths.first(hash); at >= 0; at = paths.next(at, hash)) {
      int column = paths.column(at);
      if (namesEqual(column, names)) {
        return column;
      }
    }
    return -1;
  }

  /** From the leaf up: no path is put together, and names may contain dots. */
  private boolean pathEquals(int column, String path) {
    int end = path.length();
    int element = elementOfIndexed(column);
    while (true) {
      int start = NameMatch.startOfSuffix(path, end, bytes, name(element));
      if (start < 0) {
        return false;
      }
      element = parent(element);
      if (element == 0) {
        return start == 0;
      }
      if (start == 0 || path.charAt(start - 1) != '.') {
        return false;
      }
      end = start - 1;
    }
  }

  private int elementOfIndexed(int column) {
    if (column < 0 || column >= columnCount) {
      throw bytes.corrupt("column in the name index", schemaVector, column, "0 to " + columnCount);
    }
    return element(column);
  }

  private boolean namesEqual(int column, List<String> names) {
    int element = elementOfIndexed(column);
    for (int level = names.size() - 1; level >= 0; level--) {
      String name = names.get(level);
      if (element == 0 || NameMatch.startOfSuffix(name, name.length(), bytes, name(element)) != 0) {
        return false;
      }
      element = parent(element);
    }
    return element == 0;
  }

  int findFieldId(int fieldId) {
    int low = 0;
    int high = sizeOf(fieldIds);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (fieldIds.get(middle) < fieldId) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == sizeOf(fieldIds) || fieldIds.get(low) != fieldId) {
      return -1;
    }
    int element = fieldIdElements.get(low);
    if (element < 0 || element >= elementCount) {
      throw bytes.corrupt("schema element of a field id", schemaVector, element, inSchema());
    }
    return element;
  }

  boolean isSame(NameIndex other) {
    if (sizeOf(fieldIds) != sizeOf(other.fieldIds) || !paths.isSame(other.paths)) {
      return false;
    }
    for (int i = 0; i < sizeOf(fieldIds); i++) {
      if (fieldIds.get(i) != other.fieldIds.get(i)
          || fieldIdElements.get(i) != other.fieldIdElements.get(i)) {
        return false;
      }
    }
    return true;
  }

  private String inSchema() {
    return "1 to " + (elementCount - 1);
  }
}
