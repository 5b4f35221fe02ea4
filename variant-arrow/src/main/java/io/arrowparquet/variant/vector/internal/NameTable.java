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
 */
public final class NameTable {
  /** Number of a name that is not in the table. */
  public static final int UNKNOWN = -1;

  private static final long MIX = 0x9E3779B97F4A7C15L;
  private static final int FIRST_SLOTS = 64;

  private byte[][] names = new byte[FIRST_SLOTS / 2][];
  private long[] hashes = new long[FIRST_SLOTS / 2];
  private int size;

  /** Numbers plus one, by hash; 0 is a free slot. */
  private int[] slots = new int[FIRST_SLOTS];

  private int[] numberOfId = {};

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
    long hash = hash(utf8);
    int slot = slot(hash);
    while (slots[slot] != 0) {
      int number = slots[slot] - 1;
      if (hashes[number] == hash && Arrays.equals(names[number], utf8)) {
        return number;
      }
      slot = next(slot);
    }
    return insert(slot, hash, utf8);
  }

  /**
   * Translates a dictionary: afterwards {@link #ofId} tells each id's number.
   *
   * @param addNew whether names not in the table are added; otherwise they are {@link #UNKNOWN}
   */
  public void bind(VariantMetadata metadata, boolean addNew) {
    int ids = metadata.size();
    if (numberOfId.length < ids) {
      numberOfId = new int[Math.max(ids, 2 * numberOfId.length)];
    }
    for (int id = 0; id < ids; id++) {
      numberOfId[id] = find(metadata, id, addNew);
    }
  }

  /** The numbers of the dictionary's names, by id; valid until {@link #bind} is called again. */
  public int[] ofId() {
    return numberOfId;
  }

  private int find(VariantMetadata metadata, int id, boolean addNew) {
    long hash = hash(metadata.nameAddress(id), metadata.nameLength(id));
    int slot = slot(hash);
    while (slots[slot] != 0) {
      int number = slots[slot] - 1;
      if (hashes[number] == hash && metadata.nameEquals(id, names[number])) {
        return number;
      }
      slot = next(slot);
    }
    if (!addNew) {
      return UNKNOWN;
    }
    byte[] utf8 = new byte[metadata.nameLength(id)];
    MemoryUtil.copyFromMemory(metadata.nameAddress(id), utf8, 0, utf8.length);
    return insert(slot, hash, utf8);
  }

  private int insert(int slot, long hash, byte[] utf8) {
    if (size == names.length) {
      grow();
      return insert(freeSlot(hash), hash, utf8);
    }
    names[size] = utf8;
    hashes[size] = hash;
    slots[slot] = ++size;
    return size - 1;
  }

  private void grow() {
    names = Arrays.copyOf(names, 2 * names.length);
    hashes = Arrays.copyOf(hashes, 2 * hashes.length);
    slots = new int[2 * slots.length];
    for (int number = 0; number < size; number++) {
      slots[freeSlot(hashes[number])] = number + 1;
    }
  }

  private int freeSlot(long hash) {
    int slot = slot(hash);
    while (slots[slot] != 0) {
      slot = next(slot);
    }
    return slot;
  }

  private int slot(long hash) {
    return (int) (hash >>> Integer.SIZE) & (slots.length - 1);
  }

  private int next(int slot) {
    return (slot + 1) & (slots.length - 1);
  }

  private static long hash(byte[] utf8) {
    long hash = utf8.length;
    int i = 0;
    for (; i <= utf8.length - Long.BYTES; i += Long.BYTES) {
      hash = mix(hash, MemoryUtil.getLong(utf8, i));
    }
    long rest = 0;
    for (; i < utf8.length; i++) {
      rest = rest << Byte.SIZE | (utf8[i] & 0xFF);
    }
    return mix(hash, rest);
  }

  private static long hash(long address, int length) {
    long hash = length;
    int i = 0;
    for (; i <= length - Long.BYTES; i += Long.BYTES) {
      hash = mix(hash, MemoryUtil.getLong(address + i));
    }
    long rest = 0;
    for (; i < length; i++) {
      rest = rest << Byte.SIZE | (MemoryUtil.getByte(address + i) & 0xFF);
    }
    return mix(hash, rest);
  }

  private static long mix(long hash, long word) {
    long mixed = (hash ^ word) * MIX;
    return mixed ^ mixed >>> Integer.SIZE;
  }
}
