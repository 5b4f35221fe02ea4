// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import com.google.flatbuffers.FlatBufferBuilder;

/**
 * Writes tables field by field, each scalar as wide as the table's shape says. What is set is
 * written, zero or not; what is not set is absent. Tables do not nest: what a table refers to is
 * written before it.
 */
public final class TableWriter {
  private final FlatBufferBuilder builder;
  private TableShape shape;

  /** Of a builder that from now on writes defaults too: else an optional zero would be absent. */
  public TableWriter(FlatBufferBuilder builder) {
    this.builder = builder.forceDefaults(true);
  }

  public TableWriter begin(TableShape table) {
    shape = table;
    builder.startTable(table.fields().size());
    return this;
  }

  /** Sets a scalar; a double by its bits. */
  public TableWriter set(int slot, long value) {
    switch (shape.fields().get(slot).width()) {
      case Byte.BYTES -> builder.addByte(slot, (byte) value, 0);
      case Short.BYTES -> builder.addShort(slot, (short) value, 0);
      case Integer.BYTES -> builder.addInt(slot, (int) value, 0);
      default -> builder.addLong(slot, value, 0);
    }
    return this;
  }

  public TableWriter setIf(boolean isPresent, int slot, long value) {
    return isPresent ? set(slot, value) : this;
  }

  public TableWriter setUnless(long absent, int slot, long value) {
    return setIf(value != absent, slot, value);
  }

  public TableWriter set(int slot, boolean value) {
    return set(slot, value ? 1 : 0);
  }

  public TableWriter refer(int slot, int target) {
    if (target != 0) {
      builder.addOffset(slot, target, 0);
    }
    return this;
  }

  /** The value that was set last is that of this slot too. */
  public TableWriter alsoAt(int slot) {
    builder.slot(slot);
    return this;
  }

  public int end() {
    return builder.endTable();
  }
}
