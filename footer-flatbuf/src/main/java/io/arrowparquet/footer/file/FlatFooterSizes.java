// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.footer.file.FooterSizes.Part;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.NameSlots;
import io.arrowparquet.footer.internal.flat.TableShape;
import io.arrowparquet.footer.internal.flat.TableShape.Field;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnTable;
import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import io.arrowparquet.footer.internal.generated.ParquetFbs.NameSlot;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Measures where the bytes of a verified FlatBuffers footer go, in two walks through every table,
 * vector and string that the root reaches: the first finds out which column each thing is about,
 * the second attributes each run of bytes to that column and a part, the first time it comes by.
 *
 * <p>Columns and parts are handed down from a table to what it refers to. A column begins at its
 * schema element, at its chunk in each row group, and at its entries of the indexes; a part begins
 * at a field that {@link FooterSizes#part} knows.
 */
final class FlatFooterSizes {
  /** Tables, vectors and strings begin at multiples of this. */
  private static final int ALIGNMENT = 4;

  private static final int PASS_OVER = -2;
  private static final int NO_OWNER = 0;
  private static final int SHARED_OWNER = 1;

  private final FooterBytes bytes;
  private final FlatFooter footer;
  private final int columnTable;

  /** For each place a thing may be at: none, shared, or its column + 2. */
  private final int[] owners;

  private final BitSet entered = new BitSet();
  private final BitSet counted = new BitSet();
  private final FooterSizes sizes;
  private boolean isCounting;

  private FlatFooterSizes(ByteBuffer flatbuffer) {
    this.bytes = new FooterBytes(flatbuffer);
    this.footer = FlatFooter.wrap(flatbuffer);
    this.columnTable = bytes.child(bytes.root(), FileMetaData.COLUMN_TABLE);
    this.owners = new int[bytes.size() / ALIGNMENT + 1];
    this.sizes = new FooterSizes(footer.columnCount());
  }

  static FooterSizes measure(ByteBuffer flatbuffer) {
    FlatFooter.verify(flatbuffer);
    FlatFooterSizes measured = new FlatFooterSizes(flatbuffer);
    measured.walk();
    measured.isCounting = true;
    measured.walk();
    // Nothing refers to the bytes that are left: they are padding.
    long padding = (long) measured.bytes.size() - measured.counted.cardinality();
    measured.sizes.add(FooterSizes.SHARED, Part.STRUCTURE, padding);
    return measured.sizes;
  }

  /** What a thing and all below it is about, referred to for a column; or to pass over it. */
  private int enter(int position, int column) {
    int place = position / ALIGNMENT;
    int owner = owners[place];
    if (isCounting) {
      boolean isKnown = entered.get(place);
      entered.set(place);
      return isKnown ? PASS_OVER : owner - 2;
    }
    // Once for its first column, and once more when there is a second.
    if (owner == NO_OWNER) {
      owners[place] = column + 2;
      return column;
    }
    if (owner == column + 2 || owner == SHARED_OWNER) {
      return PASS_OVER;
    }
    owners[place] = SHARED_OWNER;
    return FooterSizes.SHARED;
  }

  private void take(int from, int length, int column, Part part) {
    if (!isCounting) {
      return;
    }
    int fresh = 0;
    // Vtables are shared by most tables: bytes that were counted are stepped over.
    int end = from + length;
    for (int i = counted.nextClearBit(from); i < end; i = counted.nextClearBit(i + 1)) {
      counted.set(i);
      fresh++;
    }
    sizes.add(column, part, fresh);
  }

  private void walk() {
    take(0, FooterBytes.REFERENCE, FooterSizes.SHARED, Part.STRUCTURE);
    table(bytes.root(), FileMetaData.SHAPE, FooterSizes.SHARED, Part.OTHER);
  }

  private void table(int table, TableShape shape, int referrer, Part part) {
    int column = enter(table, referrer);
    if (column == PASS_OVER) {
      return;
    }
    int vtable = bytes.vtable(table);
    take(vtable, bytes.u16(vtable), FooterSizes.SHARED, Part.STRUCTURE);
    int tag = 0;
    for (int slot = 0; slot < shape.fields().size(); slot++) {
      int at = bytes.field(table, vtable, slot);
      if (at != 0) {
        Field field = shape.fields().get(slot);
        Part own = FooterSizes.part(field.name(), part);
        take(at, field.inlineBytes(), column, own);
        if (!field.isScalar()) {
          referred(bytes.follow(at), field, tag, column, own);
        } else if (field.kind() == TableShape.Kind.UNION_TAG) {
          tag = bytes.u8(at);
        }
      }
    }
    // What is left of the table: the link to its vtable, and padding.
    take(table, bytes.u16(vtable + 2), column, Part.STRUCTURE);
  }

  private void referred(int target, Field field, int tag, int column, Part part) {
    switch (field.kind()) {
      case SCALAR, UNION_TAG -> {}
      case STRING -> string(target, column, part);
      case VECTOR -> vector(target, field, column, part);
      case TABLE -> table(target, field.tables().get(0), column, part);
      case UNION_MEMBER -> table(target, field.tables().get(tag - 1), column, part);
      case TABLES, STRINGS -> references(target, field, column, part);
    }
  }

  private void string(int string, int referrer, Part part) {
    int column = enter(string, referrer);
    if (column != PASS_OVER) {
      take(string, FooterBytes.REFERENCE + bytes.count(string, 1) + 1, column, part);
    }
  }

  private void references(int vector, Field field, int referrer, Part part) {
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
      if (field.kind() == TableShape.Kind.STRINGS) {
        string(bytes.follow(at), own, part);
      } else {
        table(bytes.follow(at), field.tables().get(0), own, part);
      }
    }
    take(vector, FooterBytes.REFERENCE, column, part);
  }

  private void vector(int vector, Field field, int referrer, Part part) {
    int column = enter(vector, referrer);
    if (column == PASS_OVER) {
      return;
    }
    int count = bytes.count(vector, field.width());
    int elements = vector + FooterBytes.REFERENCE;
    if (part == Part.NAME_INDEX || part == Part.INDEX_LOCATIONS) {
      for (int i = 0; i < count; i++) {
        int at = elements + i * field.width();
        take(at, field.width(), indexEntry(field.name(), i, column), part);
      }
    }
    take(vector, FooterBytes.REFERENCE + count * field.width(), column, part);
  }

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
