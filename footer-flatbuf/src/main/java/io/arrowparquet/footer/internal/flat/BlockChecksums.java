// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * Checksums of the blocks of a FlatBuffers footer, from which that of the whole follows, so that
 * each block can be checked for itself.
 *
 * <pre>
 *   | block 0: 4096 bytes | block 1 | ... | block f-1 | rest: fewer than 4096 bytes |
 *
 *   entry i, for a whole block       crc(block i) * x^(8 * 4096 * (f - 1 - i)) mod P
 *   entry f, for the rest            crc(rest)
 *   crc of the flatbuffer            (xor of entries 0 to f-1) * x^(8 * bytes of the rest) mod P  xor  entry f
 * </pre>
 *
 * <p>Entries are multiplied so that combining them is an exclusive or for each: a footer of 118 MB
 * has 28 800 of them. Entries of the blocks that hold the entries themselves are 0; a reader
 * computes these from the bytes. If the combination equals the CRC-32 of the trailer, all entries
 * are right.
 *
 * <p>4 KiB: with blocks of 2 KiB the table of a footer with 100 000 columns takes longer than what
 * is saved on the blocks of ten columns, with 8 KiB it is the other way round.
 *
 * <p>Immutable. Implements {@code footer-flatbuf/FORMAT.md}, section 10.
 */
public final class BlockChecksums {
  public static final int BLOCK_SHIFT = 12;
  public static final int BLOCK = 1 << BLOCK_SHIFT;

  private final int size;
  private final int whole;
  private final int table;
  private final String noun;

  private BlockChecksums(int size, int table, String noun) {
    this.size = size;
    this.noun = noun;
    this.whole = size >>> BLOCK_SHIFT;
    this.table = table;
  }

  public static BlockChecksums of(FooterDirectory directory, int size) {
    return new BlockChecksums(size, directory.checksums(), FooterDirectory.noun(directory));
  }

  public static int count(int size) {
    return (size + BLOCK - 1) >>> BLOCK_SHIFT;
  }

  public int count() {
    return count(size);
  }

  public int wholeCount() {
    return whole;
  }

  public int length(int block) {
    return block < whole ? BLOCK : size & (BLOCK - 1);
  }

  public int firstOwn() {
    return table >>> BLOCK_SHIFT;
  }

  public int lastOwn() {
    return (table + count() * Integer.BYTES - 1) >>> BLOCK_SHIFT;
  }

  public int entry(int block) {
    return table + block * Integer.BYTES;
  }

  /**
   * What the entry of a block is that has this CRC-32. Of whole blocks one after another, which end
   * with this one, the exclusive or of all entries has the same relation to the CRC-32 of all.
   */
  public int entryFor(int block, int crc) {
    return block < whole ? Crc32Shift.overBlocks(crc, whole - 1 - block) : crc;
  }

  /** Given the blocks {@link #firstOwn} to {@link #lastOwn}, from {@code start} on. */
  public int combined(byte[] own, int start) {
    int before = start - (firstOwn() << BLOCK_SHIFT);
    int sum = xor(own, before + table, whole);
    int rest = count() > whole ? (int) ArrayNumbers.INT.get(own, before + entry(whole)) : 0;
    CRC32 crc = new CRC32();
    for (int block = firstOwn(); block <= lastOwn(); block++) {
      crc.reset();
      crc.update(own, before + (block << BLOCK_SHIFT), length(block));
      int entry = entryFor(block, (int) crc.getValue());
      if (block < whole) {
        sum ^= entry;
      } else {
        rest ^= entry;
      }
    }
    return combine(sum, rest);
  }

  private int combine(int sumOfWhole, int rest) {
    int restLength = size & (BLOCK - 1);
    return restLength == 0
        ? sumOfWhole
        : Crc32Shift.multiply(Crc32Shift.bytes(restLength), sumOfWhole) ^ rest;
  }

  private static int xor(byte[] bytes, int start, int count) {
    long sum = 0;
    int at = start;
    for (int i = 0; i < count / 2; i++) {
      sum ^= (long) ArrayNumbers.LONG.get(bytes, at);
      at += Long.BYTES;
    }
    int last = count % 2 == 0 ? 0 : (int) ArrayNumbers.INT.get(bytes, at);
    return (int) sum ^ (int) (sum >>> Integer.SIZE) ^ last;
  }

  /** Computes the entries, where there is room for them; gives the CRC-32 of all bytes. */
  public static int seal(ByteBuffer flatbuffer) {
    FooterDirectory directory = FooterDirectory.seal(flatbuffer);
    if (directory == null) {
      return Checksum.crc32(flatbuffer);
    }
    return fill(flatbuffer, directory.checksums());
  }

  /** As {@link #seal}, with the entries from a place on; the bytes are in an array. */
  public static int fill(ByteBuffer bytes, int table) {
    return new BlockChecksums(bytes.remaining(), table, FooterDirectory.noun(null))
        .fill(bytes.array(), bytes.arrayOffset() + bytes.position());
  }

  private int fill(byte[] bytes, int start) {
    CRC32 crc = new CRC32();
    for (int block = 0; block < count(); block++) {
      int entry = 0;
      if (block < firstOwn() || block > lastOwn()) {
        crc.reset();
        crc.update(bytes, start + (block << BLOCK_SHIFT), length(block));
        entry = entryFor(block, (int) crc.getValue());
      }
      ArrayNumbers.INT.set(bytes, start + entry(block), entry);
    }
    return combined(bytes, start + (firstOwn() << BLOCK_SHIFT));
  }

  /** Null for none; the offset counts from the beginning of the footer. */
  CorruptFooterException damage(int block, byte[] bytes, int start, int stored) {
    CRC32 crc = new CRC32();
    crc.update(bytes, start, length(block));
    int computed = entryFor(block, (int) crc.getValue());
    return computed == stored
        ? null
        : new CorruptFooterException(
            noun + ": checksum of block " + block + " of " + BLOCK + " bytes",
            (long) block << BLOCK_SHIFT,
            Checksum.hex(computed),
            Checksum.hex(stored) + ", the entry of the block");
  }

  static CorruptFooterException wrongWhole(
      FooterDirectory directory, int size, int expected, int combined) {
    return new CorruptFooterException(
        "CRC-32 of the " + FooterDirectory.noun(directory) + ", combined from those of its blocks",
        size,
        Checksum.hex(expected),
        Checksum.hex(combined));
  }
}
