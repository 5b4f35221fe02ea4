// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import io.arrowparquet.footer.CorruptFooterException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Compares each block of a footer in memory with its checksum before anything of it is read.
 *
 * <p>Threads: may be shared, without locks. There is a byte for each block and not a bit, since it
 * is set without looking at others: threads that race do the work twice, and set the same.
 */
final class BlockGate {
  private static final int MASK = BlockChecksums.BLOCK - 1;

  /** A reader that has touched this part of all blocks is expected to touch the others. */
  private static final int PART_THAT_LEADS_TO_ALL = 8;

  /** So many blocks do not lead to all: a few columns of a small footer. */
  private static final int FEW = 64;

  private final ByteBuffer buffer;
  private final FooterDirectory directory;
  private final BlockChecksums checksums;
  private final int crc;
  private final byte[] checked;

  /** Where each byte is noted that is read, and no block is ever open; null to check them. */
  private final BitSet touched;

  /** How many blocks were compared, about: threads that race may count less. */
  private int checkedCount;

  private final BlockScans scans = new BlockScans();
  private boolean hasDamage;
  private boolean hasTriedAll;
  private boolean isOpen;

  BlockGate(ByteBuffer buffer, FooterDirectory directory, int crc) {
    this.buffer = buffer;
    this.directory = directory;
    this.checksums = BlockChecksums.of(directory, buffer.limit());
    this.crc = crc;
    this.checked = new byte[checksums.count()];
    this.touched = null;
  }

  /** Compares nothing, and notes what is read. */
  BlockGate(ByteBuffer buffer, BitSet touched) {
    this.buffer = buffer;
    this.directory = null;
    this.checksums = null;
    this.crc = 0;
    this.checked = new byte[BlockChecksums.count(buffer.limit())];
    this.touched = touched;
  }

  /** Lets the checksums through; gives what is wrong with them, or null. */
  CorruptFooterException openChecksums() {
    int first = checksums.firstOwn();
    int last = checksums.lastOwn();
    boolean hasArray = buffer.hasArray();
    // A file that is mapped may be truncated: copying throws, hashing would end the process.
    byte[] own = hasArray ? buffer.array() : copy(first, last);
    int start = hasArray ? buffer.arrayOffset() + (first << BlockChecksums.BLOCK_SHIFT) : 0;
    int combined = checksums.combined(own, start);
    if (combined != crc) {
      return BlockChecksums.wrongWhole(directory, buffer.limit(), crc, combined);
    }
    Arrays.fill(checked, first, last + 1, (byte) 1);
    return null;
  }

  private byte[] copy(int first, int last) {
    int from = first << BlockChecksums.BLOCK_SHIFT;
    byte[] copy = new byte[(last << BlockChecksums.BLOCK_SHIFT) + checksums.length(last) - from];
    buffer.get(from, copy);
    return copy;
  }

  /**
   * Whether {@link #open} must be called before a number is read. Numbers are aligned and so within
   * one block; for others the answer is yes.
   */
  boolean isClosed(int position, int width) {
    return checked[position >>> BlockChecksums.BLOCK_SHIFT] == 0
        || (position & MASK) > BlockChecksums.BLOCK - width;
  }

  /** Compares the blocks of some bytes; gives what is wrong with the first damaged one, or null. */
  CorruptFooterException open(int position, int count) {
    if (touched != null) {
      touched.set(position, position + count);
      return null;
    }
    int end = (position + count - 1) >>> BlockChecksums.BLOCK_SHIFT;
    for (int block = position >>> BlockChecksums.BLOCK_SHIFT; block <= end; block++) {
      if (checked[block] == 0 && !isInSoundRun(block)) {
        CorruptFooterException damage = damage(block);
        if (damage != null) {
          return damage;
        }
        checked[block] = 1;
        checkedCount++;
      }
    }
    if (checkedCount > Math.max(FEW, checked.length / PART_THAT_LEADS_TO_ALL) && !hasTriedAll) {
      tryAll();
    }
    return null;
  }

  /**
   * Whether a block was checked together with others, since it is part of a scan: one comparison
   * for all. If one of them is damaged, it is reported when it is touched.
   */
  private boolean isInSoundRun(int block) {
    int count = hasDamage ? 1 : scans.blocksFrom(block);
    if (count == 1 || !isWholeAndClosed(block)) {
      return false;
    }
    int first = block;
    while (first - 1 > block + count && isWholeAndClosed(first - 1)) {
      first--;
    }
    int end = block;
    while (end + 1 < block + count && isWholeAndClosed(end + 1)) {
      end++;
    }
    if (!isRunSound(first, end)) {
      hasDamage = true;
      return false;
    }
    Arrays.fill(checked, first, end + 1, (byte) 1);
    checkedCount += end + 1 - first;
    return true;
  }

  private boolean isWholeAndClosed(int block) {
    return block >= 0 && block < checksums.wholeCount() && checked[block] == 0;
  }

  private boolean isRunSound(int first, int end) {
    int sum = 0;
    for (int block = first; block <= end; block++) {
      sum ^= buffer.getInt(checksums.entry(block));
    }
    int from = first << BlockChecksums.BLOCK_SHIFT;
    int length = (end + 1 - first) << BlockChecksums.BLOCK_SHIFT;
    return checksums.entryFor(end, Checksum.crc32(buffer.slice(from, length))) == sum;
  }

  /** Damaged blocks, if there are any, are found when they are touched. */
  private void tryAll() {
    hasTriedAll = true;
    if (Checksum.crc32(buffer) == crc) {
      Arrays.fill(checked, (byte) 1);
      isOpen = true;
    }
  }

  boolean isOpen() {
    return isOpen;
  }

  private CorruptFooterException damage(int block) {
    boolean hasArray = buffer.hasArray();
    byte[] bytes = hasArray ? buffer.array() : copy(block, block);
    int start = hasArray ? buffer.arrayOffset() + (block << BlockChecksums.BLOCK_SHIFT) : 0;
    return checksums.damage(block, bytes, start, buffer.getInt(checksums.entry(block)));
  }
}
