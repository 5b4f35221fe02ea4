// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

/**
 * Steps over Thrift compact values without looking at what they mean.
 *
 * <p>Stateless: positions go in and come out, so that they stay in registers. Selective reading of
 * a wide footer spends nearly all its time here. Every position returned lies in the bytes given.
 */
public final class CompactSkipper {
  private CompactSkipper() {}

  /**
   * Steps over one struct. Field ids do not matter, so the position may be that of any field header
   * in it.
   *
   * @param end exclusive end of the bytes that may be read, which is inside the array
   * @param depthLeft how many structs and collections may be nested, this one counted
   * @return the position after the stop byte
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes end before the struct, nest
   *     deeper or are no compact protocol
   */
  public static int struct(byte[] bytes, int position, int end, int depthLeft) {
    if (depthLeft <= 0) {
      throw CompactFault.tooDeep(position);
    }
    int p = position;
    while (p < end) {
      int header = bytes[p++];
      if ((header & 0xf0) == 0) {
        if (header == CompactType.STOP) {
          return p;
        }
        p = Varint.skip(bytes, p, end, Varint.MAX_BYTES_32);
      }
      int type = header & 0x0f;
      // The frequent types by comparison: such branches are guessed better than a jump by a table.
      if (type == CompactType.I64 && p < end) {
        p = bytes[p] >= 0 ? p + 1 : Varint.skip(bytes, p, end, Varint.MAX_BYTES_64);
      } else if (type == CompactType.I32 && p < end) {
        p = bytes[p] >= 0 ? p + 1 : Varint.skip(bytes, p, end, Varint.MAX_BYTES_32);
      } else if (type == CompactType.BINARY && p < end && bytes[p] >= 0 && bytes[p] < end - p) {
        p += 1 + bytes[p];
      } else if (type == CompactType.STRUCT) {
        p = struct(bytes, p, end, depthLeft - 1);
      } else if (type == CompactType.LIST) {
        p = list(bytes, p, end, depthLeft - 1);
      } else {
        p = field(bytes, p, end, type, depthLeft);
      }
    }
    throw CompactFault.truncated("struct", p, 1, 0);
  }

  /** Steps over the value of a field; a boolean has none, the field header holds it. */
  static int field(byte[] bytes, int p, int end, int type, int depthLeft) {
    return switch (type) {
      case CompactType.BOOLEAN_TRUE, CompactType.BOOLEAN_FALSE -> p;
      case CompactType.I16, CompactType.I32 ->
          p < end && bytes[p] >= 0 ? p + 1 : Varint.skip(bytes, p, end, Varint.MAX_BYTES_32);
      case CompactType.I64 ->
          p < end && bytes[p] >= 0 ? p + 1 : Varint.skip(bytes, p, end, Varint.MAX_BYTES_64);
      case CompactType.BINARY -> binary(bytes, p, end);
      case CompactType.STRUCT -> struct(bytes, p, end, depthLeft - 1);
      default -> rareField(bytes, p, end, type, depthLeft);
    };
  }

  private static int rareField(byte[] bytes, int p, int end, int type, int depthLeft) {
    return switch (type) {
      case CompactType.LIST, CompactType.SET -> list(bytes, p, end, depthLeft - 1);
      case CompactType.MAP -> map(bytes, p, end, depthLeft - 1);
      case CompactType.I8 -> fixed(p, end, 1);
      case CompactType.DOUBLE -> fixed(p, end, Double.BYTES);
      case CompactType.UUID -> fixed(p, end, 16);
      default -> throw CompactFault.wrongWireType("field", p, type);
    };
  }

  /** Steps over one list or map element, where a boolean takes a byte of its own. */
  static int element(byte[] bytes, int p, int end, int type, int depthLeft) {
    if (type == CompactType.BOOLEAN_TRUE || type == CompactType.BOOLEAN_FALSE) {
      return fixed(p, end, 1);
    }
    return field(bytes, p, end, type, depthLeft);
  }

  private static int fixed(int p, int end, int width) {
    if (end - p < width) {
      throw CompactFault.truncated("value", p, width, end - p);
    }
    return p + width;
  }

  public static int binary(byte[] bytes, int position, int end) {
    int p = position;
    if (p < end && bytes[p] >= 0) {
      int length = bytes[p++];
      if (length <= end - p) {
        return p + length;
      }
      throw CompactFault.truncated("binary", position, length + 1L, end - position);
    }
    p = Varint.skip(bytes, p, end, Varint.MAX_BYTES_32);
    long length = Varint.decode(bytes, position, p);
    if (length > end - p) {
      throw CompactFault.truncated("binary", position, length + (p - position), end - position);
    }
    return p + (int) length;
  }

  //  list header        sssstttt            size 0 to 14, element type
  //                     1111tttt varint     any size
  public static int list(byte[] bytes, int position, int end, int depthLeft) {
    if (depthLeft <= 0) {
      throw CompactFault.tooDeep(position);
    }
    if (position >= end) {
      throw CompactFault.truncated("list", position, 1, 0);
    }
    int p = position + 1;
    int type = bytes[position] & 0x0f;
    long size = (bytes[position] >> 4) & 0x0f;
    if (size == 15) {
      int sizeStart = p;
      p = Varint.skip(bytes, p, end, Varint.MAX_BYTES_32);
      size = Varint.decode(bytes, sizeStart, p);
    }
    if (size > end - p) {
      // Each element takes at least one byte, so a larger size cannot be true.
      throw CompactFault.truncated("list", position, size + (p - position), end - position);
    }
    if (type == CompactType.STRUCT) {
      for (long i = 0; i < size; i++) {
        p = struct(bytes, p, end, depthLeft - 1);
      }
      return p;
    }
    for (long i = 0; i < size; i++) {
      p = element(bytes, p, end, type, depthLeft);
    }
    return p;
  }

  private static int map(byte[] bytes, int position, int end, int depthLeft) {
    if (depthLeft <= 0) {
      throw CompactFault.tooDeep(position);
    }
    int p = Varint.skip(bytes, position, end, Varint.MAX_BYTES_32);
    long size = Varint.decode(bytes, position, p);
    if (size == 0) {
      return p;
    }
    if (2 * size >= end - p) {
      throw CompactFault.truncated("map", position, 2 * size + 1, end - p);
    }
    int keyType = (bytes[p] >> 4) & 0x0f;
    int valueType = bytes[p++] & 0x0f;
    for (long i = 0; i < size; i++) {
      p = element(bytes, p, end, keyType, depthLeft);
      p = element(bytes, p, end, valueType, depthLeft);
    }
    return p;
  }
}
