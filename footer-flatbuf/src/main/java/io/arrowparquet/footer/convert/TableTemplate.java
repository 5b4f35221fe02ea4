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
  /**
   * In a set of fields: two slots that the table was begun with have the same value, which stands
   * there once. Tables have no slot of this number.
   */
  static final int TWINS = 1 << 31;

  /** About as much as another vtable takes. */
  private static final int SPARE_BYTES = 40;

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

  /** Slots that the table has, which may be more than it was begun with. */
  private int mask;

  private short[] layout;

  /** How many bytes may still be spent on zeros, and on equal values written twice. */
  private int spare = SPARE_BYTES;

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
   * @param fields bit i is set if slot i has a value; {@link #TWINS} may be
   * @param zeros bit i is set if slot i may as well be there with the value 0
   */
  void begin(int fields, int zeros) {
    boolean isKnown = find(fields, zeros);
    mask = isKnown ? masks[last] : fields;
    int alignment = (mask & longSlots) != 0 ? Long.BYTES : Integer.BYTES;
    if (isKnown) {
      builder = null;
      layout = layouts[last];
      begin = block.allocate(layout[0], alignment);
    } else {
      builder = out.builder();
      builder.prep(alignment, 0);
      builder.startTable(slots);
    }
  }

  private boolean find(int fields, int zeros) {
    if (known > 0 && masks[last] == fields) {
      return true;
    }
    for (int i = 0; i < known; i++) {
      if (masks[i] == fields) {
        last = i;
        return true;
      }
    }
    return findLarger(fields, zeros);
  }

  /**
   * Finds a set with more fields that will do. In a small footer a few zeros take less room than
   * another vtable would; in a large one, where there would be many, the vtable does.
   */
  private boolean findLarger(int fields, int zeros) {
    for (int i = 0; i < known; i++) {
      int more = masks[i] & ~fields;
      int less = fields & ~masks[i];
      if ((more & ~zeros) == 0 && (less & ~TWINS) == 0) {
        int bytes = Integer.BYTES * Integer.bitCount(more & ~longSlots);
        bytes += Long.BYTES * (Integer.bitCount(more & longSlots) + (less == 0 ? 0 : 1));
        if (bytes <= spare) {
          spare -= bytes;
          last = i;
          return true;
        }
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

  /** Adds the values of two slots, which are there once if the table was begun with twins. */
  void addLongs(int slot, long value, int otherSlot, long otherValue) {
    addLong(slot, value);
    if (builder != null && (mask & TWINS) != 0) {
      builder.slot(otherSlot);
    } else {
      addLong(otherSlot, otherValue);
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
