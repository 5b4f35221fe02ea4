// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static java.util.Map.entry;

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
import java.util.Map;

/**
 * Measures where the bytes of a FlatBuffers footer go: one walk finds out which column each thing
 * is about, another counts.
 */
final class FlatFooterSizes {
  /** Tables, vectors and strings begin at multiples of this. */
  private static final int ALIGNMENT = 4;

  private FlatFooterSizes() {}

  static FooterSizes measure(ByteBuffer flatbuffer) {
    FlatFooter.verify(flatbuffer);
    FooterBytes bytes = new FooterBytes(flatbuffer);
    FlatFooter footer = FlatFooter.wrap(flatbuffer);
    Owners owners = new Owners(bytes, footer);
    owners.walk();
    Counter counter = new Counter(bytes, footer, owners);
    counter.walk();
    return counter.finish();
  }

  /** Finds out which column each thing is about. */
  private static final class Owners extends ColumnWalk {
    private static final int NO_OWNER = 0;
    private static final int SHARED = 1;

    /** For each place a thing may be at: none, shared, or its column + 2. */
    private final int[] owners;

    Owners(FooterBytes bytes, FlatFooter footer) {
      super(bytes, footer);
      owners = new int[bytes.size() / ALIGNMENT + 1];
    }

    /** Enters a thing once for its first column, and once more when there is a second. */
    @Override
    int enter(int position, int column) {
      int place = position / ALIGNMENT;
      int owner = column + 2;
      if (owners[place] == NO_OWNER) {
        owners[place] = owner;
        return column;
      }
      if (owners[place] == owner || owners[place] == SHARED) {
        return PASS_OVER;
      }
      owners[place] = SHARED;
      return FooterSizes.SHARED;
    }

    int columnAt(int position) {
      return owners[position / ALIGNMENT] - 2;
    }

    @Override
    void take(int from, int length, int column, Part part) {
      // Bytes are counted when all owners are known.
    }
  }

  /** Counts bytes, each one the first time it comes by. */
  private static final class Counter extends ColumnWalk {
    private final Owners owners;
    private final BitSet entered;
    private final BitSet counted;
    private final FooterSizes.Builder sizes;

    Counter(FooterBytes bytes, FlatFooter footer, Owners owners) {
      super(bytes, footer);
      this.owners = owners;
      this.entered = new BitSet(bytes.size() / ALIGNMENT + 1);
      this.counted = new BitSet(bytes.size());
      this.sizes = new FooterSizes.Builder(footer.columnCount());
    }

    @Override
    int enter(int position, int column) {
      int place = position / ALIGNMENT;
      if (entered.get(place)) {
        return PASS_OVER;
      }
      entered.set(place);
      return owners.columnAt(position);
    }

    @Override
    void take(int from, int length, int column, Part part) {
      int fresh = 0;
      // Vtables are shared by most tables: bytes that were counted are stepped over.
      int end = from + length;
      for (int i = counted.nextClearBit(from); i < end; i = counted.nextClearBit(i + 1)) {
        counted.set(i);
        fresh++;
      }
      sizes.add(column, part, fresh);
    }

    /** Nothing refers to the bytes that are left: they are padding. */
    FooterSizes finish() {
      sizes.add(FooterSizes.SHARED, Part.STRUCTURE, (long) bytes.size() - counted.cardinality());
      return sizes.build();
    }
  }

  /**
   * Walks every table, vector and string that the root of a verified footer reaches, and attributes
   * each run of bytes to a column and a part.
   *
   * <p>Columns and parts are handed down from a table to what it refers to. A column begins at its
   * schema element, at its chunk in each row group, and at its entries of the indexes; a part
   * begins at a field that {@link #PARTS} names.
   */
  abstract static class ColumnWalk {
    /** Given by {@link #enter} to pass over a thing. */
    static final int PASS_OVER = -2;

    /**
     * The part that begins at a field. No two tables use one of these names for different things.
     */
    private static final Map<String, Part> PARTS =
        Map.ofEntries(
            entry("schema", Part.SCHEMA),
            entry("column_orders", Part.SCHEMA),
            entry("row_groups", Part.CHUNKS),
            entry("kv", Part.KEY_VALUES),
            entry("key_value_metadata", Part.KEY_VALUES),
            entry("created_by", Part.KEY_VALUES),
            entry("column_table", Part.NAME_INDEX),
            entry("block_crcs", Part.STRUCTURE),
            entry("directory", Part.STRUCTURE),
            entry("column_index", Part.INDEX_LOCATIONS),
            entry("offset_index", Part.INDEX_LOCATIONS),
            entry("bloom_filter", Part.INDEX_LOCATIONS),
            entry("statistics", Part.STATISTICS),
            entry("size_statistics", Part.STATISTICS),
            entry("geospatial_statistics", Part.STATISTICS),
            entry("encodings", Part.ENCODINGS),
            entry("is_fully_dict_encoded", Part.ENCODINGS),
            entry("crypto_metadata_type", Part.OTHER),
            entry("crypto_metadata", Part.OTHER),
            entry("encrypted_column_metadata", Part.OTHER));

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
    abstract void take(int from, int length, int column, Part part);

    final void walk() {
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
          Part own = part(field.name(), part);
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
      take(table, bytes.u16(vtable + 2), column, Part.STRUCTURE);
    }

    /** The part of a field, in a table that belongs to {@code inherited}. */
    static Part part(String field, Part inherited) {
      return PARTS.getOrDefault(field, inherited);
    }

    private static boolean isScalar(Field field) {
      return field.kind() == TableShape.Kind.SCALAR || field.kind() == TableShape.Kind.UNION_TAG;
    }

    private void referred(int target, Field field, int tag, int column, Part part) {
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

    private void string(int string, int referrer, Part part) {
      int column = enter(string, referrer);
      if (column != PASS_OVER) {
        take(string, FooterBytes.REFERENCE + bytes.count(string, 1) + 1, column, part);
      }
    }

    private void strings(int vector, int referrer, Part part) {
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

    private void tables(int vector, Field field, int referrer, Part part) {
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
}
