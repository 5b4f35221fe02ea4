// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.commons.codec.digest.MurmurHash3;

/** Bytes with one number after another set to extremes. */
public final class Extremes {
  private static final long[] NUMBERS = {
    0,
    1,
    -1,
    127,
    4096,
    Short.MAX_VALUE,
    0xFFFF,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    0xFFFF_FFFFL,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  private Extremes() {}

  /** Bytes with one change. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Case(String name, byte[] bytes) {}

  /** Values of a field. */
  static List<Object> of(boolean isNumber) {
    List<Object> values = new ArrayList<>();
    if (isNumber) {
      Arrays.stream(NUMBERS).forEach(values::add);
    } else {
      values.add(new byte[0]);
      values.add(new byte[] {0});
      values.add(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, 1});
      values.add("../../x".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      values.add(new byte[70_000]);
    }
    return values;
  }

  public static int crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  static byte[] littleEndian(long value, int width) {
    byte[] bytes = new byte[width];
    for (int i = 0; i < width; i++) {
      bytes[i] = (byte) (value >>> (Byte.SIZE * i));
    }
    return bytes;
  }

  /** Each varint, and what would be one from any byte on, in the place of which another is put. */
  public static List<Case> varints(String what, byte[] bytes) {
    List<Case> cases = new ArrayList<>();
    for (int at = 0; at < bytes.length; at++) {
      int end = at;
      while (end < bytes.length - 1 && bytes[end] < 0) {
        end++;
      }
      for (long value : NUMBERS) {
        BundleBytes out = new BundleBytes(bytes.length + 10);
        out.write(bytes, 0, at);
        out.writeVarint(value);
        out.write(bytes, end + 1, bytes.length - end - 1);
        cases.add(new Case(what + ", varint at " + at + " = " + value, out.toByteArray()));
      }
    }
    return cases;
  }

  /** Each aligned number of some widths. */
  public static List<Case> words(String what, byte[] bytes, int from, int to, int... widths) {
    List<Case> cases = new ArrayList<>();
    for (int width : widths) {
      for (int at = from; at + width <= to; at += width == 8 ? 4 : width) {
        long before = Long.MAX_VALUE - 1;
        for (long value : NUMBERS) {
          long fits = width == 8 ? value : value & ((1L << (Byte.SIZE * width)) - 1);
          if (fits == before || (width == 8 && (int) value == value && at % 8 == 4)) {
            continue;
          }
          before = fits;
          byte[] changed = bytes.clone();
          System.arraycopy(littleEndian(value, width), 0, changed, at, width);
          cases.add(new Case(what + ", " + width + " bytes at " + at + " = " + value, changed));
        }
      }
    }
    return cases;
  }

  /** The varints of a SchemaDef of less than 15 layers, with length and hash made right. */
  public static List<Case> definitions(byte[] definition) {
    ByteCursor in = new ByteCursor(definition, Long.BYTES, definition.length, 0);
    int length = in.readVarint("length");
    byte[] layers = Arrays.copyOfRange(definition, in.position(), in.position() + length);
    List<Case> cases = new ArrayList<>();
    for (Case changed : varints("definition", layers)) {
      for (int flags = definition[0]; flags < definition[0] + 2; flags++) {
        byte[] body = changed.bytes();
        long hash = MurmurHash3.hash128x64(body, 0, body.length, flags)[0];
        BundleBytes out = new BundleBytes(body.length + 20);
        out.writeLong((hash & ~0xFFL) | flags);
        out.writeVarint(body.length);
        out.write(body);
        cases.add(new Case(changed.name() + ", header " + flags, out.toByteArray()));
      }
    }
    return cases;
  }
}
