// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import io.arrowparquet.variant.VariantTypeIds;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Writes primitives, header and data, at an address that has room for them. The sizes are those of
 * {@link ValueHeader#DATA_LENGTHS}, plus one for the header.
 */
public final class LeafWriter {
  private LeafWriter() {}

  public static void header(long address, int typeId) {
    MemoryUtil.putByte(address, (byte) ValueHeader.primitive(typeId));
  }

  public static void int8(long address, byte value) {
    header(address, VariantTypeIds.INT8);
    MemoryUtil.putByte(address + 1, value);
  }

  public static void int16(long address, short value) {
    header(address, VariantTypeIds.INT16);
    LittleEndian.putInt16(address + 1, value);
  }

  public static void fourBytes(long address, int typeId, int bits) {
    header(address, typeId);
    LittleEndian.putInt32(address + 1, bits);
  }

  public static void eightBytes(long address, int typeId, long bits) {
    header(address, typeId);
    LittleEndian.putInt64(address + 1, bits);
  }

  public static void decimal(long address, int typeId, int scale, long high, long low) {
    header(address, typeId);
    MemoryUtil.putByte(address + 1, (byte) scale);
    switch (typeId) {
      case VariantTypeIds.DECIMAL4 -> LittleEndian.putInt32(address + 2, (int) low);
      case VariantTypeIds.DECIMAL8 -> LittleEndian.putInt64(address + 2, low);
      case VariantTypeIds.DECIMAL16 -> {
        LittleEndian.putInt64(address + 2, low);
        LittleEndian.putInt64(address + 2 + Long.BYTES, high);
      }
      default -> throw VariantTypeIds.unexpected(typeId);
    }
  }

  public static void uuid(long address, long mostSignificant, long leastSignificant) {
    header(address, VariantTypeIds.UUID);
    LittleEndian.putInt64(address + 1, Long.reverseBytes(mostSignificant));
    LittleEndian.putInt64(address + 1 + Long.BYTES, Long.reverseBytes(leastSignificant));
  }

  public static int stringPrefix(int length) {
    return length <= ValueHeader.MAX_SHORT_STRING ? 1 : ValueHeader.LENGTH_PREFIX_END;
  }

  public static long string(long address, int length) {
    if (length > ValueHeader.MAX_SHORT_STRING) {
      return prefixed(address, VariantTypeIds.STRING, length);
    }
    MemoryUtil.putByte(
        address, (byte) (length << ValueHeader.HEADER_SHIFT | ValueHeader.SHORT_STRING));
    return address + 1;
  }

  /** Writes header and length of a binary or a long string; returns the address of its bytes. */
  public static long prefixed(long address, int typeId, int length) {
    header(address, typeId);
    LittleEndian.putInt32(address + 1, length);
    return address + ValueHeader.LENGTH_PREFIX_END;
  }
}
