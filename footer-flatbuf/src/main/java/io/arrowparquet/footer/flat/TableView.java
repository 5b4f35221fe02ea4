// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.Piece;
import io.arrowparquet.storage.internal.ArrayNumbers;

/**
 * One table of the buffer and its vtable, found and checked once so that each field costs two reads
 * of an array. Tables looked at one after another mostly share a vtable, which is then checked for
 * the first of them only; where two kinds take turns, both are remembered.
 *
 * <p>The two are read where they are, if the buffer is an array. If it is mapped or fetched in
 * parts, the vtable is read from a copy, and the table from the part that it is in or from a copy:
 * so that what a caller does with fields is compiled without these cases, which would keep the
 * compiler from putting the reads into the caller's loop.
 *
 * <p>A view that was never pointed at a table has none of the fields.
 */
class TableView {
  private static final byte[] NOTHING = {};

  /** No vtable: every field is absent. */
  private static final int NOWHERE = -1;

  FooterBytes bytes;
  int table;
  private int vtable = NOWHERE;
  private int vtableBytes;

  /** Bytes of each table that has this vtable; its fields are inside. */
  private int tableBytes;

  /** Where the table is read: all of the buffer, a piece of it, or a copy of the table. */
  private byte[] array = NOTHING;

  /** Where the vtable is read: the same, or a copy if the buffer is mapped or in parts. */
  private byte[] vtableArray = NOTHING;

  /** For tables that are mapped, or that two pieces have; no other array is written to. */
  private byte[] copy = NOTHING;

  private int tableStart;
  private int vtableStart;

  /** Where in the array the buffer begins; negative for a piece. */
  private int bufferStart;

  /** Tables from the first place to the last one are in the array; the last is 0 for a copy. */
  private int firstTable = 1;

  private int lastTable;
  private int arrayEnd;

  /** The vtable of the tables before, and the same of it; no bytes if there is none. */
  private int otherVtable;

  private int otherVtableBytes;
  private int otherTableBytes;
  private byte[] otherVtableArray = NOTHING;
  private int otherVtableStart;

  final void at(FooterBytes newBytes, int newTable) {
    // Skipping the unchanged store avoids a GC write barrier.
    if (newBytes == bytes && newTable >= firstTable && newTable <= lastTable) {
      newBytes.open(newTable, tableBytes);
      int start = bufferStart + newTable;
      int found = newTable - (int) ArrayNumbers.INT.get(array, start);
      if (found == vtable || (found == otherVtable && isOther(newTable))) {
        table = newTable;
        tableStart = start;
        return;
      }
    }
    atOtherVtable(newBytes, newTable);
  }

  private boolean isOther(int newTable) {
    if (otherVtableBytes == 0 || newTable > arrayEnd - otherTableBytes) {
      return false;
    }
    bytes.open(newTable, otherTableBytes);
    int newVtable = otherVtable;
    int newVtableBytes = otherVtableBytes;
    int newTableBytes = otherTableBytes;
    byte[] newVtableArray = otherVtableArray;
    int newVtableStart = otherVtableStart;
    rememberOther();
    vtable = newVtable;
    vtableBytes = newVtableBytes;
    tableBytes = newTableBytes;
    vtableStart = newVtableStart;
    if (vtableArray != newVtableArray) {
      vtableArray = newVtableArray;
    }
    lastTable = arrayEnd - tableBytes;
    return true;
  }

  private void rememberOther() {
    otherVtable = vtable;
    otherVtableBytes = vtableBytes;
    otherTableBytes = tableBytes;
    otherVtableStart = vtableStart;
    if (otherVtableArray != vtableArray) {
      otherVtableArray = vtableArray;
    }
  }

  private void atOtherVtable(FooterBytes newBytes, int newTable) {
    if (newBytes == bytes && newTable > 0 && vtableArray != array && isLikeCopied(newTable)) {
      return;
    }
    rememberOther();
    if (newBytes != bytes) {
      otherVtableBytes = 0;
      bytes = newBytes;
    }
    // Nothing is remembered of a vtable that turns out to be outside the buffer.
    vtable = NOWHERE;
    vtableBytes = 0;
    lastTable = 0;
    table = newTable;
    if (newTable == 0) {
      return;
    }
    int newVtable = newBytes.vtable(newTable);
    tableBytes = newBytes.tableBytes(newTable, newVtable);
    int newVtableBytes = newBytes.u16(newVtable);
    if (newBytes.array() != null) {
      newBytes.open(newVtable, newVtableBytes);
      newBytes.open(newTable, tableBytes);
      if (array != newBytes.array()) {
        array = newBytes.array();
      }
      vtableArray = array;
      vtableStart = newBytes.arrayStart() + newVtable;
      find(newTable, newBytes.arrayStart(), 1, newBytes.size());
    } else {
      vtableArray = new byte[newVtableBytes];
      vtableStart = 0;
      newBytes.copyTo(newVtable, vtableArray, 0, newVtableBytes);
      find(newTable, newBytes.piece(newTable, tableBytes));
    }
    vtable = newVtable;
    vtableBytes = newVtableBytes;
  }

  /** Goes to a table of the vtable that there is a copy of, if it is one. */
  private boolean isLikeCopied(int newTable) {
    if (vtableBytes == 0 || newTable > bytes.size() - tableBytes) {
      return false;
    }
    Piece piece = bytes.piece(newTable, tableBytes);
    int link =
        piece == null
            ? bytes.i32(newTable)
            : (int) ArrayNumbers.INT.get(piece.bytes, newTable - piece.start);
    if (newTable - link != vtable) {
      return false;
    }
    find(newTable, piece);
    table = newTable;
    return true;
  }

  /** Takes a table from its piece, or copies it if there is none. */
  private void find(int newTable, Piece piece) {
    if (piece != null) {
      array = piece.bytes;
      find(newTable, -piece.start, bytes.startIn(piece, newTable), bytes.endIn(piece, newTable));
      return;
    }
    if (copy.length < tableBytes) {
      copy = new byte[tableBytes];
    }
    bytes.copyTo(newTable, copy, 0, tableBytes);
    array = copy;
    tableStart = 0;
    lastTable = 0;
  }

  private void find(int newTable, int newBufferStart, int from, int to) {
    bufferStart = newBufferStart;
    tableStart = newBufferStart + newTable;
    firstTable = from;
    arrayEnd = to;
    lastTable = to - tableBytes;
  }

  private int offset(int slot, int width) {
    int entry = FooterBytes.VTABLE_HEADER + FooterBytes.VTABLE_ENTRY * slot;
    if (entry + FooterBytes.VTABLE_ENTRY > vtableBytes) {
      return 0;
    }
    int offset = (short) ArrayNumbers.SHORT.get(vtableArray, vtableStart + entry) & 0xFFFF;
    if (offset > tableBytes - width) {
      throw outside(entry, offset, width);
    }
    return offset;
  }

  private RuntimeException outside(int entry, int offset, int width) {
    return bytes.corrupt(
        "place of a field", vtable + entry, offset, "at most " + (tableBytes - width));
  }

  /** Position in the buffer of a field's value, 0 if it is absent. */
  final int field(int slot) {
    int offset = offset(slot, 1);
    return offset == 0 ? 0 : table + offset;
  }

  final boolean has(int slot) {
    return offset(slot, 1) != 0;
  }

  final long longField(int slot) {
    int offset = offset(slot, Long.BYTES);
    return offset == 0 ? 0 : (long) ArrayNumbers.LONG.get(array, tableStart + offset);
  }

  final int intField(int slot) {
    int offset = offset(slot, Integer.BYTES);
    return offset == 0 ? 0 : (int) ArrayNumbers.INT.get(array, tableStart + offset);
  }

  final byte byteField(int slot) {
    int offset = offset(slot, 1);
    return offset == 0 ? 0 : array[tableStart + offset];
  }

  final int child(int slot) {
    int offset = offset(slot, FooterBytes.REFERENCE);
    return offset == 0
        ? 0
        : bytes.follow(table + offset, (int) ArrayNumbers.INT.get(array, tableStart + offset));
  }
}
