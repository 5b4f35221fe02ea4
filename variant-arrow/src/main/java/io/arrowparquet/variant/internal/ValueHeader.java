// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantTypeIds;
import java.util.Arrays;

/**
 * The first byte of a value, bit by bit.
 *
 * <pre>
 *                  7   6   5   4   3   2   1   0
 *                +-----------------------+-------+
 *   primitive    | type id               | 0   0 |
 *   short string | length in bytes       | 0   1 |
 *   object       | 0 | L | id_s  | off_s | 1   0 |   L: is_large, the count has 4 bytes, not 1
 *   array        | 0   0   0 | L | off_s | 1   1 |   id_s, off_s: bytes of an id, an offset, less 1
 *                +-----------------------+-------+
 * </pre>
 */
public final class ValueHeader {
  public static final int BASIC_TYPE_MASK = 0b11;
  public static final int PRIMITIVE = 0;
  public static final int SHORT_STRING = 1;
  public static final int OBJECT = 2;
  public static final int ARRAY = 3;

  public static final int HEADER_SHIFT = 2;

  public static final int SIZE_MASK = 0b11;
  public static final int ID_SIZE_SHIFT = 2;
  public static final int OBJECT_LARGE_BIT = 0b1_0000;
  public static final int ARRAY_LARGE_BIT = 0b100;

  /** Bytes of the header and a count of one byte, and of four. */
  public static final int SMALL_COUNT_END = 2;

  public static final int LARGE_COUNT_END = 5;

  public static final int MAX_SHORT_STRING = 63;

  public static final int MAX_SCALE = 38;

  public static final int LENGTH_PREFIX_END = 5;

  /** In place of a length in {@link #DATA_LENGTHS}: a length prefix in the value. */
  public static final byte PREFIXED = -1;

  /** In place of a length in {@link #DATA_LENGTHS}: no such type. */
  public static final byte UNKNOWN = -2;

  /** The draft's four ids, and how far above the ratified ones they were. */
  public static final int FIRST_DRAFT_ID = 21;

  public static final int LAST_DRAFT_ID = 24;
  public static final int DRAFT_DISTANCE = 4;

  /** Bytes after the header, by the six bits of a primitive's type id. */
  public static final byte[] DATA_LENGTHS = dataLengths();

  /** In place of a shape in {@link #SHAPES}: the header alone does not determine it. */
  public static final int NO_SHAPE = -1;

  public static final int SHAPE_LENGTH_SHIFT = 8;

  public static final int SHAPE_TYPE_MASK = 0xFF;

  /**
   * By the whole first byte, of values whose header determines both: type and number of bytes that
   * follow. So are primitives of a known width and short strings, but no decimals, whose scale is
   * to be checked too.
   */
  public static final short[] SHAPES = shapes();

  private ValueHeader() {}

  public static int primitive(int typeId) {
    return typeId << HEADER_SHIFT;
  }

  public static int container(boolean object, boolean large, int idSize, int offsetSize) {
    int bits =
        object
            ? (large ? OBJECT_LARGE_BIT : 0) | (idSize - 1) << ID_SIZE_SHIFT
            : large ? ARRAY_LARGE_BIT : 0;
    return (bits | offsetSize - 1) << HEADER_SHIFT | (object ? OBJECT : ARRAY);
  }

  private static byte[] dataLengths() {
    byte[] lengths = new byte[64];
    Arrays.fill(lengths, UNKNOWN);
    for (PrimitiveType type : PrimitiveType.values()) {
      int length = type.dataLength();
      lengths[type.typeId()] = length == PrimitiveType.LENGTH_PREFIXED ? PREFIXED : (byte) length;
    }
    return lengths;
  }

  private static short[] shapes() {
    short[] shapes = new short[256];
    Arrays.fill(shapes, (short) NO_SHAPE);
    for (int bits = 0; bits < DATA_LENGTHS.length; bits++) {
      if (DATA_LENGTHS[bits] >= 0 && !VariantTypeIds.isDecimal(bits)) {
        shapes[primitive(bits)] = (short) (DATA_LENGTHS[bits] << SHAPE_LENGTH_SHIFT | bits);
      }
      shapes[bits << HEADER_SHIFT | SHORT_STRING] =
          (short) (bits << SHAPE_LENGTH_SHIFT | VariantTypeIds.STRING);
    }
    return shapes;
  }
}
