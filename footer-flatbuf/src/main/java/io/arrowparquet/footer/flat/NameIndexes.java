// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.PathHash;
import io.arrowparquet.footer.internal.flat.SchemaTree;
import io.arrowparquet.footer.internal.generated.ParquetFbs;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnTable;
import io.arrowparquet.footer.internal.generated.ParquetFbs.SchemaElement;

/**
 * Where the {@link NameIndex} of a footer comes from. Normally it is the buffer's own, which costs
 * nothing to open; a buffer without one, from another writer of the proposal, has it computed in
 * one pass over the schema.
 */
final class NameIndexes {
  private NameIndexes() {}

  /** The index in the buffer, or a computed one; of tables that are not there the place is 0. */
  static NameIndex in(FooterBytes bytes, int schemaVector, int columnTable, int indexTable) {
    if (columnTable != 0) {
      return stored(bytes, schemaVector, columnTable);
    }
    return indexTable == 0
        ? computed(bytes, schemaVector)
        : storedSorted(bytes, schemaVector, indexTable);
  }

  /** The index in the buffer. */
  static NameIndex stored(FooterBytes bytes, int schemaVector, int columnTable) {
    TableView table = new TableView();
    table.at(bytes, columnTable);
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

  /** The index that earlier versions have put into the buffer. */
  static NameIndex storedSorted(FooterBytes bytes, int schemaVector, int indexTable) {
    TableView table = new TableView();
    table.at(bytes, indexTable);
    IntTable hashes = IntTable.in(bytes, table.child(ParquetFbs.NameIndex.HASHES));
    IntTable columns = IntTable.in(bytes, table.child(ParquetFbs.NameIndex.COLUMNS));
    NameIndex index =
        new NameIndex(
            bytes,
            schemaVector,
            IntTable.in(bytes, table.child(ParquetFbs.NameIndex.PARENTS)),
            IntTable.in(bytes, table.child(ParquetFbs.NameIndex.LEAVES)),
            unused -> HashedColumns.sorted(hashes, columns),
            IntTable.in(bytes, table.child(ParquetFbs.NameIndex.FIELD_IDS)),
            IntTable.in(bytes, table.child(ParquetFbs.NameIndex.FIELD_ID_ELEMENTS)));
    if (NameIndex.sizeOf(hashes) != index.columnCount()
        || NameIndex.sizeOf(columns) != index.columnCount()) {
      throw index.badSize();
    }
    return index;
  }

  /** An index computed from the schema. */
  static NameIndex computed(FooterBytes bytes, int schemaVector) {
    SchemaTree tree = tree(bytes, schemaVector);
    return computed(bytes, schemaVector, tree, HashedColumns.slots(tree.leafHashes()));
  }

  /** As {@link #computed(FooterBytes, int)}, as earlier versions have it. */
  static NameIndex computedSorted(FooterBytes bytes, int schemaVector) {
    SchemaTree tree = tree(bytes, schemaVector);
    long[] hashedColumns = tree.hashedColumns();
    int[] hashes = new int[hashedColumns.length];
    int[] columns = new int[hashedColumns.length];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = (int) (hashedColumns[i] >>> 32);
      columns[i] = (int) hashedColumns[i];
    }
    HashedColumns sorted = HashedColumns.sorted(IntTable.of(hashes), IntTable.of(columns));
    return computed(bytes, schemaVector, tree, sorted);
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

  private static NameIndex computed(
      FooterBytes bytes, int schemaVector, SchemaTree tree, HashedColumns paths) {
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
        unused -> paths,
        IntTable.of(fieldIds),
        IntTable.of(elements));
  }

  private static int carryOn(int hash, FooterBytes bytes, int name) {
    int carried = hash;
    int length = bytes.count(name, 1);
    for (int i = 0; i < length; i++) {
      carried = PathHash.extend(carried, bytes.u8(name + FooterBytes.REFERENCE + i));
    }
    return carried;
  }
}
