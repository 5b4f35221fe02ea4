// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector.internal;

import io.arrowparquet.variant.encoding.VariantMetadata;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Field names as numbers, so that no loop over rows compares names. Names get the numbers 0, 1, 2
 * and so on as they are added; {@link #bind} translates a dictionary's ids, once per dictionary.
 *
 * <pre>
 *   value's field id --bind--> number of the name --(each object's own table)--> child
 * </pre>
 *
 * <p>A name of up to eight bytes is one word, and two names are the same if words and lengths are.
 * Names that nobody added but that dictionaries keep bringing are remembered too, without a number,
 * so that finding out that a name is unknown is no slower than finding one.
 */
public final class NameTable {
  /** Number of a name that is not in the table. */
  public static final int UNKNOWN = -1;

  private static final long MIX = 0x9E3779B97F4A7C15L;
  private static final int FIRST_SLOTS = 64;

  /** How many names without a number are remembered, and how long they may be. */
  private static final int MAX_STRANGERS = 512;

  private static final int MAX_STRANGER_BYTES = 64;

  /** The names with a number, by that. */
  private byte[][] names = new byte[FIRST_SLOTS / 2][];

  private int size;

  /** Every name remembered: its word or hash, its bytes, its number. */
  private long[] keys = new long[FIRST_SLOTS / 2];

  private byte[][] bytes = new byte[FIRST_SLOTS / 2][];
  private int[] numbers = new int[FIRST_SLOTS / 2];
  private int entries;

  /** Index into those plus one, by key; 0 is a free slot. */
  private int[] slots = new int[FIRST_SLOTS];

  private int slotShift = slotShift(FIRST_SLOTS);

  private int[] numberOfId = {};
  private int[] offsets = new int[1];

  /** Number of names. */
  public int size() {
    return size;
  }

  /** The UTF-8 bytes of a name; not to be changed. */
  public byte[] utf8(int number) {
    return names[number];
  }

  public String name(int number) {
    return new String(names[number], StandardCharsets.UTF_8);
  }

  /** The number of a name, a new one if it is new. */
  public int add(String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    long key = key(utf8);
    int slot = slot(key, utf8.length);
    while (slots[slot] != 0) {
      int entry = slots[slot] - 1;
      if (keys[entry] == key && Arrays.equals(bytes[entry], utf8)) {
        return number(entry);
      }
      slot = next(slot);
    }
    return number(insert(key, utf8));
  }

  /**
   * Translates a dictionary: afterwards {@link #ofId} tells each id's number.
   *
   * @param addNew whether names not in the table are added; otherwise they are {@link #UNKNOWN}
   */
  public void bind(VariantMetadata metadata, boolean addNew) {
    int ids = metadata.size();
    if (offsets.length <= ids) {
      numberOfId = new int[Math.max(ids, 2 * numberOfId.length)];
      offsets = new int[numberOfId.length + 1];
    }
    metadata.nameOffsets(offsets);
    long names0 = metadata.namesAddress();
    // A word is read backwards from a name's end, where nothing is read beyond the dictionary.
    long wholeFrom = metadata.address() + Long.BYTES;
    for (int id = 0; id < ids; id++) {
      long end = names0 + offsets[id + 1];
      int length = offsets[id + 1] - offsets[id];
      boolean isWord = length <= Long.BYTES && end >= wholeFrom;
      long key =
          isWord ? word(MemoryUtil.getLong(end - Long.BYTES), length) : key(end - length, length);
      numberOfId[id] = find(key, end - length, length, addNew);
    }
  }

  /** The numbers of the dictionary's names, by id; valid until {@link #bind} is called again. */
  public int[] ofId() {
    return numberOfId;
  }

  private int find(long key, long address, int length, boolean addNew) {
    int slot = slot(key, length);
    while (slots[slot] != 0) {
      int entry = slots[slot] - 1;
      if (keys[entry] == key && is(bytes[entry], address, length)) {
        return addNew ? number(entry) : numbers[entry];
      }
      slot = next(slot);
    }
    if (addNew || mayRemember(length)) {
      return meet(key, address, length, addNew);
    }
    return UNKNOWN;
  }

  private boolean mayRemember(int length) {
    return length <= MAX_STRANGER_BYTES && entries - size < MAX_STRANGERS;
  }

  private int meet(long key, long address, int length, boolean add) {
    byte[] utf8 = new byte[length];
    MemoryUtil.copyFromMemory(address, utf8, 0, length);
    int entry = insert(key, utf8);
    return add ? number(entry) : UNKNOWN;
  }

  /** Whether bytes are a name, whose keys are equal. */
  private static boolean is(byte[] utf8, long address, int length) {
    return utf8.length == length && (length <= Long.BYTES || equal(address, utf8));
  }

  private static boolean equal(long address, byte[] longName) {
    int last = longName.length - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      if (MemoryUtil.getLong(address + i) != MemoryUtil.getLong(longName, i)) {
        return false;
      }
    }
    return MemoryUtil.getLong(address + last) == MemoryUtil.getLong(longName, last);
  }

  /** The number of a name remembered, its first one if it had none. */
  private int number(int entry) {
    if (numbers[entry] == UNKNOWN) {
      if (size == names.length) {
        names = Arrays.copyOf(names, 2 * size);
      }
      names[size] = bytes[entry];
      numbers[entry] = size++;
    }
    return numbers[entry];
  }

  private int insert(long key, byte[] utf8) {
    if (entries == keys.length) {
      grow();
    }
    keys[entries] = key;
    bytes[entries] = utf8;
    numbers[entries] = UNKNOWN;
    slots[freeSlot(key, utf8.length)] = entries + 1;
    return entries++;
  }

  private void grow() {
    keys = Arrays.copyOf(keys, 2 * entries);
    bytes = Arrays.copyOf(bytes, 2 * entries);
    numbers = Arrays.copyOf(numbers, 2 * entries);
    slots = new int[2 * slots.length];
    slotShift = slotShift(slots.length);
    for (int entry = 0; entry < entries; entry++) {
      slots[freeSlot(keys[entry], bytes[entry].length)] = entry + 1;
    }
  }

  private int freeSlot(long key, int length) {
    int slot = slot(key, length);
    while (slots[slot] != 0) {
      slot = next(slot);
    }
    return slot;
  }

  /** The top bits of the product, which depend on every bit of the key. */
  private int slot(long key, int length) {
    return (int) (((key + length) * MIX) >>> slotShift);
  }

  private static int slotShift(int slots) {
    return Long.numberOfLeadingZeros(slots) + 1;
  }

  private int next(int slot) {
    return (slot + 1) & (slots.length - 1);
  }

  /** The last {@code length} of the eight bytes, up to all of them. */
  private static long word(long eightBytes, int length) {
    // A shift counts modulo 64, so that of no bytes has to be told from that of eight.
    return length == 0 ? 0 : eightBytes >>> -(length * Byte.SIZE);
  }

  /** A name's word, or if it is longer a hash of its words, the last of which may overlap. */
  private static long key(byte[] utf8) {
    if (utf8.length <= Long.BYTES) {
      long word = 0;
      for (int i = 0; i < utf8.length; i++) {
        word |= (utf8[i] & 0xFFL) << (i * Byte.SIZE);
      }
      return word;
    }
    int last = utf8.length - Long.BYTES;
    long key = 0;
    for (int i = 0; i < last; i += Long.BYTES) {
      key = mix(key, MemoryUtil.getLong(utf8, i));
    }
    return mix(key, MemoryUtil.getLong(utf8, last));
  }

  /** As {@link #key(byte[])}. */
  private static long key(long address, int length) {
    if (length <= Long.BYTES) {
      long word = 0;
      for (int i = 0; i < length; i++) {
        word |= (MemoryUtil.getByte(address + i) & 0xFFL) << (i * Byte.SIZE);
      }
      return word;
    }
    int last = length - Long.BYTES;
    long key = 0;
    for (int i = 0; i < last; i += Long.BYTES) {
      key = mix(key, MemoryUtil.getLong(address + i));
    }
    return mix(key, MemoryUtil.getLong(address + last));
  }

  private static long mix(long hash, long word) {
    long mixed = (hash ^ word) * MIX;
    return mixed ^ (mixed >>> Integer.SIZE);
  }
}
