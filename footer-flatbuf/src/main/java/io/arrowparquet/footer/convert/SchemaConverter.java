// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.flat.PathHash;
import io.arrowparquet.footer.internal.flat.SchemaTree;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnOrder;
import io.arrowparquet.footer.internal.generated.ParquetFbs.LogicalType;
import io.arrowparquet.footer.internal.generated.ParquetFbs.SchemaElement;
import io.arrowparquet.footer.internal.thrift.ChunkFields;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.model.FieldRepetitionType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The schema from Thrift to the buffer, in two passes: {@link #read} finds out what the row groups
 * depend on; {@link #write} makes the tables when the column orders, which are at the end of the
 * Thrift footer, are known.
 */
final class SchemaConverter {
  private static final int NO_TYPE = -1;
  private static final int LIST_OF_ONE_BINARY = 1 << 4 | CompactType.BINARY;
  private static final int FLAG_EXPLICIT_CONVERTED_TYPE = 1;
  private static final int FLAG_DERIVED_LOGICAL_TYPE = 2;
  private static final int FLAG_NO_CRS = 4;
  private static final int TYPE_DEFINED_ORDER = 1;

  /** Schemas of up to this many elements have no name index. */
  private static final int ELEMENTS_WITHOUT_INDEX = 16;

  /** Kinds of elements that are remembered; most wide schemas have fewer. */
  private static final int FORMS = 16;

  /** The positions of every N-th element are kept. */
  private static final int ELEMENTS_OF_PLACE = 64;

  /** As they are set below: the widest first. */
  private static final int[] ORDER = {
    SchemaElement.NAME,
    SchemaElement.LOGICAL_TYPE,
    SchemaElement.COLUMN_ORDER,
    SchemaElement.THRIFT,
    SchemaElement.NUM_CHILDREN,
    SchemaElement.TYPE_LENGTH,
    SchemaElement.FIELD_ID,
    SchemaElement.CONVERTED_TYPE,
    SchemaElement.SCALE,
    SchemaElement.PRECISION,
    SchemaElement.TYPE,
    SchemaElement.REPETITION_TYPE,
    SchemaElement.LOGICAL_TYPE_TYPE,
    SchemaElement.COLUMN_ORDER_TYPE,
    SchemaElement.COLUMN_ORDER_ID,
    SchemaElement.FLAGS
  };

  private static final int BYTE_SLOTS =
      1 << SchemaElement.TYPE
          | 1 << SchemaElement.REPETITION_TYPE
          | 1 << SchemaElement.LOGICAL_TYPE_TYPE
          | 1 << SchemaElement.COLUMN_ORDER_TYPE
          | 1 << SchemaElement.COLUMN_ORDER_ID
          | 1 << SchemaElement.FLAGS;

  private final FlatWriter out;
  private final LogicalTypeConverter logicalTypes;

  /** One element of each kind: those of a kind differ in nothing but their names. */
  private final SchemaElementFields[] forms = new SchemaElementFields[FORMS];

  private int formCount;
  private int lastForm;
  private SchemaElementFields element;
  private final TableTemplate table;
  private SchemaTree tree;
  private int listStart;
  private int count;
  private int[] nameStarts;
  private int[] nameLengths;

  /** For each element: how many names its path has. */
  private int[] depths;

  private byte[] leafTypes;

  /** For each element: whether it or an element above it repeats. */
  private boolean[] repeated;

  private int[] places;
  private final ColumnSelection selection;

  /** For each element: whether it or an element above it is selected. */
  private boolean[] selected;

  /** The leaves selected, ascending; null for all. */
  private int[] chosen;

  /** {@code selection}: of the columns whose chunks are converted; null for all. */
  SchemaConverter(FlatWriter out, ColumnSelection selection) {
    this.selection = selection;
    this.out = out;
    this.logicalTypes = new LogicalTypeConverter(out);
    this.table =
        new TableTemplate(out, ORDER, 0, BYTE_SLOTS, TableTemplate.NO_SLOT, TableTemplate.NO_SLOT);
  }

  void read(CompactReader in) {
    listStart = in.position();
    count = in.listBegin();
    tree = new SchemaTree(count, in.end() - listStart);
    nameStarts = new int[count];
    nameLengths = new int[count];
    depths = new int[count];
    leafTypes = new byte[count];
    repeated = new boolean[count];
    selected = new boolean[selection == null ? 0 : count];
    for (int i = 0; i < count; i++) {
      nextElement(in, false);
      int hash =
          PathHash.extend(tree.parentHash(), out.source, element.nameStart, element.nameLength);
      int leaf = tree.leafCount();
      tree.add(
          element.childCount(), element.has(SchemaElementCodec.TYPE), hash, element.nameLength);
      if (element.has(SchemaElementCodec.FIELD_ID)) {
        tree.fieldId(element.fieldId);
      }
      depths[i] = i == 0 ? 0 : depths[tree.parent(i)] + 1;
      nameStarts[i] = element.nameStart;
      nameLengths[i] = element.nameLength;
      repeated[i] =
          repeated[tree.parent(i)] || element.repetition == FieldRepetitionType.REPEATED.number();
      if (selection != null && i > 0) {
        selected[i] =
            selected[tree.parent(i)] || (selection.mayHave(hash) && selection.has(path(i)));
      }
      if (tree.leafCount() > leaf) {
        leafTypes[leaf] = element.typeFits() ? (byte) element.type : NO_TYPE;
      }
    }
    tree.finish();
    if (selection != null) {
      chosen =
          IntStream.range(0, leafCount())
              .filter(leaf -> selected[tree.leafElement(leaf)])
              .toArray();
    }
  }

  private void nextElement(CompactReader in, boolean withLogicalType) {
    // Columns of several types often follow one another in turns.
    for (int i = 0; i < formCount; i++) {
      lastForm = lastForm + 1 < formCount ? lastForm + 1 : 0;
      if (forms[lastForm].isRepeated(in)) {
        element = forms[lastForm];
        return;
      }
    }
    if (formCount < FORMS) {
      lastForm = formCount++;
      forms[lastForm] = new SchemaElementFields(logicalTypes);
    }
    element = forms[lastForm];
    element.read(in, withLogicalType);
  }

  private String path(int last) {
    Deque<String> path = new ArrayDeque<>();
    for (int e = last; e > 0; e = tree.parent(e)) {
      path.push(new String(out.source, nameStarts[e], nameLengths[e], StandardCharsets.UTF_8));
    }
    return String.join(".", path);
  }

  int chosenCount() {
    return chosen == null ? leafCount() : chosen.length;
  }

  int chosenLeaf(int place) {
    return chosen == null ? place : chosen[place];
  }

  int leafCount() {
    return tree.leafCount();
  }

  /** Number of a leaf's physical type, negative if it is out of all range. */
  int leafType(int leaf) {
    return leafTypes[leaf];
  }

  /** Whether a leaf, or an element above it, repeats, so that rows and values differ in number. */
  boolean isRepeated(int leaf) {
    return repeated[tree.leafElement(leaf)];
  }

  /**
   * What compares paths of chunks with those of the leaves.
   *
   * <pre>
   *   path of one name, first met    18 length name     the name is compared with the schema's
   *   longer path, first met                            name by name
   *   met before                     the same bytes     all bytes are compared with those before
   * </pre>
   */
  ChunkFields.Paths paths(CompactReader in) {
    return new ChunkFields.Paths(in, leafCount()) {
      @Override
      protected boolean skipPath(CompactReader reader, int leaf) {
        int e = tree.leafElement(leaf);
        boolean isOneName = depths[e] == 1 && isOneName(reader, nameStarts[e], nameLengths[e]);
        if (isOneName) {
          reader.position(reader.position() + 2 + nameLengths[e]);
        }
        return isOneName || readPath(reader, e);
      }
    };
  }

  private static boolean isOneName(CompactReader in, int nameStart, int length) {
    byte[] source = in.array();
    int start = in.position();
    return length <= Byte.MAX_VALUE
        && length + 2 <= in.end() - start
        && source[start] == LIST_OF_ONE_BINARY
        && source[start + 1] == length
        && ChunkFields.sameBytes(source, start + 2, nameStart, length);
  }

  private boolean readPath(CompactReader in, int e) {
    int levels = in.listBegin();
    int first = in.position();
    for (int i = 0; i < levels; i++) {
      in.readBinary();
    }
    if (levels != depths[e]) {
      return false;
    }
    if (levels == 1) {
      return nameEquals(e, in.binaryStart(), in.binaryLength());
    }
    return pathEquals(in, e, levels, first);
  }

  /** Paths begin at the root, parents are found from the leaf up; hence the array. */
  private boolean pathEquals(CompactReader in, int leafElement, int levels, int first) {
    int end = in.position();
    int[] path = new int[levels];
    for (int e = leafElement, level = levels - 1; level >= 0; e = tree.parent(e), level--) {
      path[level] = e;
    }
    in.position(first);
    boolean same = true;
    for (int e : path) {
      in.readBinary();
      same = same && nameEquals(e, in.binaryStart(), in.binaryLength());
    }
    in.position(end);
    return same;
  }

  private boolean nameEquals(int e, int start, int length) {
    return nameLengths[e] == length
        && Arrays.equals(
            out.source, nameStarts[e], nameStarts[e] + length, out.source, start, start + length);
  }

  /** {@code orders}: the column orders of the leaves; null if the schema does not hold them. */
  int write(byte[] orders) {
    CompactReader in = new CompactReader(out.source);
    in.position(listStart);
    in.listBegin();
    int[] tables = new int[count];
    places = new int[(count + ELEMENTS_OF_PLACE - 1) / ELEMENTS_OF_PLACE + 1];
    places[0] = out.offset();
    int leaf = 0;
    formCount = 0;
    out.endPart();
    for (int i = 0; i < count; i++) {
      nextElement(in, true);
      boolean isLeaf = leaf < tree.leafCount() && tree.leafElement(leaf) == i;
      tables[i] = writeElement(isLeaf && orders != null ? orders[leaf] & 0xFF : 0);
      leaf += isLeaf ? 1 : 0;
      if ((i + 1) % ELEMENTS_OF_PLACE == 0 || i + 1 == count) {
        places[i / ELEMENTS_OF_PLACE + 1] = out.offset();
        // What elements refer to is fetched with them.
        out.endPart();
      }
    }
    return out.references(tables, count);
  }

  private int writeElement(int order) {
    int name = out.string(element.nameStart, element.nameLength);
    boolean fits = element.fits();
    int thrift = fits ? 0 : out.unsharedBytes(element.start, element.end - element.start);
    boolean hasKnownOrder = order == TYPE_DEFINED_ORDER;
    int empty = hasKnownOrder ? out.empty() : 0;
    LogicalTypeConverter.Written logicalType = element.logicalType;
    boolean hasLogicalType = logicalType.tag() != LogicalType.NONE;
    boolean explicit = fits && !element.convertedTypeIsImplied();
    int flags =
        (explicit ? FLAG_EXPLICIT_CONVERTED_TYPE : 0)
            | (logicalType.isDerived() ? FLAG_DERIVED_LOGICAL_TYPE : 0)
            | (logicalType.lacksCrs() ? FLAG_NO_CRS : 0);
    table.begin(
        1 << SchemaElement.NAME
            | bit(hasLogicalType, SchemaElement.LOGICAL_TYPE)
            | bit(hasKnownOrder, SchemaElement.COLUMN_ORDER)
            | bit(thrift != 0, SchemaElement.THRIFT)
            | field(SchemaElementCodec.NUM_CHILDREN, SchemaElement.NUM_CHILDREN)
            | field(SchemaElementCodec.TYPE_LENGTH, SchemaElement.TYPE_LENGTH)
            | field(SchemaElementCodec.FIELD_ID, SchemaElement.FIELD_ID)
            | bit(flags != 0, SchemaElement.FLAGS)
            | (explicit ? convertedTypeFields() : 0)
            | field(SchemaElementCodec.TYPE, SchemaElement.TYPE)
            | field(SchemaElementCodec.REPETITION_TYPE, SchemaElement.REPETITION_TYPE)
            | bit(hasLogicalType, SchemaElement.LOGICAL_TYPE_TYPE)
            | bit(hasKnownOrder, SchemaElement.COLUMN_ORDER_TYPE)
            | bit(order != 0 && !hasKnownOrder, SchemaElement.COLUMN_ORDER_ID),
        flags != 0 ? 0 : 1 << SchemaElement.FLAGS);
    table.setReference(SchemaElement.NAME, name);
    table.setReference(SchemaElement.LOGICAL_TYPE, logicalType.table());
    table.setReference(SchemaElement.COLUMN_ORDER, empty);
    table.setReference(SchemaElement.THRIFT, thrift);
    addNumbers();
    table.setByte(SchemaElement.TYPE, element.typeFits() ? element.type : NO_TYPE);
    table.setByte(
        SchemaElement.REPETITION_TYPE, element.repetitionFits() ? element.repetition : NO_TYPE);
    table.setByte(SchemaElement.LOGICAL_TYPE_TYPE, logicalType.tag());
    table.setByte(SchemaElement.COLUMN_ORDER_TYPE, ColumnOrder.TypeDefinedOrder);
    table.setByte(SchemaElement.COLUMN_ORDER_ID, order);
    table.setByte(SchemaElement.FLAGS, flags);
    return table.table();
  }

  private static int bit(boolean isPresent, int slot) {
    return isPresent ? 1 << slot : 0;
  }

  private int field(int thriftField, int slot) {
    return bit(element.has(thriftField), slot);
  }

  private int convertedTypeFields() {
    return field(SchemaElementCodec.CONVERTED_TYPE, SchemaElement.CONVERTED_TYPE)
        | field(SchemaElementCodec.SCALE, SchemaElement.SCALE)
        | field(SchemaElementCodec.PRECISION, SchemaElement.PRECISION);
  }

  private void addNumbers() {
    table.setInt(SchemaElement.NUM_CHILDREN, element.childCount());
    table.setInt(SchemaElement.TYPE_LENGTH, element.typeLength);
    table.setInt(SchemaElement.FIELD_ID, element.fieldId);
    table.setInt(SchemaElement.CONVERTED_TYPE, element.convertedType);
    table.setInt(SchemaElement.SCALE, element.scale);
    table.setInt(SchemaElement.PRECISION, element.precision);
  }

  /** Whether the schema is so small that readers make its index as fast as they find it. */
  boolean needsNoIndex() {
    return count <= ELEMENTS_WITHOUT_INDEX;
  }

  SchemaTree tree() {
    return tree;
  }

  int elementCount() {
    return count;
  }

  /**
   * Where every {@link #ELEMENTS_OF_PLACE} elements are: between two of these offsets from the
   * buffer's end.
   */
  int[] places() {
    return places;
  }

  /** The columns that a caller names by dotted paths; a group selects all columns below it. */
  static final class ColumnSelection {
    private final Set<String> paths;

    /** Of the paths, ascending: most elements of a wide schema are told apart by these. */
    private final int[] hashes;

    ColumnSelection(Collection<String> paths) {
      this.paths = Set.copyOf(paths);
      this.hashes = this.paths.stream().mapToInt(PathHash::of).sorted().toArray();
    }

    boolean mayHave(int pathHash) {
      return Arrays.binarySearch(hashes, pathHash) >= 0;
    }

    boolean has(String path) {
      return paths.contains(path);
    }
  }
}
