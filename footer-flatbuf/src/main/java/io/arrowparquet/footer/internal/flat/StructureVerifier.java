// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import io.arrowparquet.footer.internal.flat.TableShape.Field;
import java.util.IdentityHashMap;

/**
 * Walks every table, vector and string that a root reaches and checks that each lies inside the
 * buffer, where its type may lie.
 *
 * <p>Time is linear in the size of the buffer, though things may be shared: what was walked as what
 * it is asked for now is not walked again, and all that is walked takes no more room than the
 * buffer has. So what is verified does not overlap itself either, and all distinct strings and
 * vectors together are no longer than the buffer. Nesting is bounded by the IDL. For one thread.
 */
public final class StructureVerifier {
  /** No table or vector takes less; room is counted in units of this many bytes. */
  private static final int SMALLEST = 4;

  private static final int STRINGS_CODE = 1;

  /** A string, or a vector of scalars: nothing in it leads on. */
  private static final int DATA_CODE = 2;

  private static final int FIRST_SHAPE_CODE = 3;

  private final FooterBytes bytes;

  /** For each fourth position: as what the part there was walked first; 0 for not at all. */
  private final byte[] walked;

  private final IdentityHashMap<TableShape, Integer> codes = new IdentityHashMap<>();
  private int roomLeft;

  /** Less than 0 for parquet.fbs. */
  private final int maxTables;

  private int tablesLeft;

  private StructureVerifier(FooterBytes bytes, int maxTables) {
    this.bytes = bytes;
    this.walked = new byte[bytes.size() / SMALLEST + 1];
    this.roomLeft = walked.length;
    this.maxTables = maxTables;
    this.tablesLeft = maxTables;
  }

  public static void verify(FooterBytes bytes, TableShape root) {
    verify(bytes, root, -1);
  }

  /** Of another schema, where a member may lack its tag; counts shared tables each time. */
  public static void verify(FooterBytes bytes, TableShape root, int maxTables) {
    new StructureVerifier(bytes, maxTables).table(bytes.root(), root);
  }

  private boolean countsShared() {
    return maxTables >= 0;
  }

  private void table(int table, TableShape shape) {
    requireAligned(table, SMALLEST, shape.name());
    int vtable = bytes.vtable(table);
    requireAligned(vtable, 2, shape.name());
    int tableBytes = bytes.u16(vtable + 2);
    if (tableBytes < SMALLEST || tableBytes > bytes.size() - table) {
      throw bytes.corrupt(
          shape.name() + " size", vtable + 2, tableBytes, "4 to the end of the buffer");
    }
    if (countsShared()) {
      countTable(table);
    } else if (isWalked(table, code(shape), tableBytes / SMALLEST)) {
      return;
    }
    int vtableBytes = bytes.u16(vtable);
    if (vtableBytes % 2 != 0) {
      throw bytes.corrupt(shape.name() + " vtable size", vtable, vtableBytes, "an even number");
    }
    int tag = 0;
    for (int slot = 0; slot < shape.fields().size(); slot++) {
      Field field = shape.fields().get(slot);
      int at = bytes.field(table, vtable, slot);
      if (at != 0) {
        requireInside(at, table, tableBytes, field);
      }
      if (field.kind() == TableShape.Kind.UNION_TAG) {
        tag = at == 0 ? 0 : bytes.u8(at);
      } else if (field.kind() == TableShape.Kind.UNION_MEMBER) {
        unionMember(at, tag, field, table);
      } else if (at != 0) {
        value(at, field);
      }
    }
  }

  private void requireInside(int at, int table, int tableBytes, Field field) {
    int width = field.inlineBytes();
    if (at < table + SMALLEST || at > table + tableBytes - width) {
      throw bytes.corrupt(
          field.name() + " in its table", table, at - table, "4 to " + (tableBytes - width));
    }
    requireAligned(at, width, field.name());
  }

  private void value(int at, Field field) {
    switch (field.kind()) {
      case SCALAR, UNION_TAG, UNION_MEMBER -> {}
      case STRING -> string(bytes.follow(at));
      case VECTOR -> vector(bytes.follow(at), field);
      case TABLE -> table(bytes.follow(at), field.tables().get(0));
      case TABLES -> tables(bytes.follow(at), field.tables().get(0));
      case STRINGS -> strings(bytes.follow(at));
    }
  }

  private void unionMember(int at, int tag, Field field, int table) {
    if (countsShared() ? tag != 0 && at == 0 : (tag == 0) != (at == 0)) {
      throw bytes.corrupt(field.name() + " tag", table, tag, "a tag and a member, or neither");
    }
    if (tag > field.tables().size()) {
      throw bytes.corrupt(field.name() + " tag", table, tag, "0 to " + field.tables().size());
    }
    if (tag != 0) {
      table(bytes.follow(at), field.tables().get(tag - 1));
    }
  }

  private void string(int string) {
    requireAligned(string, SMALLEST, "string");
    int count = bytes.count(string, 1);
    int end = string + FooterBytes.REFERENCE + count;
    if (end >= bytes.size() || bytes.u8(end) != 0) {
      throw bytes.corrupt(
          "end of a string", end, end < bytes.size() ? bytes.u8(end) : -1, "the byte 0");
    }
    isWalked(string, DATA_CODE, count / SMALLEST);
  }

  private void vector(int vector, Field field) {
    requireAligned(vector, SMALLEST, field.name());
    requireAligned(vector + FooterBytes.REFERENCE, field.align(), field.name());
    long count = bytes.count(vector, field.width());
    isWalked(vector, DATA_CODE, (int) (count * field.width() / SMALLEST));
  }

  private void tables(int vector, TableShape shape) {
    requireAligned(vector, SMALLEST, shape.name());
    int count = bytes.count(vector, FooterBytes.REFERENCE);
    // A vector's code is the negative of its tables': both fit into a byte.
    if (!countsShared() && isWalked(vector, -code(shape), count)) {
      return;
    }
    for (int i = 0; i < count; i++) {
      table(bytes.follow(bytes.element(vector, FooterBytes.REFERENCE, i)), shape);
    }
  }

  private void strings(int vector) {
    requireAligned(vector, SMALLEST, "strings");
    int count = bytes.count(vector, FooterBytes.REFERENCE);
    if (isWalked(vector, STRINGS_CODE, count)) {
      return;
    }
    for (int i = 0; i < count; i++) {
      string(bytes.follow(bytes.element(vector, FooterBytes.REFERENCE, i)));
    }
  }

  private int code(TableShape shape) {
    return codes.computeIfAbsent(shape, unused -> codes.size() + FIRST_SHAPE_CODE);
  }

  private void countTable(int table) {
    if (tablesLeft-- == 0) {
      throw bytes.corrupt("number of tables", table, maxTables + 1L, "at most " + maxTables);
    }
  }

  /** Whether this was walked before; takes note that it is now, and of the units that it takes. */
  private boolean isWalked(int position, int code, int room) {
    int place = position / SMALLEST;
    if (walked[place] == code) {
      return true;
    }
    if (roomLeft < room) {
      throw bytes.corrupt(
          "room that tables, vectors and strings take",
          position,
          (walked.length - roomLeft + (long) room) * SMALLEST,
          "at most " + bytes.size() + " bytes, for they do not overlap");
    }
    roomLeft -= room;
    if (walked[place] == 0) {
      walked[place] = (byte) code;
    }
    return false;
  }

  private void requireAligned(int position, int align, String what) {
    if (position % align != 0) {
      throw bytes.corrupt("position of " + what, position, position, "a multiple of " + align);
    }
  }
}
