// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.encoding;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * A growing metadata dictionary: gives each name an id, in the order in which names turn up, and
 * writes the metadata that goes with the values built on those ids. May serve one row, or all rows
 * of a batch; layout as in {@link VariantMetadata}.
 *
 * <p>Names stay unique. The metadata is marked sorted if the names happened to come in the order of
 * their bytes; {@link VariantBatchBuilder} sorts on request.
 *
 * <p>Ownership: owns memory until closed. Threads: one at a time. No allocation once the tables
 * have grown to what a row, or a batch, needs.
 */
public final class VariantDictionary implements FieldOrder, AutoCloseable {
  private static final int FIRST_SLOTS = 32;
  private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

  /** All names, in the order of their ids: the bytes of the metadata. */
  private final GrowingMemory names;

  /** Where name {@code id} ends; it starts where the one before ends. */
  private int[] ends = new int[FIRST_SLOTS / 2];

  /** The first eight bytes of each name, so that most comparisons are one. */
  private long[] prefixes = new long[FIRST_SLOTS / 2];

  private int[] hashes = new int[FIRST_SLOTS / 2];

  /** Open addressing: id + 1, or 0 for an empty slot. Half of the slots are empty at least. */
  private int[] slots = new int[FIRST_SLOTS];

  /** Makes names that share a slot hard to choose from outside. */
  private final long seed = ThreadLocalRandom.current().nextLong();

  private int size;
  private boolean sorted = true;
  private long generation;

  /** An empty dictionary. */
  public VariantDictionary(BufferAllocator allocator) {
    names = new GrowingMemory(allocator);
  }

  /** Number of names. */
  public int size() {
    return size;
  }

  /** Whether the names so far came in the order of their bytes. */
  public boolean isSorted() {
    return sorted;
  }

  /** A number that changes when the names are forgotten: ids kept elsewhere are void then. */
  public long generation() {
    return generation;
  }

  /** Forgets all names; keeps the memory. */
  public void clear() {
    Arrays.fill(slots, 0);
    names.truncate(0);
    size = 0;
    sorted = true;
    generation++;
  }

  /** The id of a name, a new one if it is new. The bytes must be UTF-8; they are copied. */
  public int intern(byte[] utf8) {
    long at = names.append(utf8.length);
    MemoryUtil.copyToMemory(utf8, 0, at, utf8.length);
    return internLast(utf8.length);
  }

  /** As {@link #intern(byte[])}. Allocates: keep the id where rows repeat the name. */
  public int intern(String name) {
    return intern(name.getBytes(StandardCharsets.UTF_8));
  }

  /** As {@link #intern(byte[])}, the name's bytes being at an address known to be valid. */
  int intern(long address, int length) {
    long at = names.append(length);
    GrowingMemory.copy(address, at, length);
    return internLast(length);
  }

  /** The name stands after all others: it becomes the last, or goes if it is there already. */
  private int internLast(int length) {
    long start = names.length() - length;
    long address = names.address() + start;
    int hash = hash(address, length);
    int mask = slots.length - 1;
    int slot = hash & mask;
    for (; slots[slot] != 0; slot = (slot + 1) & mask) {
      int id = slots[slot] - 1;
      if (hashes[id] == hash && nameEquals(id, address, length)) {
        names.truncate(start);
        return id;
      }
    }
    if (names.length() > Integer.MAX_VALUE) {
      names.truncate(start);
      throw new IllegalStateException("the names of a dictionary exceed 2 GiB");
    }
    return add(slot, hash, address, length);
  }

  private int add(int slot, int hash, long address, int length) {
    int id = size;
    if (id == ends.length) {
      int more = 2 * ends.length;
      ends = Arrays.copyOf(ends, more);
      prefixes = Arrays.copyOf(prefixes, more);
      hashes = Arrays.copyOf(hashes, more);
    }
    ends[id] = (int) names.length();
    prefixes[id] = UnsignedBytes.prefix(address, length);
    hashes[id] = hash;
    size = id + 1;
    sorted = sorted && (id == 0 || compare(id - 1, id) < 0);
    slots[slot] = id + 1;
    if (2 * size > slots.length) {
      rehash();
    }
    return id;
  }

  private void rehash() {
    slots = new int[2 * slots.length];
    int mask = slots.length - 1;
    for (int id = 0; id < size; id++) {
      int slot = hashes[id] & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = id + 1;
    }
  }

  private int hash(long address, int length) {
    long hash = length ^ seed;
    int i = 0;
    for (; i <= length - Long.BYTES; i += Long.BYTES) {
      hash = (hash ^ LittleEndian.int64(address + i)) * HASH_FACTOR;
      hash ^= hash >>> Integer.SIZE;
    }
    for (; i < length; i++) {
      hash = (hash ^ MemoryUtil.getByte(address + i)) * HASH_FACTOR;
    }
    return (int) (hash ^ (hash >>> Integer.SIZE));
  }

  private boolean nameEquals(int id, long address, int length) {
    return nameLength(id) == length && UnsignedBytes.equal(nameAddress(id), address, length);
  }

  long nameAddress(int id) {
    return names.address() + (id == 0 ? 0 : ends[id - 1]);
  }

  int nameLength(int id) {
    return ends[id] - (id == 0 ? 0 : ends[id - 1]);
  }

  /** A name as text, for messages. */
  String name(int id) {
    byte[] utf8 = new byte[nameLength(id)];
    MemoryUtil.copyFromMemory(nameAddress(id), utf8, 0, utf8.length);
    return new String(utf8, StandardCharsets.UTF_8);
  }

  /** Orders two ids of this dictionary by the bytes of their names, as an object's fields are. */
  @Override
  public int compare(int leftId, int rightId) {
    int order = Long.compareUnsigned(prefixes[leftId], prefixes[rightId]);
    return order != 0
        ? order
        : UnsignedBytes.compare(
            nameAddress(leftId), nameLength(leftId), nameAddress(rightId), nameLength(rightId));
  }

  /** Size in bytes of the metadata as it stands. */
  public int metadataLength() {
    long length = 1 + (size + 2L) * offsetSize() + names.length();
    if (length > Integer.MAX_VALUE) {
      throw new IllegalStateException("the metadata exceeds 2 GiB");
    }
    return (int) length;
  }

  /**
   * Writes the metadata, {@link #metadataLength} bytes, into a buffer.
   *
   * @throws IndexOutOfBoundsException if the buffer has no room for it at that position
   */
  public void writeMetadata(ArrowBuf target, long position) {
    GrowingMemory.checkRoom(target, position, metadataLength());
    write(target.memoryAddress() + position);
  }

  /** Writes the metadata at an address known to have room for it. */
  void write(long address) {
    int offsetSize = offsetSize();
    int header =
        VariantMetadata.VERSION
            | (sorted ? VariantMetadata.SORTED_BIT : 0)
            | (offsetSize - 1) << VariantMetadata.OFFSET_SIZE_SHIFT;
    MemoryUtil.putByte(address, (byte) header);
    long at = address + 1;
    LittleEndian.putUnsigned(at, offsetSize, size);
    at += offsetSize;
    LittleEndian.putUnsigned(at, offsetSize, 0);
    for (int id = 0; id < size; id++) {
      at += offsetSize;
      LittleEndian.putUnsigned(at, offsetSize, ends[id]);
    }
    GrowingMemory.copy(names.address(), at + offsetSize, names.length());
  }

  private int offsetSize() {
    return LittleEndian.sizeOf(Math.max(size, (int) names.length()));
  }

  /** Releases the memory; the dictionary is empty then and may be used again. */
  @Override
  public void close() {
    clear();
    names.close();
  }
}
