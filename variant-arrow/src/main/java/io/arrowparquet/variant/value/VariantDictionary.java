// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.ByteCopy;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.KeyedHash;
import io.arrowparquet.variant.internal.LittleEndian;
import io.arrowparquet.variant.internal.UnsignedBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
 * <p>Rows mostly bring the same names in the same order. So {@link #clear} keeps the names, out of
 * sight: ids {@code size} to {@code known} are those of the names before. A name that comes in its
 * old turn only moves {@code size}; the first that does not drops the rest.
 *
 * <p>Ownership: owns memory until closed. Threads: one at a time. No allocation once the tables
 * have grown to what a row, or a batch, needs.
 */
public final class VariantDictionary implements FieldSorter.Order, AutoCloseable {
  private static final int FIRST_SLOTS = 32;

  /** All names, in the order of their ids: the bytes of the metadata. */
  private final GrowableBuffer names;

  private int[] ends = new int[FIRST_SLOTS / 2];

  /** The first eight bytes of each name, so that most comparisons are one. */
  private long[] prefixes = new long[FIRST_SLOTS / 2];

  private int[] hashes = new int[FIRST_SLOTS / 2];

  /** Open addressing: id + 1, or 0 for an empty slot. Half of the slots are empty at least. */
  private int[] slots = new int[FIRST_SLOTS];

  private int size;

  /** Names that tables and memory hold: those in sight, then those kept from before. */
  private int known;

  /** How many names from the first on are in the order of their bytes. */
  private int sortedLength;

  private long generation;
  private long epoch;

  /** An empty dictionary. */
  public VariantDictionary(BufferAllocator allocator) {
    names = new GrowableBuffer(allocator);
  }

  /** Number of names. */
  public int size() {
    return size;
  }

  /** Number of names that have an id, those out of sight included. */
  int knownSize() {
    return known;
  }

  /** Whether the names so far came in the order of their bytes. */
  public boolean isSorted() {
    return size <= sortedLength;
  }

  /** A number that changes when the names are forgotten: ids kept elsewhere are void then. */
  public long generation() {
    return generation;
  }

  /** Forgets all names; keeps the memory. */
  public void clear() {
    size = 0;
    generation++;
  }

  /** The id of a name, a new one if it is new. The bytes must be UTF-8; they are copied. */
  public int intern(byte[] utf8) {
    long at = names.append(utf8.length);
    MemoryUtil.copyToMemory(utf8, 0, at, utf8.length);
    return internLast(utf8.length);
  }

  /**
   * Takes an id that a name had before, perhaps before the names were forgotten, if it is the one
   * that interning the name would give now: it is where rows bring the same names in the same
   * order. Looks at no bytes.
   *
   * @param id the name's id while {@link #epoch} was what it is now
   * @return whether the id is the name's now; if not, the name must be interned
   */
  public boolean internAgain(int id) {
    if (id < 0 || id > size || id >= known) {
      return false;
    }
    size = Math.max(size, id + 1);
    return true;
  }

  /** A number that changes when earlier ids may refer to other names, cleared or not. */
  public long epoch() {
    return epoch;
  }

  /** As {@link #intern(byte[])}. Allocates: keep the id where rows repeat the name. */
  public int intern(String name) {
    return intern(name.getBytes(StandardCharsets.UTF_8));
  }

  /** As {@link #intern(byte[])}, the name's bytes being in a buffer. */
  public int intern(ArrowBuf utf8, long from, int count) {
    BufferChecks.requireRoom(utf8, from, count);
    return intern(utf8.memoryAddress() + from, count);
  }

  /** As {@link #intern(byte[])}, the name's bytes being at an address known to be valid. */
  int intern(long address, int length) {
    long at = names.append(length);
    ByteCopy.copy(address, at, length);
    return internLast(length);
  }

  /** The name's bytes are after all others: it becomes the last, or is dropped if it is known. */
  private int internLast(int length) {
    long start = names.length() - length;
    if (names.length() > Integer.MAX_VALUE) {
      names.truncate(start);
      throw new IllegalStateException("the names of a dictionary exceed 2 GiB");
    }
    int hash = (int) KeyedHash.ofBytes(names.address() + start, length);
    int slot = slot(hash, names.address() + start, length);
    int id = slots[slot] - 1;
    if (id >= 0 && id <= size) {
      names.truncate(start);
      size = Math.max(size, id + 1);
      return id;
    }
    if (known > size) {
      long end = dropKept();
      // The name may be longer than those it takes the place of, and then overlaps itself.
      MemoryUtil.copyMemory(names.address() + start, names.address() + end, length);
      names.truncate(end + length);
      slot = slot(hash, names.address() + end, length);
    }
    return add(slot, hash, length);
  }

  private int slot(int hash, long address, int length) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0) {
      int id = slots[slot] - 1;
      if (hashes[id] == hash
          && nameLength(id) == length
          && UnsignedBytes.equal(nameAddress(id), address, length)) {
        break;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private int add(int slot, int hash, int length) {
    int id = size;
    if (id == ends.length) {
      int more = 2 * ends.length;
      ends = Arrays.copyOf(ends, more);
      prefixes = Arrays.copyOf(prefixes, more);
      hashes = Arrays.copyOf(hashes, more);
    }
    ends[id] = (int) names.length();
    prefixes[id] = UnsignedBytes.prefix(nameAddress(id), length);
    hashes[id] = hash;
    slots[slot] = id + 1;
    size = id + 1;
    known = size;
    if (sortedLength == id && (id == 0 || compare(id - 1, id) < 0)) {
      sortedLength = size;
    }
    if (2 * size > slots.length) {
      slots = new int[2 * slots.length];
      fillSlots();
    }
    return id;
  }

  private long dropKept() {
    known = size;
    epoch++;
    sortedLength = Math.min(sortedLength, size);
    if (slots.length > FIRST_SLOTS && slots.length > 8 * size) {
      // One row with very many names must not make every later one clear its table.
      slots = new int[Math.max(FIRST_SLOTS, slots.length / 2)];
    } else {
      Arrays.fill(slots, 0);
    }
    fillSlots();
    return bytesLength();
  }

  private void fillSlots() {
    int mask = slots.length - 1;
    for (int id = 0; id < size; id++) {
      int slot = hashes[id] & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = id + 1;
    }
  }

  private int bytesLength() {
    return size == 0 ? 0 : ends[size - 1];
  }

  long nameAddress(int id) {
    return names.address() + (id == 0 ? 0 : ends[id - 1]);
  }

  int nameLength(int id) {
    return ends[id] - (id == 0 ? 0 : ends[id - 1]);
  }

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

  /** Size in bytes of the metadata so far. */
  public int metadataLength() {
    long length = 1 + (size + 2L) * offsetSize() + bytesLength();
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
    BufferChecks.requireRoom(target, position, metadataLength());
    write(target.memoryAddress() + position);
  }

  void write(long address) {
    int offsetSize = offsetSize();
    int header =
        VariantMetadata.VERSION
            | (isSorted() ? VariantMetadata.SORTED_BIT : 0)
            | (offsetSize - 1) << VariantMetadata.OFFSET_SIZE_SHIFT;
    MemoryUtil.putByte(address, (byte) header);
    long at = address + 1;
    LittleEndian.putUnsigned(at, offsetSize, size);
    at += offsetSize;
    LittleEndian.putUnsigned(at, offsetSize, 0);
    at = LittleEndian.putTable(at + offsetSize, offsetSize, ends, 0, size);
    ByteCopy.copy(names.address(), at, bytesLength());
  }

  private int offsetSize() {
    return LittleEndian.sizeOf(Math.max(size, bytesLength()));
  }

  /** Releases the memory; the dictionary is empty then and may be used again. */
  @Override
  public void close() {
    clear();
    dropKept();
    names.close();
  }
}
