// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Numbers in memory, least significant byte first whatever the machine's order. Nothing here checks
 * a range: the caller has.
 */
public final class LittleEndian {
  private static final boolean SWAP = !MemoryUtil.LITTLE_ENDIAN;

  private LittleEndian() {}

  public static int unsignedByte(long address) {
    return MemoryUtil.getByte(address) & 0xFF;
  }

  public static short int16(long address) {
    short raw = MemoryUtil.getShort(address);
    return SWAP ? Short.reverseBytes(raw) : raw;
  }

  public static int int32(long address) {
    int raw = MemoryUtil.getInt(address);
    return SWAP ? Integer.reverseBytes(raw) : raw;
  }

  public static long int64(long address) {
    long raw = MemoryUtil.getLong(address);
    return SWAP ? Long.reverseBytes(raw) : raw;
  }

  public static long mask(int size) {
    return 0xFFFFFFFFL >>> (Integer.SIZE - Byte.SIZE * size);
  }

  /** The fewest bytes, 1 to 4, that hold a number from 0 to the greatest int. */
  public static int sizeOf(int number) {
    return number < 1 << 8 ? 1 : number < 1 << 16 ? 2 : number < 1 << 24 ? 3 : 4;
  }

  /** An unsigned number of {@code size} bytes, 1 to 4, reading no byte more than those. */
  public static long unsigned(long address, int size) {
    return switch (size) {
      case 1 -> unsignedByte(address);
      case 2 -> int16(address) & 0xFFFFL;
      case 3 -> (int16(address) & 0xFFFFL) | (long) unsignedByte(address + 2) << Short.SIZE;
      default -> int32(address) & 0xFFFFFFFFL;
    };
  }

  /** A signed number of {@code size} bytes, 1, 2, 4 or 8. */
  public static long signed(long address, int size) {
    return switch (size) {
      case Long.BYTES -> int64(address);
      case Integer.BYTES -> int32(address);
      case Short.BYTES -> int16(address);
      default -> MemoryUtil.getByte(address);
    };
  }

  public static void putInt16(long address, short value) {
    MemoryUtil.putShort(address, SWAP ? Short.reverseBytes(value) : value);
  }

  public static void putInt32(long address, int value) {
    MemoryUtil.putInt(address, SWAP ? Integer.reverseBytes(value) : value);
  }

  public static void putInt64(long address, long value) {
    MemoryUtil.putLong(address, SWAP ? Long.reverseBytes(value) : value);
  }

  public static void putUnsigned(long address, int size, int value) {
    switch (size) {
      case 1 -> MemoryUtil.putByte(address, (byte) value);
      case 2 -> putInt16(address, (short) value);
      case 3 -> {
        putInt16(address, (short) value);
        MemoryUtil.putByte(address + 2, (byte) (value >>> Short.SIZE));
      }
      default -> putInt32(address, value);
    }
  }

  /**
   * Writes the low {@code size} bytes of numbers, one after another, and returns where they end.
   */
  public static long putTable(long address, int size, int[] numbers, int from, int to) {
    long at = address;
    if (size == 1) {
      for (int i = from; i < to; i++) {
        MemoryUtil.putByte(at, (byte) numbers[i]);
        at++;
      }
    } else if (size == 2) {
      for (int i = from; i < to; i++) {
        putInt16(at, (short) numbers[i]);
        at += 2;
      }
    } else {
      for (int i = from; i < to; i++) {
        putUnsigned(at, size, numbers[i]);
        at += size;
      }
    }
    return at;
  }
}
