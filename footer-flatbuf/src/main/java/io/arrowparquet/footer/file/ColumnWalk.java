// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static java.util.Map.entry;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.NameSlots;
import io.arrowparquet.footer.internal.flat.TableShape;
import io.arrowparquet.footer.internal.flat.TableShape.Field;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnTable;
import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import io.arrowparquet.footer.internal.generated.ParquetFbs.NameSlot;
import java.util.Map;

/**
 * Walks every table, vector and string that the root of a verified footer reaches, and attributes
 * each run of bytes to a column and a part.
 *
 * <p>Columns and parts are handed down from a table to what it refers to. A column begins at its
 * schema element, at its chunk in each row group, and at its entries of the indexes; a part begins
 * at a field that {@link #PARTS} names.
 */
abstract class ColumnWalk {
  /** Given by {@link #enter} to pass over a thing. */
  static final int PASS_OVER = -2;

  /** The part that begins at a field. No two tables use one of these names for different things. */
  private static final Map<String, FooterPart> PARTS =
      Map.ofEntries(
          entry("schema", FooterPart.SCHEMA),
          entry("column_orders", FooterPart.SCHEMA),
          entry("row_groups", FooterPart.CHUNKS),
          entry("kv", FooterPart.KEY_VALUES),
          entry("key_value_metadata", FooterPart.KEY_VALUES),
          entry("created_by", FooterPart.KEY_VALUES),
          entry("column_table", FooterPart.NAME_INDEX),
          entry("block_crcs", FooterPart.STRUCTURE),
          entry("directory", FooterPart.STRUCTURE),
          entry("column_index", FooterPart.INDEX_LOCATIONS),
          entry("offset_index", FooterPart.INDEX_LOCATIONS),
          entry("bloom_filter", FooterPart.INDEX_LOCATIONS),
          entry("statistics", FooterPart.STATISTICS),
          entry("size_statistics", FooterPart.STATISTICS),
          entry("geospatial_statistics", FooterPart.STATISTICS),
          entry("encodings", FooterPart.ENCODINGS),
          entry("is_fully_dict_encoded", FooterPart.ENCODINGS),
          entry("crypto_metadata_type", FooterPart.OTHER),
          entry("crypto_metadata", FooterPart.OTHER),
          entry("encrypted_column_metadata", FooterPart.OTHER));

  final FooterBytes bytes;
  private final FlatFooter footer;
  private final int columnTable;

  ColumnWalk(FooterBytes bytes, FlatFooter footer) {
    this.bytes = bytes;
    this.footer = footer;
    this.columnTable = bytes.child(bytes.root(), FileMetaData.COLUMN_TABLE);
  }

  /**
   * Called at each thing that may be referred to more than once.
   *
   * @param column what the reference is about
   * @return what the thing and all below it is about, or {@link #PASS_OVER}
   */
  abstract int enter(int position, int column);

  /** Called with bytes, some of them more than once: the first call counts. */
  abstract void take(int from, int length, int column, FooterPart part);

  final void walk() {
    take(0, FooterBytes.REFERENCE, FooterSizes.SHARED, FooterPart.STRUCTURE);
    table(bytes.root(), FileMetaData.SHAPE, FooterSizes.SHARED, FooterPart.OTHER);
  }

  private void table(int table, TableShape shape, int referrer, FooterPart part) {
    int column = enter(table, referrer);
    if (column == PASS_OVER) {
      return;
    }
    int vtable = bytes.vtable(table);
    take(vtable, bytes.u16(vtable), FooterSizes.SHARED, FooterPart.STRUCTURE);
    int tag = 0;
    for (int slot = 0; slot < shape.fields().size(); slot++) {
      int at = bytes.field(table, vtable, slot);
      if (at != 0) {
        Field field = shape.fields().get(slot);
        FooterPart own = part(field.name(), part);
        boolean scalar = isScalar(field);
        take(at, scalar ? field.width() : FooterBytes.REFERENCE, column, own);
        if (!scalar) {
          referred(bytes.follow(at), field, tag, column, own);
        } else if (field.kind() == TableShape.Kind.UNION_TAG) {
          tag = bytes.u8(at);
        }
      }
    }
    // What is left of the table: the link to its vtable, and padding.
    take(table, bytes.u16(vtable + 2), column, FooterPart.STRUCTURE);
  }

  /** The part of a field, in a table that belongs to {@code inherited}. */
  static FooterPart part(String field, FooterPart inherited) {
    return PARTS.getOrDefault(field, inherited);
  }

  private static boolean isScalar(Field field) {
    return field.kind() == TableShape.Kind.SCALAR || field.kind() == TableShape.Kind.UNION_TAG;
  }

  private void referred(int target, Field field, int tag, int column, FooterPart part) {
    switch (field.kind()) {
      case SCALAR, UNION_TAG -> {}
      case STRING -> string(target, column, part);
      case VECTOR -> vector(target, field, column, part);
      case TABLE -> table(target, field.tables().get(0), column, part);
      case UNION_MEMBER -> table(target, field.tables().get(tag - 1), column, part);
      case TABLES -> tables(target, field, column, part);
      case STRINGS -> strings(target, column, part);
    }
  }

  private void string(int string, int referrer, FooterPart part) {
    int column = enter(string, referrer);
    if (column != PASS_OVER) {
      take(string, FooterBytes.REFERENCE + bytes.count(string, 1) + 1, column, part);
    }
  }

  private void strings(int vector, int referrer, FooterPart part) {
    int column = enter(vector, referrer);
    if (column == PASS_OVER) {
      return;
    }
    int count = bytes.count(vector, FooterBytes.REFERENCE);
    take(vector, FooterBytes.REFERENCE * (count + 1), column, part);
    for (int i = 0; i < count; i++) {
      string(bytes.follow(bytes.element(vector, FooterBytes.REFERENCE, i)), column, part);
    }
  }

  private void tables(int vector, Field field, int referrer, FooterPart part) {
    int column = enter(vector, referrer);
    if (column == PASS_OVER) {
      return;
    }
    int count = bytes.count(vector, FooterBytes.REFERENCE);
    for (int i = 0; i < count; i++) {
      int at = bytes.element(vector, FooterBytes.REFERENCE, i);
      int own =
          switch (field.name()) {
            case "schema" -> footer.elementColumn(i);
            case "columns" -> i;
            default -> column;
          };
      take(at, FooterBytes.REFERENCE, own, part);
      table(bytes.follow(at), field.tables().get(0), own, part);
    }
    take(vector, FooterBytes.REFERENCE, column, part);
  }

  private void vector(int vector, Field field, int referrer, FooterPart part) {
    int column = enter(vector, referrer);
    if (column == PASS_OVER) {
      return;
    }
    int count = bytes.count(vector, field.width());
    int elements = vector + FooterBytes.REFERENCE;
    if (part == FooterPart.NAME_INDEX || part == FooterPart.INDEX_LOCATIONS) {
      for (int i = 0; i < count; i++) {
        int at = elements + i * field.width();
        take(at, field.width(), indexEntry(field.name(), i, column), part);
      }
    }
    take(vector, FooterBytes.REFERENCE + count * field.width(), column, part);
  }

  /** The column that entry {@code i} of an index is about. */
  private int indexEntry(String field, int i, int column) {
    return switch (field) {
      case "parents" -> footer.elementColumn(i);
      case "leaves" -> i;
      case "slots" -> slotColumn(i, column);
      case "field_ids", "field_id_elements" -> footer.elementColumn(fieldIdElement(i));
      case "starts", "locations" -> i < footer.columnCount() ? i : column;
      default -> column;
    };
  }

  private int slotColumn(int i, int ofFree) {
    int slots = bytes.child(columnTable, ColumnTable.SLOTS);
    int column = bytes.i32(bytes.element(slots, NameSlot.BYTES, i) + NameSlot.COLUMN);
    return column == NameSlots.FREE ? ofFree : column;
  }

  private int fieldIdElement(int i) {
    int elements = bytes.child(columnTable, ColumnTable.FIELD_ID_ELEMENTS);
    return bytes.i32(bytes.element(elements, Integer.BYTES, i));
  }
}
