// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The four bytes that end a Parquet file, as the little-endian ints they read as. */
public final class Magic {
  public static final int PAR1 = littleEndian("PAR1");
  public static final int PAR3 = littleEndian("PAR3");
  public static final int PARE = littleEndian("PARE");

  /** Of files that say in flags what a reader must know, by a draft. */
  public static final int PARX = littleEndian("PARX");

  /** Begins and ends a footer bundle in table form, which names Parquet files and is none. */
  public static final int BUNDLE = littleEndian("APFB");

  public static final int LENGTH = 4;
  private static final int FIRST_THREE = 0xFFFFFF;

  private Magic() {}

  private static int littleEndian(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24;
  }

  public static ByteBuffer bytes(int magic) {
    return ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN).putInt(magic).flip();
  }

  static boolean isParquetLike(int magic) {
    return (magic & FIRST_THREE) == (PAR1 & FIRST_THREE);
  }

  public static String describe(int magic) {
    StringBuilder text = new StringBuilder("\"");
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      char c = (char) (magic >>> shift & 0xFF);
      switch (c) {
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        default -> {
          if (c < ' ' || c > '~') {
            return String.format("0x%08x", Integer.reverseBytes(magic));
          }
          text.append(c);
        }
      }
    }
    return text.append('"').toString();
  }
}
