// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.flat.NameSlots;
import io.arrowparquet.footer.internal.flat.SchemaTree;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnTable;

/**
 * Writes the table that leads from names and field ids to columns, and from columns to their places
 * in the buffer. Two parts: what is looked up, and what every reader needs.
 */
final class ColumnTableConverter {
  private final FlatWriter out;
  private final SchemaConverter schema;
  private final SchemaTree tree;
  private int slots;
  private int homes;
  private int ids;
  private int idElements;

  ColumnTableConverter(FlatWriter out, SchemaConverter schema) {
    this.out = out;
    this.schema = schema;
    this.tree = schema.tree();
  }

  void writeLookUps() {
    int idCount = tree.fieldIdCount();
    if (idCount > 0) {
      int[] numbers = new int[idCount];
      int[] elements = new int[idCount];
      for (int i = 0; i < idCount; i++) {
        numbers[i] = tree.sortedFieldId(i);
        elements[i] = tree.fieldIdElement(i);
      }
      ids = out.ints(numbers, idCount);
      idElements = out.ints(elements, idCount);
    }
    homes = NameSlots.homes(tree.leafCount());
    slots = out.pairs(NameSlots.place(tree.leafHashes()));
  }

  int slots() {
    return slots;
  }

  /** Number of slots that a hash may lead to. */
  int homes() {
    return homes;
  }

  /** {@code tiles}: where the chunks of columns are; null if that is not noted. */
  int write(RowGroupConverter tiles) {
    int parents = tree.isFlat() ? 0 : out.ints(tree.parents(), schema.elementCount());
    int leaves = tree.isFlat() ? 0 : out.ints(tree.leaves(), tree.leafCount());
    int places = tiles == null ? 0 : out.ints(schema.places(), schema.places().length);
    int tileVector = tiles == null ? 0 : out.ints(tiles.tiles(), tiles.tiles().length);
    int columnsOfTile = tiles == null ? 0 : tiles.columnsOfTile();
    return out.begin(ColumnTable.SHAPE)
        .refer(ColumnTable.PARENTS, parents)
        .refer(ColumnTable.LEAVES, leaves)
        .refer(ColumnTable.SLOTS, slots)
        .refer(ColumnTable.FIELD_IDS, ids)
        .refer(ColumnTable.FIELD_ID_ELEMENTS, idElements)
        .refer(ColumnTable.ELEMENT_PLACES, places)
        .refer(ColumnTable.TILES, tileVector)
        .setIf(tiles != null, ColumnTable.COLUMNS_OF_TILE, columnsOfTile)
        .end();
  }
}
