// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.LittleEndian;
import io.arrowparquet.variant.internal.Malformed;
import io.arrowparquet.variant.internal.RememberedBytes;
import io.arrowparquet.variant.internal.UnsignedBytes;
import io.arrowparquet.variant.internal.Utf8;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * A view of a metadata dictionary inside an {@link ArrowBuf}: the names that the field ids of a
 * value refer to. {@link #wrap} points it elsewhere.
 *
 * <pre>
 *   byte 0        1                                              1 + (2 + n) * s
 *   +-----------+---------------------+---------------------+-------------------+
 *   | header    | dictionary_size = n | n + 1 offsets       | bytes of the names|
 *   +-----------+---------------------+---------------------+-------------------+
 *     7 6 5 4 3..0    each number: s bytes, unsigned, little-endian
 *     | | | | +-- version, 1
 *     | | | +-- sorted_strings: the names are unique and in the order of their bytes, see NameOrder
 *     +-+-- offset_size_minus_one: s - 1
 * </pre>
 *
 * <p>What is promised after {@link #wrap}: the version is known, the offsets lie in the range, and
 * so does the end of the names. Each name's own offsets are checked when the name is asked for.
 * <em>Not</em> checked here but by {@link VariantValidator}: that the first offset is 0, that names
 * are UTF-8, and that sorted names are. Lookups in a dictionary that claims an order it does not
 * have may miss names, no more.
 *
 * <p>Rows mostly repeat their metadata, so the bytes wrapped last are remembered, and {@link #wrap}
 * says whether anything is new: ids resolved before stay good until {@link #generation} moves.
 *
 * <p>Ownership: borrows the buffer, never retains or releases it; valid while the buffer is open.
 * Threads: one view per thread.
 */
public final class VariantMetadata implements FieldSorter.Order {
  static final int VERSION = 1;
  static final int VERSION_MASK = 0x0F;
  static final int SORTED_BIT = 0x10;
  static final int OFFSET_SIZE_SHIFT = 6;

  private final int maxSizeBytes;
  private long address;
  private int size;
  private boolean sorted;
  private int offsetSize;
  private int bytesStart;
  private int bytesLength;
  private final RememberedBytes remembered = new RememberedBytes();
  private long generation;
  private boolean mayDifferInOrder;
  private long orderedGeneration = -1;

  /** A view under the default limits, not wrapped yet. */
  public VariantMetadata() {
    this(VariantLimits.defaults());
  }

  /** A view under limits of which the size counts here, not wrapped yet. */
  public VariantMetadata(VariantLimits limits) {
    this.maxSizeBytes = limits.maxSizeBytes();
  }

  /**
   * Points this view at the dictionary in {@code [start, end)} of a buffer; bytes after it there do
   * no harm.
   *
   * @return whether the bytes differ from those wrapped before, so that ids resolved from names
   *     must be resolved again; true the first time
   * @throws MalformedVariantException if header and offsets do not fit the range; the view is then
   *     not wrapped
   */
  public boolean wrap(ArrowBuf buffer, long start, long end) {
    if (!BufferChecks.contains(buffer, start, end)) {
      throw forget(Malformed.extent("metadata", start, end, buffer.capacity()));
    }
    if (end - start > maxSizeBytes) {
      throw forget(Malformed.tooLarge("metadata", end - start, maxSizeBytes));
    }
    int length = (int) (end - start);
    address = buffer.memoryAddress() + start;
    if (remembered.are(address, length)) {
      return false;
    }
    parse(length);
    remembered.remember(address, length);
    generation++;
    return true;
  }

  private void parse(int length) {
    if (length < 1) {
      throw forget(Malformed.tooShort("metadata", 0, length, 1));
    }
    int header = LittleEndian.unsignedByte(address);
    if ((header & VERSION_MASK) != VERSION) {
      throw forget(
          new MalformedVariantException(
              "metadata version", 0, Integer.toString(header & VERSION_MASK), "1"));
    }
    sorted = (header & SORTED_BIT) != 0;
    offsetSize = (header >>> OFFSET_SIZE_SHIFT) + 1;
    if (length < 1 + offsetSize) {
      throw forget(Malformed.tooShort("metadata", 0, length, 1 + offsetSize));
    }
    long names = LittleEndian.unsigned(address + 1, offsetSize);
    long needed = 1 + (names + 2) * offsetSize;
    if (needed > length) {
      throw forget(
          new MalformedVariantException(
              "metadata dictionary_size",
              1,
              Long.toString(names),
              "a size whose offsets fit the " + length + " bytes of metadata"));
    }
    size = (int) names;
    bytesStart = (int) needed;
    long last = LittleEndian.unsigned(address + bytesStart - offsetSize, offsetSize);
    if (last > length - bytesStart) {
      throw forget(
          new MalformedVariantException(
              "metadata's last name offset",
              bytesStart - offsetSize,
              Long.toString(last),
              "at most " + (length - bytesStart) + ", the bytes that follow"));
    }
    bytesLength = (int) last;
  }

  private MalformedVariantException forget(MalformedVariantException problem) {
    remembered.forget();
    generation++;
    return problem;
  }

  /**
   * A number that changes whenever {@link #wrap} meets other bytes than before. Ids resolved from
   * names may be kept together with the view and this number, and used while both are the same.
   */
  public long generation() {
    return generation;
  }

  /** Number of names; ids go from 0 to one less. */
  public int size() {
    requireWrapped();
    return size;
  }

  /** Whether the dictionary says that its names are unique and sorted by their bytes. */
  public boolean isSorted() {
    requireWrapped();
    return sorted;
  }

  /** The dictionary's own length in bytes: without the bytes after the names. */
  public int lengthBytes() {
    requireWrapped();
    return bytesStart + bytesLength;
  }

  /** Memory address of the dictionary's first byte. */
  public long address() {
    requireWrapped();
    return address;
  }

  /**
   * Memory address of a name's UTF-8 bytes; {@link #nameLength} is their number.
   *
   * @throws MalformedVariantException if there is no such name or its offsets do not fit
   */
  public long nameAddress(int id) {
    checkName(id);
    return address + bytesStart + offset(id);
  }

  /**
   * Length of a name in bytes.
   *
   * @throws MalformedVariantException if there is no such name or its offsets do not fit
   */
  public int nameLength(int id) {
    checkName(id);
    return (int) (offset(id + 1) - offset(id));
  }

  /**
   * Reads the offsets of all names: name {@code id} has the bytes from {@code into[id]} to {@code
   * into[id + 1]}, counted from {@link #namesAddress}.
   *
   * @param into has room for {@link #size} numbers and one more
   * @throws MalformedVariantException if the offsets of a name do not fit
   */
  public void nameOffsets(int[] into) {
    requireWrapped();
    long at = address + 1 + offsetSize;
    if (offsetSize == 1) {
      for (int i = 0; i <= size; i++) {
        into[i] = LittleEndian.unsignedByte(at + i);
      }
    } else {
      for (int i = 0; i <= size; i++) {
        into[i] = (int) LittleEndian.unsigned(at + (long) i * offsetSize, offsetSize);
      }
    }
    boolean rising = into[0] >= 0 && into[size] <= bytesLength;
    for (int i = 0; i < size; i++) {
      rising &= into[i] <= into[i + 1];
    }
    for (int id = 0; id < size && !rising; id++) {
      checkName(id);
    }
  }

  /** Memory address that the names' offsets count from. */
  public long namesAddress() {
    requireWrapped();
    return address + bytesStart;
  }

  /**
   * Proves that a name's bytes are UTF-8, which nothing but this and full validation does.
   *
   * @throws MalformedVariantException if they are not, or as {@link #nameAddress}
   */
  public void requireUtf8(int id) {
    long name = nameAddress(id);
    Utf8.require("name " + id + " in metadata", name, nameLength(id), name - address);
  }

  /**
   * Whether a name is exactly these UTF-8 bytes.
   *
   * @throws MalformedVariantException if there is no such name or its offsets do not fit
   */
  public boolean nameEquals(int id, byte[] utf8) {
    return nameLength(id) == utf8.length
        && UnsignedBytes.equal(address + bytesStart + offset(id), utf8, utf8.length);
  }

  /**
   * Compares a name with UTF-8 bytes, unsigned: negative if the name is less.
   *
   * @throws MalformedVariantException if there is no such name or its offsets do not fit
   */
  public int compareName(int id, byte[] utf8) {
    int length = nameLength(id);
    return UnsignedBytes.compare(address + bytesStart + offset(id), length, utf8);
  }

  /**
   * Orders two ids by the bytes of their names; in a dictionary sorted so that is the order of ids.
   *
   * @throws MalformedVariantException if there is no such name or its offsets do not fit
   */
  @Override
  public int compare(int leftId, int rightId) {
    return sorted && !mayDifferInOrder()
        ? Integer.compare(leftId, rightId)
        : compareNames(NameOrder.UTF8, leftId, rightId);
  }

  /**
   * Whether {@link NameOrder} matters to these names: where not, a dictionary or an object that is
   * sorted in one of the orders is so in the other.
   */
  public boolean mayDifferInOrder() {
    requireWrapped();
    if (orderedGeneration != generation) {
      mayDifferInOrder = NameOrder.mayDiffer(namesAddress(), bytesLength);
      orderedGeneration = generation;
    }
    return mayDifferInOrder;
  }

  /** As {@link #compare}, whatever the dictionary says of its order. */
  int compareNames(NameOrder order, int leftId, int rightId) {
    return order.compare(
        nameAddress(leftId), nameLength(leftId), nameAddress(rightId), nameLength(rightId));
  }

  /**
   * A name as text. Allocates; bytes that are not UTF-8 become replacement characters.
   *
   * @throws MalformedVariantException if there is no such name or its offsets do not fit
   */
  public String name(int id) {
    return new String(utf8(id), StandardCharsets.UTF_8);
  }

  byte[] utf8(int id) {
    byte[] utf8 = new byte[nameLength(id)];
    MemoryUtil.copyFromMemory(nameAddress(id), utf8, 0, utf8.length);
    return utf8;
  }

  /**
   * The id of a name, or -1. A binary search in a sorted dictionary, in whichever {@link
   * NameOrder}, linear in any other. An unsorted dictionary may hold a name several times; this
   * finds the first, so a search for a field by id must allow for another id, see {@link
   * #isUniqueAfter}.
   */
  public int find(byte[] utf8) {
    requireWrapped();
    return sorted ? FieldSearch.byHalves(this, null, size, utf8) : findFrom(0, utf8);
  }

  /** Whether no id after this one has the same name; always so in a sorted dictionary. */
  public boolean isUniqueAfter(int id, byte[] utf8) {
    requireWrapped();
    return sorted || findFrom(id + 1, utf8) < 0;
  }

  private int findFrom(int first, byte[] utf8) {
    for (int id = first; id < size; id++) {
      if (nameEquals(id, utf8)) {
        return id;
      }
    }
    return -1;
  }

  boolean sameBytes(VariantMetadata other) {
    return other == this
        || (!remembered.isEmpty()
            && !other.remembered.isEmpty()
            && other.remembered.are(address, remembered.length()));
  }

  void requireFirstOffsetZero() {
    requireWrapped();
    if (offset(0) != 0) {
      throw new MalformedVariantException(
          "metadata's first name offset", 1 + (long) offsetSize, Long.toString(offset(0)), "0");
    }
  }

  private long offset(int index) {
    return LittleEndian.unsigned(address + 1 + (long) (index + 1) * offsetSize, offsetSize);
  }

  private void checkName(int id) {
    requireWrapped();
    if (id < 0 || id >= size) {
      throw new MalformedVariantException("field id", Integer.toUnsignedString(id), idBound());
    }
    long from = offset(id);
    long to = offset(id + 1);
    if (from > to || to > bytesLength) {
      throw new MalformedVariantException(
          "metadata's offsets of name " + id,
          1 + (long) (id + 1) * offsetSize,
          from + " to " + to,
          "two that rise and end at or before " + bytesLength);
    }
  }

  String idBound() {
    return size == 0 ? "no field, for the dictionary is empty" : "at most " + (size - 1);
  }

  private void requireWrapped() {
    if (remembered.isEmpty()) {
      throw new IllegalStateException("the metadata is not wrapped: call wrap first");
    }
  }
}
