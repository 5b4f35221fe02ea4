// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.FooterUnits;
import io.arrowparquet.footer.internal.flat.TableShape;
import io.arrowparquet.footer.internal.flat.TableShape.Field;
import io.arrowparquet.footer.internal.flat.TableShape.Kind;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnTable;
import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import java.util.function.Predicate;

/**
 * The bytes that say what a footer's schema is, to know it again in other footers: schema elements,
 * key-values, and the vectors of the column table that are about the schema alone.
 *
 * <p>References count from their own place. So where all that is reached from a vector has the same
 * bytes, at the same distance from the vector, it says the same, whatever the bytes are. A footer
 * whose writer mixes them with bytes of its row groups is like no other. Key-values are compared
 * one by one, for large ones are far from their vector, after the row groups. A footer that is
 * decoded by units has these bytes elsewhere. Immutable.
 */
final class SchemaBytes implements Predicate<FlatFooter> {
  private static final int[] OF_FILE = {FileMetaData.SCHEMA};
  private static final int[] OF_COLUMNS = {
    ColumnTable.PARENTS,
    ColumnTable.LEAVES,
    ColumnTable.SLOTS,
    ColumnTable.FIELD_IDS,
    ColumnTable.FIELD_ID_ELEMENTS
  };
  private static final int PARTS = OF_FILE.length + OF_COLUMNS.length;

  private final FlatFooter footer;

  /** By part: where it is, where what it reaches begins and ends. */
  private final int[] places = new int[PARTS];

  private final int[] from = new int[PARTS];
  private final int[] to = new int[PARTS];

  SchemaBytes(FlatFooter footer) {
    this.footer = footer;
    for (int part = 0; part < PARTS; part++) {
      places[part] = place(footer.bytes, part);
      from[part] = places[part];
      to[part] = places[part];
      if (places[part] != 0) {
        reach(part, places[part], field(part));
      }
    }
  }

  private static Field field(int part) {
    return part < OF_FILE.length
        ? FileMetaData.SHAPE.fields().get(OF_FILE[part])
        : ColumnTable.SHAPE.fields().get(OF_COLUMNS[part - OF_FILE.length]);
  }

  private static int place(FooterBytes bytes, int part) {
    if (part < OF_FILE.length) {
      return bytes.child(bytes.root(), OF_FILE[part]);
    }
    int columns = bytes.child(bytes.root(), FileMetaData.COLUMN_TABLE);
    return columns == 0 ? 0 : bytes.child(columns, OF_COLUMNS[part - OF_FILE.length]);
  }

  private void reach(int part, int position, Field field) {
    switch (field.kind()) {
      case STRING, VECTOR -> vector(part, position, field.width());
      case TABLE -> table(part, position, field.tables().get(0));
      case TABLES, STRINGS -> {
        vector(part, position, FooterBytes.REFERENCE);
        int count = footer.bytes.count(position, FooterBytes.REFERENCE);
        for (int i = 0; i < count; i++) {
          int target = footer.bytes.reference(position, i);
          if (field.kind() == Kind.TABLES) {
            table(part, target, field.tables().get(0));
          } else {
            vector(part, target, 1);
          }
        }
      }
      case SCALAR, UNION_TAG, UNION_MEMBER -> {}
    }
  }

  private void vector(int part, int vector, int width) {
    include(part, vector, FooterBytes.REFERENCE + footer.bytes.count(vector, width) * width);
  }

  private void table(int part, int table, TableShape shape) {
    FooterBytes bytes = footer.bytes;
    int vtable = bytes.vtable(table);
    include(part, vtable, bytes.u16(vtable));
    include(part, table, bytes.tableBytes(table, vtable));
    int tag = 0;
    for (int slot = 0; slot < shape.fields().size(); slot++) {
      Field field = shape.fields().get(slot);
      int at = bytes.field(table, vtable, slot);
      if (at == 0) {
        continue;
      }
      include(part, at, field.inlineBytes());
      if (field.kind() == Kind.UNION_TAG) {
        tag = bytes.u8(at);
      } else if (field.kind() == Kind.UNION_MEMBER) {
        if (tag > 0 && tag <= field.tables().size()) {
          table(part, bytes.follow(at), field.tables().get(tag - 1));
        }
      } else if (field.kind() != Kind.SCALAR) {
        reach(part, bytes.follow(at), field);
      }
    }
  }

  private void include(int part, int position, int count) {
    from[part] = Math.min(from[part], position);
    to[part] = Math.max(to[part], position + count);
  }

  /** Whether another footer has the same schema and key-values. */
  @Override
  public boolean test(FlatFooter other) {
    FooterUnits units = units(footer);
    FooterUnits others = units(other);
    boolean same =
        other.isComplete() == footer.isComplete()
            && (units == null ? others == null : units.haveSameSchema(others))
            && hasSameKeyValues(other);
    for (int part = 0; same && part < PARTS; part++) {
      int place = place(other.bytes, part);
      int start = place - (places[part] - from[part]);
      int count = to[part] - from[part];
      same =
          (place == 0) == (places[part] == 0)
              && (place == 0 || other.bytes.isSame(start, footer.bytes, from[part], count));
    }
    return same;
  }

  private static FooterUnits units(FlatFooter footer) {
    return footer instanceof IndexedFooter indexed ? indexed.units : null;
  }

  private boolean hasSameKeyValues(FlatFooter other) {
    int count = footer.keyValueCount();
    boolean same =
        other.hasKeyValueMetadata() == footer.hasKeyValueMetadata()
            && other.keyValueCount() == count;
    for (int i = 0; same && i < count; i++) {
      same =
          isSameText(other, StructReader::keyAt, i) && isSameText(other, StructReader::valueAt, i);
    }
    return same;
  }

  private interface TextOfEntry {
    int at(TableView texts, int keyValues, int index);
  }

  private boolean isSameText(FlatFooter other, TextOfEntry text, int index) {
    FooterBytes bytes = footer.texts().bytes;
    int own = text.at(footer.texts(), FileMetaData.KV, index);
    int others = text.at(other.texts(), FileMetaData.KV, index);
    if (own == 0 || others == 0) {
      return own == others;
    }
    int count = FooterBytes.REFERENCE + bytes.count(own, 1);
    return other.texts().bytes.isSame(others, bytes, own, count);
  }
}
