// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import com.google.flatbuffers.FlatBufferBuilder;
import java.util.Arrays;

/**
 * Writes tables of one kind of which there are very many, few of them with different fields.
 *
 * <p>For each table a FlatBufferBuilder writes its vtable too, compares it with all there are and
 * throws it away; for the tables of column chunks that is half of a conversion's time. A template
 * lets the builder do so for the first table with a certain set of fields, and for the next ones
 * puts the values at the same places of a table in a {@link TableBlock}, with a link to the same
 * vtable.
 *
 * <p>The layout follows from the set of fields alone, provided that fields are added widest first:
 *
 * <pre>
 *   higher addresses    8-byte fields, from a multiple of 8 | 4-byte fields | 1-byte fields, filled up to 4 | link
 *                       added first                                                              added last
 * </pre>
 */
final class TableTemplate {
  private final FlatWriter out;
  private final TableBlock block;
  private final int slots;
  private final int longSlots;

  /** The sets of fields met so far, and the vtable of each, counted from the buffer's end. */
  private int[] masks = new int[4];

  private int[] vtables = new int[4];

  /** For each set the size of its tables, then by slot where in a table its value is. */
  private short[][] layouts = new short[4][];

  private int known;

  /** Place of the set that was used last. */
  private int last;

  private int mask;
  private short[] layout;

  /** Of a table that is put where it belongs: its index in the block. */
  private int begin;

  /** Of the first table with its fields; null for the others. */
  private FlatBufferBuilder builder;

  /**
   * A template for tables with so many slots.
   *
   * @param longSlots bit i is set if the value of slot i has 8 bytes
   */
  TableTemplate(FlatWriter out, int slots, int longSlots) {
    this.out = out;
    this.block = out.block;
    this.slots = slots;
    this.longSlots = longSlots;
  }

  /**
   * Begins a table.
   *
   * @param fields bit i is set if slot i has a value
   */
  void begin(int fields) {
    mask = fields;
    int alignment = (fields & longSlots) != 0 ? Long.BYTES : Integer.BYTES;
    if (find(fields)) {
      builder = null;
      layout = layouts[last];
      begin = block.allocate(layout[0], alignment);
    } else {
      builder = out.builder();
      builder.prep(alignment, 0);
      builder.startTable(slots);
    }
  }

  private boolean find(int fields) {
    if (known > 0 && masks[last] == fields) {
      return true;
    }
    for (int i = 0; i < known; i++) {
      if (masks[i] == fields) {
        last = i;
        return true;
      }
    }
    return false;
  }

  private boolean lacks(int slot) {
    return (mask >>> slot & 1) == 0;
  }

  /** Adds the value of a slot if the table was begun with it. */
  void addLong(int slot, long value) {
    if (lacks(slot)) {
      return;
    }
    if (builder == null) {
      block.setLong(begin + layout[slot + 1], value);
    } else {
      builder.addLong(value);
      builder.slot(slot);
    }
  }

  /** As {@link #addLong}, for 4 bytes. */
  void addInt(int slot, int value) {
    if (lacks(slot)) {
      return;
    }
    if (builder == null) {
      block.setInt(begin + layout[slot + 1], value);
    } else {
      builder.addInt(value);
      builder.slot(slot);
    }
  }

  /** As {@link #addLong}, for a reference to what was written before. */
  void addReference(int slot, int target) {
    if (lacks(slot)) {
      return;
    }
    if (builder == null) {
      int at = begin + layout[slot + 1];
      block.setInt(at, block.offsetOf(at) - target);
    } else {
      builder.addOffset(target);
      builder.slot(slot);
    }
  }

  /** As {@link #addLong}, for one byte. */
  void addByte(int slot, int value) {
    if (lacks(slot)) {
      return;
    }
    if (builder == null) {
      block.setByte(begin + layout[slot + 1], value);
    } else {
      builder.addByte((byte) value);
      builder.slot(slot);
    }
  }

  /** Ends the table. */
  int end() {
    if (builder != null) {
      int table = builder.endTable();
      remember(table);
      return table;
    }
    int table = block.offsetOf(begin);
    block.setInt(begin, vtables[last] - table);
    return table;
  }

  private void remember(int table) {
    if (known == masks.length) {
      masks = Arrays.copyOf(masks, 2 * known);
      vtables = Arrays.copyOf(vtables, 2 * known);
      layouts = Arrays.copyOf(layouts, 2 * known);
    }
    masks[known] = mask;
    vtables[known] = out.vtableOf(table);
    layouts[known] = out.layoutOf(vtables[known], slots);
    last = known++;
  }
}
