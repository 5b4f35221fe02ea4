// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.flatbuf.generated.ColumnOrder;
import io.arrowparquet.footer.flatbuf.generated.LogicalType;
import io.arrowparquet.footer.flatbuf.generated.NameIndex;
import io.arrowparquet.footer.flatbuf.generated.SchemaElement;
import io.arrowparquet.footer.flatbuf.internal.PathHash;
import io.arrowparquet.footer.flatbuf.internal.SchemaTree;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.FieldRepetitionType;
import java.util.Arrays;

/**
 * The schema from Thrift to the buffer, in two passes: {@link #read} finds out what the row groups
 * depend on; {@link #write} makes the tables when the column orders, which stand at the end of the
 * Thrift footer, are known.
 */
final class SchemaConverter {
  private static final int NO_TYPE = -1;
  private static final int FLAG_EXPLICIT_CONVERTED_TYPE = 1;
  private static final int TYPE_DEFINED_ORDER = 1;

  /** Schemas of up to so many elements have no name index. */
  private static final int ELEMENTS_WITHOUT_INDEX = 16;

  private final FlatWriter out;
  private final SchemaElementFields element;
  private SchemaTree tree;
  private int listStart;
  private int count;

  /** For each element. */
  private int[] nameStarts;

  private int[] nameLengths;

  /** For each element: how many names its path has. */
  private int[] depths;

  /** For each leaf: number of its type. */
  private byte[] leafTypes;

  /** For each element: whether it or an element above it repeats. */
  private boolean[] repeated;

  SchemaConverter(FlatWriter out) {
    this.out = out;
    this.element = new SchemaElementFields(out);
  }

  /** Reads the list at the reader's position. */
  void read(CompactReader in) {
    listStart = in.position();
    count = in.listBegin();
    tree = new SchemaTree(count);
    nameStarts = new int[count];
    nameLengths = new int[count];
    depths = new int[count];
    leafTypes = new byte[count];
    repeated = new boolean[count];
    for (int i = 0; i < count; i++) {
      element.read(in);
      int hash =
          PathHash.extend(tree.parentHash(), out.source, element.nameStart, element.nameLength);
      int leaf = tree.leafCount();
      tree.add(element.childCount(), element.has(SchemaElementFields.TYPE), hash);
      if (element.has(SchemaElementFields.FIELD_ID)) {
        tree.fieldId(element.fieldId);
      }
      depths[i] = i == 0 ? 0 : depths[tree.parent(i)] + 1;
      nameStarts[i] = element.nameStart;
      nameLengths[i] = element.nameLength;
      repeated[i] =
          repeated[tree.parent(i)] || element.repetition == FieldRepetitionType.REPEATED.number();
      if (tree.leafCount() > leaf) {
        leafTypes[leaf] = element.typeFits() ? (byte) element.type : NO_TYPE;
      }
    }
    tree.finish();
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
   * Whether a list of binaries at the reader's position, {@code path_in_schema}, is the path of a
   * leaf. The reader is past the list afterwards.
   */
  boolean readPath(CompactReader in, int leaf) {
    int levels = in.listBegin();
    int first = in.position();
    for (int i = 0; i < levels; i++) {
      in.readBinary();
    }
    int e = tree.leafElement(leaf);
    if (levels != depths[e]) {
      return false;
    }
    if (levels == 1) {
      return nameEquals(e, in.binaryStart(), in.binaryLength());
    }
    return pathEquals(in, e, levels, first);
  }

  /** Names stand from the root down and parents are found from the leaf up, hence the array. */
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

  /**
   * Writes the elements.
   *
   * @param orders the column orders of the leaves; null if the schema does not hold them
   */
  int write(byte[] orders) {
    CompactReader in = new CompactReader(out.source);
    in.position(listStart);
    in.listBegin();
    int[] tables = new int[count];
    int leaf = 0;
    for (int i = 0; i < count; i++) {
      element.convert(in);
      boolean isLeaf = leaf < tree.leafCount() && tree.leafElement(leaf) == i;
      tables[i] = writeElement(isLeaf && orders != null ? orders[leaf] & 0xFF : 0);
      leaf += isLeaf ? 1 : 0;
    }
    return out.references(tables, count);
  }

  private int writeElement(int order) {
    FlatBufferBuilder builder = out.builder;
    int name = out.string(element.nameStart, element.nameLength);
    boolean fits = element.fits();
    int thrift = fits ? 0 : out.unsharedBytes(element.start, element.end - element.start);
    int empty = order == TYPE_DEFINED_ORDER ? out.empty() : 0;
    LogicalTypeConverter logicalType = element.logicalType;

    SchemaElement.startSchemaElement(builder);
    SchemaElement.addName(builder, name);
    if (logicalType.tag != LogicalType.NONE) {
      SchemaElement.addLogicalType(builder, logicalType.table);
    }
    if (empty != 0) {
      SchemaElement.addColumnOrder(builder, empty);
    }
    if (thrift != 0) {
      SchemaElement.addThrift(builder, thrift);
    }
    addNumbers(builder);
    boolean explicit = fits && !element.convertedTypeIsImplied();
    if (explicit) {
      addConvertedType(builder);
    }
    addBytes(builder, order, explicit);
    return SchemaElement.endSchemaElement(builder);
  }

  private void addNumbers(FlatBufferBuilder builder) {
    if (element.has(SchemaElementFields.NUM_CHILDREN)) {
      SchemaElement.addNumChildren(builder, element.childCount());
    }
    if (element.has(SchemaElementFields.TYPE_LENGTH)) {
      SchemaElement.addTypeLength(builder, element.typeLength);
    }
    if (element.has(SchemaElementFields.FIELD_ID)) {
      SchemaElement.addFieldId(builder, element.fieldId);
    }
  }

  private void addConvertedType(FlatBufferBuilder builder) {
    if (element.has(SchemaElementFields.CONVERTED_TYPE)) {
      SchemaElement.addConvertedType(builder, element.convertedType);
    }
    if (element.has(SchemaElementFields.SCALE)) {
      SchemaElement.addScale(builder, element.scale);
    }
    if (element.has(SchemaElementFields.PRECISION)) {
      SchemaElement.addPrecision(builder, element.precision);
    }
  }

  private void addBytes(FlatBufferBuilder builder, int order, boolean explicit) {
    if (element.has(SchemaElementFields.TYPE)) {
      SchemaElement.addType(builder, element.typeFits() ? (byte) element.type : NO_TYPE);
    }
    if (element.has(SchemaElementFields.REPETITION_TYPE)) {
      SchemaElement.addRepetitionType(
          builder, element.repetitionFits() ? (byte) element.repetition : NO_TYPE);
    }
    if (element.logicalType.tag != LogicalType.NONE) {
      SchemaElement.addLogicalTypeType(builder, element.logicalType.tag);
    }
    if (order == TYPE_DEFINED_ORDER) {
      SchemaElement.addColumnOrderType(builder, ColumnOrder.TypeDefinedOrder);
    } else if (order != 0) {
      SchemaElement.addColumnOrderId(builder, order);
    }
    if (explicit) {
      SchemaElement.addFlags(builder, FLAG_EXPLICIT_CONVERTED_TYPE);
    }
  }

  /**
   * Writes the name index; 0 for a schema so small that readers make it as fast as they find it.
   */
  int writeIndex() {
    if (count <= ELEMENTS_WITHOUT_INDEX) {
      return 0;
    }
    long[] hashedColumns = tree.hashedColumns();
    int leaves = hashedColumns.length;
    int parentVector = tree.isFlat() ? 0 : out.ints(tree.parents(), count);
    int leafVector = tree.isFlat() ? 0 : out.ints(tree.leaves(), leaves);
    FlatBufferBuilder builder = out.builder;
    builder.startVector(Integer.BYTES, leaves, Integer.BYTES);
    for (int i = leaves - 1; i >= 0; i--) {
      builder.addInt((int) hashedColumns[i]);
    }
    int columnVector = builder.endVector();
    builder.startVector(Integer.BYTES, leaves, Integer.BYTES);
    for (int i = leaves - 1; i >= 0; i--) {
      builder.addInt((int) (hashedColumns[i] >>> 32));
    }
    int hashVector = builder.endVector();
    int ids = tree.fieldIdCount();
    int idVector = ids == 0 ? 0 : writeFieldIds(false);
    int idElementVector = ids == 0 ? 0 : writeFieldIds(true);
    NameIndex.startNameIndex(builder);
    if (!tree.isFlat()) {
      NameIndex.addParents(builder, parentVector);
      NameIndex.addLeaves(builder, leafVector);
    }
    NameIndex.addHashes(builder, hashVector);
    NameIndex.addColumns(builder, columnVector);
    if (ids > 0) {
      NameIndex.addFieldIds(builder, idVector);
      NameIndex.addFieldIdElements(builder, idElementVector);
    }
    return NameIndex.endNameIndex(builder);
  }

  private int writeFieldIds(boolean elements) {
    FlatBufferBuilder builder = out.builder;
    int ids = tree.fieldIdCount();
    builder.startVector(Integer.BYTES, ids, Integer.BYTES);
    for (int i = ids - 1; i >= 0; i--) {
      builder.addInt(elements ? tree.fieldIdElement(i) : tree.sortedFieldId(i));
    }
    return builder.endVector();
  }
}
