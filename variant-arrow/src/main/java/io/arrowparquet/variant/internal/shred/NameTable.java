// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.KeyedHash;
import io.arrowparquet.variant.internal.UnsignedBytes;
import io.arrowparquet.variant.value.VariantMetadata;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.ObjIntConsumer;
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
 * Names that were not added but recur in dictionaries are remembered too, without a number, so that
 * finding out that a name is unknown is no slower than finding one.
 */
public final class NameTable {
  public static final int UNKNOWN = -1;

  private static final int FIRST_SLOTS = 256;

  /** So many slots for a name: few names collide, and those that do cost most. */
  private static final int SLOTS_PER_NAME = 4;

  private static final int FREE = -1;

  /** How many names without a number are remembered, and how long they may be. */
  private static final int MAX_STRANGERS = 512;

  private static final int MAX_STRANGER_BYTES = 64;

  private byte[][] names = new byte[FIRST_SLOTS / SLOTS_PER_NAME][];

  /** The same as text, as far as it was asked for: one object for all who keep it. */
  private String[] texts = new String[names.length];

  private int size;
  private long[] keys = new long[FIRST_SLOTS];
  private byte[][] bytes = new byte[FIRST_SLOTS][];
  private int[] lengths = freeSlots(FIRST_SLOTS);
  private int[] numbers = new int[FIRST_SLOTS];
  private int entries;
  private int slotShift = slotShift(FIRST_SLOTS);
  private int[] numberOfId = {};
  private int[] offsets = new int[1];

  public int size() {
    return size;
  }

  /** The UTF-8 bytes of a name; not to be changed. */
  public byte[] utf8(int number) {
    return names[number];
  }

  public String name(int number) {
    if (texts[number] == null) {
      texts[number] = new String(names[number], StandardCharsets.UTF_8);
    }
    return texts[number];
  }

  /**
   * As {@link #name}, of UTF-8 only: columns of two names that are no text could be named alike.
   */
  public String text(int number) {
    String name = name(number);
    if (!Arrays.equals(name.getBytes(StandardCharsets.UTF_8), names[number])) {
      throw new MalformedVariantException(
          "field name", HexFormat.of().formatHex(names[number]), "UTF-8");
    }
    return name;
  }

  public int add(String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    long key = key(utf8);
    int slot = slot(key, utf8.length);
    while (lengths[slot] != FREE) {
      if (keys[slot] == key && Arrays.equals(bytes[slot], utf8)) {
        return number(slot);
      }
      slot = next(slot);
    }
    return number(insert(key, utf8));
  }

  /** Has {@link #ofId} give ids' numbers; names not in the table are added, or {@link #UNKNOWN}. */
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
    while (lengths[slot] != FREE) {
      if (keys[slot] == key && lengths[slot] == length && isSame(slot, address)) {
        return addNew ? number(slot) : numbers[slot];
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
    int slot = insert(key, utf8);
    return add ? number(slot) : UNKNOWN;
  }

  private boolean isSame(int slot, long address) {
    return lengths[slot] <= Long.BYTES || UnsignedBytes.equal(address, bytes[slot], lengths[slot]);
  }

  private int number(int slot) {
    if (numbers[slot] == UNKNOWN) {
      if (size == names.length) {
        names = Arrays.copyOf(names, 2 * size);
        texts = Arrays.copyOf(texts, 2 * size);
      }
      names[size] = bytes[slot];
      numbers[slot] = size++;
    }
    return numbers[slot];
  }

  private int insert(long key, byte[] utf8) {
    if (entries >= keys.length / SLOTS_PER_NAME) {
      grow();
    }
    entries++;
    return put(key, utf8, UNKNOWN);
  }

  private int put(long key, byte[] utf8, int number) {
    int slot = slot(key, utf8.length);
    while (lengths[slot] != FREE) {
      slot = next(slot);
    }
    keys[slot] = key;
    bytes[slot] = utf8;
    lengths[slot] = utf8.length;
    numbers[slot] = number;
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    byte[][] oldBytes = bytes;
    int[] oldNumbers = numbers;
    int slots = 2 * oldKeys.length;
    keys = new long[slots];
    bytes = new byte[slots][];
    lengths = freeSlots(slots);
    numbers = new int[slots];
    slotShift = slotShift(slots);
    for (int slot = 0; slot < oldKeys.length; slot++) {
      if (oldBytes[slot] != null) {
        put(oldKeys[slot], oldBytes[slot], oldNumbers[slot]);
      }
    }
  }

  private static int[] freeSlots(int slots) {
    int[] lengths = new int[slots];
    Arrays.fill(lengths, FREE);
    return lengths;
  }

  private int slot(long key, int length) {
    return (int) (KeyedHash.place(key, length) >>> slotShift);
  }

  private static int slotShift(int slots) {
    return Long.numberOfLeadingZeros(slots) + 1;
  }

  private int next(int slot) {
    return (slot + 1) & (keys.length - 1);
  }

  private static long word(long eightBytes, int length) {
    // A shift counts modulo 64, so that no bytes must be distinguished from eight.
    return length == 0 ? 0 : eightBytes >>> -(length * Byte.SIZE);
  }

  private static long key(byte[] utf8) {
    return utf8.length <= Long.BYTES
        ? MemoryUtil.getLong(Arrays.copyOf(utf8, Long.BYTES), 0)
        : KeyedHash.key(utf8, 0, utf8.length);
  }

  private static long key(long address, int length) {
    return length <= Long.BYTES
        ? Long.reverseBytes(UnsignedBytes.prefix(address, length))
        : KeyedHash.key(address, length);
  }

  /**
   * Something for each of a few names of a {@link NameTable}, by their numbers: as large as what is
   * in it, however many names the table has. Names numbered one after another do not collide.
   */
  public static final class NameMap<T> {
    private static final int FIRST_SLOTS = 8;

    private int[] keys = new int[1];
    private Object[] values = new Object[1];
    private int size;

    @SuppressWarnings("unchecked") // Only put stores values.
    public T get(int number) {
      return (T) values[slot(number + 1)];
    }

    private int slot(int key) {
      int last = keys.length - 1;
      int slot = key & last;
      while (keys[slot] != key && keys[slot] != 0) {
        slot = (slot + 1) & last;
      }
      return slot;
    }

    public void put(int number, T value) {
      if (2 * ++size > keys.length) {
        grow();
      }
      int slot = slot(number + 1);
      keys[slot] = number + 1;
      values[slot] = value;
    }

    private void grow() {
      int[] oldKeys = keys;
      Object[] oldValues = values;
      keys = new int[Math.max(FIRST_SLOTS, 2 * oldKeys.length)];
      values = new Object[keys.length];
      for (int i = 0; i < oldKeys.length; i++) {
        if (oldKeys[i] != 0) {
          int slot = slot(oldKeys[i]);
          keys[slot] = oldKeys[i];
          values[slot] = oldValues[i];
        }
      }
    }

    @SuppressWarnings("unchecked") // Only put stores values.
    public void forEach(ObjIntConsumer<T> use) {
      for (int i = 0; i < keys.length; i++) {
        if (keys[i] != 0) {
          use.accept((T) values[i], keys[i] - 1);
        }
      }
    }
  }
}
