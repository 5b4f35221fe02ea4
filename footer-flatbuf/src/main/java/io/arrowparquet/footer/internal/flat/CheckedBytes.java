// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import io.arrowparquet.footer.CorruptFooterException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Numbers at places of a footer that is in memory, mapped, or fetched in parts. A place is compared
 * with the size before it is read, and the block it is in with its checksum, where there is one.
 *
 * <p>Immutable to those who read, and shared: all reads are absolute.
 *
 * <p>Bytes on the heap are read from their array, which takes two thirds of the time that a {@link
 * ByteBuffer} takes.
 */
public abstract class CheckedBytes {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

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

  /** Either of a buffer or of parts, which have the size. */
  CheckedBytes(
      ByteBuffer buffer,
      SparseBlocks parts,
      int size,
      FooterDirectory directory,
      Integer crc,
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
    this.gate = isGated ? new BlockGate(this.buffer, directory, crc) : null;
    if (isGated) {
      CorruptFooterException damage = gate.openChecksums();
      if (damage != null) {
        throw located(damage, 0);
      }
    } else if (parts == null) {
      setOpen();
    }
  }

  private void setOpen() {
    readable = array == null ? 0 : limit;
    isOpen = true;
  }

  /**
   * A view of all the bytes, for handing out: read-only, little-endian. They are fetched if some
   * are missing, and checked if some were not.
   */
  public final ByteBuffer readOnly() {
    if (parts == null) {
      open(0, limit);
      return buffer.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
    ByteBuffer all = ByteBuffer.wrap(parts.all());
    if (crc != null && Checksum.crc32(all) != crc) {
      throw located(BlockChecksums.wrongWhole(limit, crc, Checksum.crc32(all)), 0);
    }
    return all.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  public final int size() {
    return limit;
  }

  public final void fetch(ByteRanges ranges) {
    if (parts != null) {
      parts.fetch(ranges);
    } else if (gate != null) {
      ranges.blocks().stream().forEach(block -> open(block << BlockChecksums.BLOCK_SHIFT, 1));
    }
  }

  /**
   * Fetches bytes that will be needed and are near each other in one piece, if they are fetched at
   * all; what is outside the footer is left out.
   */
  public final void fetchNear(long from, long to) {
    if (parts != null && from < to) {
      parts.fetchNear((int) Math.max(from, 0), (int) Math.min(to, limit));
    }
  }

  public final boolean isFetchedInParts() {
    return parts != null;
  }

  /** Null where nothing is fetched or checked in parts. */
  public final FooterDirectory directory() {
    return directory;
  }

  public final int u8(int position) {
    return i8(position) & 0xFF;
  }

  public final byte i8(int position) {
    if (position >= 0 && position < readable) {
      return array[start + position];
    }
    require(position, 1);
    if (array != null) {
      return array[start + position];
    }
    return buffer != null ? buffer.get(position) : parts.i8(position);
  }

  public final int u16(int position) {
    return i16(position) & 0xFFFF;
  }

  public final short i16(int position) {
    return position >= 0 && position <= readable - Short.BYTES
        ? (short) SHORT.get(array, start + position)
        : i16Required(position);
  }

  private short i16Required(int position) {
    require(position, Short.BYTES);
    if (array != null) {
      return (short) SHORT.get(array, start + position);
    }
    return buffer != null ? buffer.getShort(position) : parts.i16(position);
  }

  public final int i32(int position) {
    return position >= 0 && position <= readable - Integer.BYTES
        ? (int) INT.get(array, start + position)
        : i32Required(position);
  }

  private int i32Required(int position) {
    require(position, Integer.BYTES);
    if (array != null) {
      return (int) INT.get(array, start + position);
    }
    return buffer != null ? buffer.getInt(position) : parts.i32(position);
  }

  public final long i64(int position) {
    return position >= 0 && position <= readable - Long.BYTES
        ? (long) LONG.get(array, start + position)
        : i64Required(position);
  }

  private long i64Required(int position) {
    require(position, Long.BYTES);
    if (array != null) {
      return (long) LONG.get(array, start + position);
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
  public final void open(int position, int count) {
    if (!isOpen && gate != null && gate.isClosed(position, count)) {
      check(position, count);
    }
  }

  /** The array the bytes are in, not to be changed; null if they are in none. */
  public final byte[] array() {
    return array;
  }

  public final int arrayStart() {
    return start;
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
  public final void copyTo(int position, byte[] target, int at, int count) {
    open(position, count);
    if (buffer != null) {
      buffer.get(position, target, at, count);
    } else {
      parts.copyTo(position, target, at, count);
    }
  }

  /** A read-only view of bytes whose place was compared with the size before; a copy of parts. */
  final ByteBuffer view(int position, int count) {
    if (buffer == null) {
      byte[] copy = new byte[count];
      if (count > 0) {
        parts.copyTo(position, copy, 0, count);
      }
      return ByteBuffer.wrap(copy).asReadOnlyBuffer();
    }
    if (count > 0) {
      open(position, count);
    }
    return buffer.slice(position, count).asReadOnlyBuffer();
  }

  public final CorruptFooterException corrupt(
      String what, int position, long found, String expected) {
    return located(
        new CorruptFooterException(
            "FlatBuffers footer: " + what, position, Long.toString(found), expected),
        0);
  }

  /** An exception whose offset counts from {@code position}, with its place in the file. */
  public final CorruptFooterException located(CorruptFooterException e, int position) {
    CorruptFooterException shifted = e.shiftedBy(position + sourceOffset);
    return source == null ? shifted : shifted.in(source);
  }
}
