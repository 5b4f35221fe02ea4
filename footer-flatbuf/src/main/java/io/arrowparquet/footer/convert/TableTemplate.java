// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.util.Arrays;

/**
 * Writes tables of one kind of which there are very many, few of them with different fields.
 *
 * <p>For each table a FlatBufferBuilder writes its vtable too, compares it with all there are and
 * throws it away; for the tables of column chunks that is half of a conversion's time. A template
 * lets the builder do so for the first table with a certain set of fields, and for the next ones
 * makes room in a {@link TableBlock}, with a link to the same vtable. Values are put where the
 * vtable says, in the first table as in all others.
 *
 * <p>The layout follows from the set of fields alone:
 *
 * <pre>
 *   higher addresses    8-byte fields, from a multiple of 8 | 4-byte fields | 1-byte fields, filled up to 4 | link
 * </pre>
 */
final class TableTemplate {
  /**
   * In a set of fields: the two slots that may be twins have the same value, which is there once.
   * Tables have no slot of this number.
   */
  static final int TWINS = 1 << 31;

  /** In place of a slot where there is none. */
  static final int NO_SLOT = -1;

  /** About as much as another vtable takes. */
  private static final int SPARE_BYTES = 40;

  private final FlatWriter out;
  private final TableBlock block;
  private final int[] order;
  private final int longSlots;
  private final int byteSlots;
  private final int twin;
  private final int otherTwin;

  /** The sets of fields met so far, and the vtable of each, counted from the buffer's end. */
  private int[] masks = new int[4];

  private int[] vtables = new int[4];

  /** For each set the size of its tables, then by slot where in a table its value is. */
  private short[][] layouts = new short[4][];

  private int known;

  private int last;

  /** Slots that the table has, which may be more than it was begun with. */
  private int mask;

  private short[] layout;

  private int size;
  private int vtable;

  /** How many bytes may still be spent on zeros, and on equal values written twice. */
  private int spare = SPARE_BYTES;

  /** Where the table is: in an array, from an index on. */
  private byte[] bytes;

  private int begin;

  /** The same place counted from the buffer's end. */
  private int table;

  /**
   * A template for tables with certain slots. Sets of slots have bit i set for slot i.
   *
   * @param order all slots, in the order from the end of a table on: widest first
   * @param longSlots those whose values have 8 bytes
   * @param byteSlots those whose values have one byte; all others have 4
   * @param twin one of two long slots that may be twins, or {@link #NO_SLOT}
   * @param otherTwin the other one
   */
  TableTemplate(
      FlatWriter out, int[] order, int longSlots, int byteSlots, int twin, int otherTwin) {
    this.out = out;
    this.block = out.block;
    this.order = order;
    this.longSlots = longSlots;
    this.byteSlots = byteSlots;
    this.twin = twin;
    this.otherTwin = otherTwin;
  }

  /**
   * Begins a table; the value of each of its slots must then be set.
   *
   * @param fields slots that have a value; {@link #TWINS} may be
   * @param zeros slots that may as well be there with the value 0
   */
  void begin(int fields, int zeros) {
    // A table like the one before: nothing is looked up, and no reference stored.
    if (mask != fields || bytes != block.bytes) {
      if (!find(fields, zeros)) {
        beginFirst(fields);
        return;
      }
      mask = masks[last];
      layout = layouts[last];
      bytes = block.bytes;
      size = layout[0];
      vtable = vtables[last];
    }
    begin = block.allocate(size, alignment(mask));
    table = block.offsetOf(begin);
    ArrayNumbers.INT.set(bytes, begin, vtable - table);
  }

  private int alignment(int fields) {
    return (fields & longSlots) != 0 ? Long.BYTES : Integer.BYTES;
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
        int size = Integer.BYTES * Integer.bitCount(more & ~longSlots);
        size += Long.BYTES * (Integer.bitCount(more & longSlots) + (less == 0 ? 0 : 1));
        if (size <= spare) {
          spare -= size;
          last = i;
          return true;
        }
      }
    }
    return false;
  }

  /** Has the builder write a table of zeros, and its vtable. */
  private void beginFirst(int fields) {
    boolean hasTwins = (fields & TWINS) != 0;
    FlatBufferBuilder builder = out.builder();
    builder.prep(alignment(fields), 0);
    builder.startTable(order.length);
    for (int slot : order) {
      if ((fields >>> slot & 1) == 0 || (hasTwins && slot == otherTwin)) {
        continue;
      }
      addZero(builder, slot);
      builder.slot(slot);
      if (hasTwins && slot == twin) {
        builder.slot(otherTwin);
      }
    }
    table = builder.endTable();
    remember(fields);
    bytes = out.written();
    begin = bytes.length - table;
  }

  private void addZero(FlatBufferBuilder builder, int slot) {
    if ((longSlots >>> slot & 1) != 0) {
      builder.addLong(0);
    } else if ((byteSlots >>> slot & 1) != 0) {
      builder.addByte((byte) 0);
    } else {
      builder.addInt(0);
    }
  }

  private void remember(int fields) {
    if (known == masks.length) {
      masks = Arrays.copyOf(masks, 2 * known);
      vtables = Arrays.copyOf(vtables, 2 * known);
      layouts = Arrays.copyOf(layouts, 2 * known);
    }
    masks[known] = fields;
    vtables[known] = out.vtableOf(table);
    layouts[known] = out.layoutOf(vtables[known], order.length);
    last = known++;
    mask = fields;
    layout = layouts[last];
  }

  boolean hasAny(int slots) {
    return (mask & slots) != 0;
  }

  void setLong(int slot, long value) {
    if ((mask >>> slot & 1) != 0) {
      ArrayNumbers.LONG.set(bytes, begin + layout[slot + 1], value);
    }
  }

  void setInt(int slot, int value) {
    if ((mask >>> slot & 1) != 0) {
      ArrayNumbers.INT.set(bytes, begin + layout[slot + 1], value);
    }
  }

  void setReference(int slot, int target) {
    if ((mask >>> slot & 1) != 0) {
      int place = layout[slot + 1];
      ArrayNumbers.INT.set(bytes, begin + place, table - place - target);
    }
  }

  void setByte(int slot, int value) {
    if ((mask >>> slot & 1) != 0) {
      bytes[begin + layout[slot + 1]] = (byte) value;
    }
  }

  int table() {
    return table;
  }

  int size() {
    return layout[0];
  }

  /** Where in the table the value of a slot is, 0 for none. */
  int place(int slot) {
    return layout[slot + 1];
  }

  /** Whether both tables are in the block still, this one in front of the other. */
  boolean isBefore(TableTemplate other) {
    return bytes == block.bytes
        && other.bytes == block.bytes
        && begin + table - other.table == other.begin;
  }

  /** Copies the bytes from the table on. */
  void copyTo(byte[] target, int length) {
    System.arraycopy(bytes, begin, target, 0, length);
  }
}
