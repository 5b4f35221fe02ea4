// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Bounded reads of FlatBuffers' building blocks. Every offset is followed only after it was checked
 * against the buffer, so whatever the bytes say, a read gives a value of the buffer or {@link
 * CorruptFooterException}.
 *
 * <p>Positions are absolute in the buffer; 0 means "not there", which no table, vector or field can
 * be, for the buffer starts with the offset of its root.
 *
 * <p>The bytes are in memory, mapped, or fetched in parts. A place is compared with the size before
 * it is read, and the block it is in with its checksum, where there is one. Immutable to those who
 * read, and shared. Bytes on the heap are read from their array, which takes two thirds of the time
 * that a {@link ByteBuffer} takes.
 *
 * <pre>
 *   buffer  | root: u32 | ... vtables, tables, vectors in any order ...
 *   vtable  | own bytes: u16 | bytes of the table: u16 | offset in the table of field 0: u16 | ... of field n
 *   table   | i32: own position - position of the vtable | field values, in any order
 *   vector  | elements: u32 | elements
 *   string  | bytes: u32 | UTF-8 bytes | 00
 *   reference to a table, vector or string: u32, counted from the place the reference is at
 * </pre>
 */
public final class FooterBytes {
  private final ByteBuffer buffer;
  private final SparseBlocks parts;
  private final FooterDirectory directory;

  /** Checksum of all bytes; null where nothing is checked, or was before. */
  private final Integer crc;

  final int limit;

  /** The array the bytes are in; null if they are in none, or in one that is hidden. */
  private final byte[] array;

  /**
   * How many bytes may be read from {@link #array} without looking further: all or none. The way of
   * reading that is taken most is kept this short, since ten of these reads take the time of
   * looking at one chunk. A thread that sees none still, or at first, looks further.
   */
  private int readable;

  private final int start;

  /**
   * Compares blocks with their checksums; null where none is, or when they are fetched. Final, so
   * that no thread takes bytes unchecked, however it comes to see this object.
   */
  private final BlockGate gate;

  /** Whether all blocks are known to be right. A thread that does not see that asks once more. */
  private boolean isOpen;

  private final String source;
  private final long sourceOffset;

  /** Bytes of a reference, of a vector's count, and of the link from a table to its vtable. */
  public static final int REFERENCE = 4;

  /** A vtable's two sizes, before its first field. */
  public static final int VTABLE_HEADER = 4;

  public static final int VTABLE_ENTRY = 2;

  /** Takes the bytes from the buffer's position to its limit; neither is changed. */
  public FooterBytes(ByteBuffer buffer) {
    this(buffer, null, 0);
  }

  public FooterBytes(ByteBuffer buffer, String source, long sourceOffset) {
    this(buffer, null, 0, null, null, null, source, sourceOffset);
  }

  /** Either of a buffer or of parts, which have the size. */
  private FooterBytes(
      ByteBuffer buffer,
      SparseBlocks parts,
      int size,
      FooterDirectory directory,
      Integer crc,
      BitSet touched,
      String source,
      long sourceOffset) {
    this.buffer = buffer == null ? null : buffer.slice().order(ByteOrder.LITTLE_ENDIAN);
    this.parts = parts;
    this.directory = directory;
    this.crc = crc;
    this.limit = parts == null ? this.buffer.limit() : size;
    boolean hasArray = parts == null && this.buffer.hasArray();
    this.array = hasArray ? this.buffer.array() : null;
    this.start = hasArray ? this.buffer.arrayOffset() : 0;
    this.source = source;
    this.sourceOffset = sourceOffset;
    boolean isGated = parts == null && directory != null;
    BlockGate checking = isGated ? new BlockGate(this.buffer, directory, crc) : null;
    this.gate = touched == null ? checking : new BlockGate(this.buffer, touched);
    if (isGated) {
      CorruptFooterException damage = gate.openChecksums();
      if (damage != null) {
        throw located(damage, 0);
      }
    } else if (parts == null && touched == null) {
      setOpen();
    }
  }

  public static FooterBytes checkedInBlocks(
      ByteBuffer buffer, String source, long sourceOffset, FooterDirectory directory, int crc) {
    return new FooterBytes(buffer, null, 0, directory, crc, null, source, sourceOffset);
  }

  /** Unchecked bytes that note the position of each one that is read. For one thread. */
  public static FooterBytes noting(ByteBuffer buffer, BitSet touched) {
    // An array would be read without asking.
    return new FooterBytes(buffer.asReadOnlyBuffer(), null, 0, null, null, touched, null, 0);
  }

  /**
   * Bytes that are fetched when they are needed.
   *
   * @param tail bytes that end where the footer ends; copied
   * @param gap gaps of up to this many blocks are fetched with what is around them
   * @param near the same for what is needed first
   * @param crc null if nothing is to be checked
   */
  public static FooterBytes fetched(
      ByteSource source,
      long sourceOffset,
      int size,
      ByteBuffer tail,
      FooterDirectory directory,
      ByteRanges first,
      int gap,
      int near,
      Integer crc) {
    BlockChecksums checksums = crc == null ? null : BlockChecksums.of(directory, size);
    SparseBlocks parts = new SparseBlocks(source, sourceOffset, size, tail, gap, checksums);
    FooterBytes bytes =
        new FooterBytes(null, parts, size, directory, crc, null, source.name(), sourceOffset);
    if (crc == null) {
      parts.fetch(first, near);
      return bytes;
    }
    parts.fetchFirst(
        first,
        near,
        (own, at) -> {
          int combined = checksums.combined(own, at);
          if (combined != crc) {
            throw bytes.located(BlockChecksums.wrongWhole(directory, size, crc, combined), 0);
          }
        });
    return bytes;
  }

  private void setOpen() {
    readable = array == null ? 0 : limit;
    isOpen = true;
  }

  /** Those that are missing are fetched, and those that were not checked are. */
  public ByteBuffer readOnly() {
    if (parts == null) {
      open(0, limit);
      return buffer.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
    ByteBuffer all = ByteBuffer.wrap(parts.all());
    if (crc != null && Checksum.crc32(all) != crc) {
      throw located(BlockChecksums.wrongWhole(directory, limit, crc, Checksum.crc32(all)), 0);
    }
    return all.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  public int size() {
    return limit;
  }

  /** Of parts: if all were fetched. */
  public long heapBytes() {
    return array == null ? limit : array.length;
  }

  public void fetch(ByteRanges ranges) {
    if (parts != null) {
      parts.fetch(ranges);
    } else if (directory != null) {
      ranges.blocks().stream().forEach(block -> open(block << BlockChecksums.BLOCK_SHIFT, 1));
    }
  }

  /** In one piece, if they are fetched at all; what is outside the footer is left out. */
  public void fetchNear(long from, long to) {
    if (parts != null && from < to) {
      parts.fetchNear((int) Math.max(from, 0), (int) Math.min(to, limit));
    }
  }

  public boolean isFetchedInParts() {
    return parts != null;
  }

  /** Null where nothing is fetched or checked in parts. */
  public FooterDirectory directory() {
    return directory;
  }

  public int u8(int position) {
    return i8(position) & 0xFF;
  }

  public byte i8(int position) {
    if (position >= 0 && position < readable) {
      return array[start + position];
    }
    require(position, 1);
    if (array != null) {
      return array[start + position];
    }
    return buffer != null ? buffer.get(position) : parts.i8(position);
  }

  public int u16(int position) {
    return i16(position) & 0xFFFF;
  }

  public short i16(int position) {
    return position >= 0 && position <= readable - Short.BYTES
        ? (short) ArrayNumbers.SHORT.get(array, start + position)
        : i16Required(position);
  }

  private short i16Required(int position) {
    require(position, Short.BYTES);
    if (array != null) {
      return (short) ArrayNumbers.SHORT.get(array, start + position);
    }
    return buffer != null ? buffer.getShort(position) : parts.i16(position);
  }

  public int i32(int position) {
    return position >= 0 && position <= readable - Integer.BYTES
        ? (int) ArrayNumbers.INT.get(array, start + position)
        : i32Required(position);
  }

  private int i32Required(int position) {
    require(position, Integer.BYTES);
    if (array != null) {
      return (int) ArrayNumbers.INT.get(array, start + position);
    }
    return buffer != null ? buffer.getInt(position) : parts.i32(position);
  }

  public long i64(int position) {
    return position >= 0 && position <= readable - Long.BYTES
        ? (long) ArrayNumbers.LONG.get(array, start + position)
        : i64Required(position);
  }

  private long i64Required(int position) {
    require(position, Long.BYTES);
    if (array != null) {
      return (long) ArrayNumbers.LONG.get(array, start + position);
    }
    return buffer != null ? buffer.getLong(position) : parts.i64(position);
  }

  private void require(int position, int width) {
    if (position < 0 || position > limit - width) {
      throw corrupt("position", position, position, "0 to " + (limit - width));
    }
    open(position, width);
  }

  /**
   * Compares one or more bytes, whose place was compared with the size before, with their checksums
   * before they are read from {@link #array()}.
   */
  public void open(int position, int count) {
    if (!isOpen && gate != null && gate.isClosed(position, count)) {
      check(position, count);
    }
  }

  /** The array the bytes are in, not to be changed; null if they are in none. */
  public byte[] array() {
    return array;
  }

  public int arrayStart() {
    return start;
  }

  /**
   * Where one or more bytes that are fetched in parts are together, whose place was compared with
   * the size before; null if they are not, or not in parts.
   */
  public Piece piece(int position, int count) {
    return parts == null ? null : parts.pieceOfAll(position, count);
  }

  /** Where the bytes around a position begin that a piece has, and that are known to be right. */
  public int startIn(Piece piece, int position) {
    return Math.max(1, parts.startIn(piece, position));
  }

  /** Where they end. */
  public int endIn(Piece piece, int position) {
    return Math.min(limit, parts.endIn(piece, position));
  }

  private void check(int position, int count) {
    CorruptFooterException damage = gate.open(position, count);
    if (damage != null) {
      throw located(damage, 0);
    }
    if (gate.isOpen()) {
      setOpen();
    }
  }

  /** Copies one or more bytes, whose place was compared with the size before. */
  public void copyTo(int position, byte[] target, int at, int count) {
    open(position, count);
    if (buffer != null) {
      buffer.get(position, target, at, count);
    } else {
      parts.copyTo(position, target, at, count);
    }
  }

  /** Whether some bytes, inside or not, are equal to bytes of others, which are inside. */
  public boolean isSame(int position, FooterBytes others, int from, int count) {
    if (position < 0 || position > limit - count) {
      return false;
    }
    if (array == null || others.array == null) {
      return view(position, count).equals(others.view(from, count));
    }
    open(position, count);
    others.open(from, count);
    int own = start + position;
    int other = others.start + from;
    return Arrays.equals(array, own, own + count, others.array, other, other + count);
  }

  /** A read-only view of bytes whose place was compared with the size before; a copy of parts. */
  ByteBuffer view(int position, int count) {
    if (buffer == null) {
      byte[] copy = new byte[count];
      parts.copyTo(position, copy, 0, count);
      return ByteBuffer.wrap(copy).asReadOnlyBuffer();
    }
    if (count > 0) {
      open(position, count);
    }
    return buffer.slice(position, count).asReadOnlyBuffer();
  }

  public CorruptFooterException corrupt(String what, int position, long found, String expected) {
    return located(
        new CorruptFooterException(
            FooterDirectory.noun(directory) + ": " + what,
            position,
            Long.toString(found),
            expected),
        0);
  }

  /** An exception whose offset counts from {@code position}, with its place in the file. */
  public CorruptFooterException located(CorruptFooterException e, int position) {
    CorruptFooterException shifted = e.shiftedBy(position + sourceOffset);
    return source == null ? shifted : shifted.in(source);
  }

  public int root() {
    return follow(0);
  }

  public int follow(int position) {
    return follow(position, i32(position));
  }

  public int follow(int position, int reference) {
    long distance = reference & 0xFFFFFFFFL;
    long target = position + distance;
    // Room for the smallest thing there is: a count, or a table's link to its vtable.
    if (distance < REFERENCE || target > limit - REFERENCE) {
      throw corrupt("reference", position, distance, REFERENCE + " to " + (limit - position));
    }
    return (int) target;
  }

  /** Its header is inside the buffer, and so are its entries. */
  public int vtable(int table) {
    long vtable = (long) table - i32(table);
    if (vtable < 0 || vtable > limit - VTABLE_HEADER) {
      throw corrupt("vtable position", table, vtable, "0 to " + (limit - VTABLE_HEADER));
    }
    int size = u16((int) vtable);
    if (size < VTABLE_HEADER || size > limit - vtable) {
      throw corrupt("vtable size", (int) vtable, size, "4 to the end of the buffer");
    }
    return (int) vtable;
  }

  public int tableBytes(int table, int vtable) {
    int found = u16(vtable + VTABLE_ENTRY);
    if (found < REFERENCE || found > limit - table) {
      throw corrupt("table size", vtable + VTABLE_ENTRY, found, "4 to " + (limit - table));
    }
    return found;
  }

  /** Position of a field's value, 0 if the table, whose vtable this is, has none. */
  public int field(int table, int vtable, int slot) {
    int entry = VTABLE_HEADER + VTABLE_ENTRY * slot;
    if (entry + VTABLE_ENTRY > u16(vtable)) {
      return 0;
    }
    int offset = u16(vtable + entry);
    return offset == 0 ? 0 : table + offset;
  }

  public int field(int table, int slot) {
    return field(table, vtable(table), slot);
  }

  public int child(int table, int slot) {
    int at = field(table, slot);
    return at == 0 ? 0 : follow(at);
  }

  /** Number of elements of a vector (0 for no vector), all of them inside the buffer. */
  public int count(int vector, int elementBytes) {
    if (vector == 0) {
      return 0;
    }
    long count = i32(vector) & 0xFFFFFFFFL;
    if (count * elementBytes > limit - REFERENCE - vector) {
      throw corrupt("vector length", vector, count, "what the buffer has room for");
    }
    return (int) count;
  }

  /** Position of an element of a vector; the index is the caller's, hence another exception. */
  public int element(int vector, int elementBytes, int index) {
    int count = count(vector, elementBytes);
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException("index " + index + " of " + count);
    }
    return vector + REFERENCE + index * elementBytes;
  }

  /** The target of a reference in a vector, whose index the caller has compared with its count. */
  public int reference(int vector, int index) {
    return follow(vector + REFERENCE + index * REFERENCE);
  }

  /** The bytes of a byte vector or string, copied; null for none. */
  public byte[] bytes(int vector) {
    if (vector == 0) {
      return null;
    }
    byte[] copy = new byte[count(vector, 1)];
    copyVector(vector, copy, 0, copy.length);
    return copy;
  }

  /** Copies the bytes of a byte vector, counted before, into an array; nothing of no vector. */
  public void copyVector(int vector, byte[] target, int at, int count) {
    if (count > 0) {
      copyTo(vector + REFERENCE, target, at, count);
    }
  }

  public ByteBuffer slice(int vector) {
    return vector == 0 ? null : view(vector + REFERENCE, count(vector, 1));
  }

  /** A string; null for none. Bytes that are not UTF-8 become replacement characters. */
  public String string(int vector) {
    byte[] copy = bytes(vector);
    return copy == null ? null : new String(copy, StandardCharsets.UTF_8);
  }
}
