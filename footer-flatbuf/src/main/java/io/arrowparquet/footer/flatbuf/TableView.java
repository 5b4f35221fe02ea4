// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flatbuf;

import io.arrowparquet.footer.flatbuf.internal.FooterBytes;

/**
 * One table of the buffer and its vtable, found once so that each field costs two reads. Tables
 * looked at one after another mostly share a vtable, which is then checked for the first of them
 * only.
 *
 * <p>A view that was never pointed at a table has none of the fields.
 */
class TableView {
  /** No vtable: every field is absent. */
  private static final int NOWHERE = -1;

  FooterBytes bytes;
  int table;
  private int vtable = NOWHERE;
  private int vtableBytes;

  /** Points this view at a table; 0 for none. */
  final void at(FooterBytes newBytes, int newTable) {
    // Skipping the unchanged store avoids a GC write barrier.
    if (newBytes == bytes && newTable != 0 && newTable - newBytes.i32(newTable) == vtable) {
      table = newTable;
    } else {
      atOtherVtable(newBytes, newTable);
    }
  }

  private void atOtherVtable(FooterBytes newBytes, int newTable) {
    // Nothing is remembered of a vtable that turns out to be outside the buffer.
    vtable = NOWHERE;
    vtableBytes = 0;
    table = newTable;
    if (newBytes != bytes) {
      bytes = newBytes;
    }
    if (newTable != 0) {
      vtable = newBytes.vtable(newTable);
      vtableBytes = newBytes.u16(vtable);
    }
  }

  /** Position of a field's value, 0 if it is absent. */
  final int field(int slot) {
    return bytes == null ? 0 : bytes.field(table, vtable, vtableBytes, slot);
  }

  final boolean has(int slot) {
    return field(slot) != 0;
  }

  final long longField(int slot) {
    int at = field(slot);
    return at == 0 ? 0 : bytes.i64(at);
  }

  final int intField(int slot) {
    int at = field(slot);
    return at == 0 ? 0 : bytes.i32(at);
  }

  final byte byteField(int slot) {
    int at = field(slot);
    return at == 0 ? 0 : bytes.i8(at);
  }

  final boolean booleanField(int slot) {
    return byteField(slot) != 0;
  }

  /** What the reference in a field points at, 0 if it is absent. */
  final int child(int slot) {
    int at = field(slot);
    return at == 0 ? 0 : bytes.follow(at);
  }
}
