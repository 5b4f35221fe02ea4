// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.flat.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One way to damage a file of the kit.
 *
 * @param feature the file that is damaged
 * @param what is wrong, in words
 * @param expect what a lenient reader does: {@link #FAIL}, or {@link #THRIFT}
 * @param fromEnd where the damage is, or begins, in bytes from the end of the file
 */
record KitDamage(
    String name,
    String feature,
    FooterLayout layout,
    String what,
    String expect,
    int fromEnd,
    Change change) {
  /** It is refused: there is no other footer. */
  static final String FAIL = "fail";

  /** The Thrift footer is used; of an extension that is damaged, and not unknown, it is said. */
  static final String THRIFT = "thrift";

  /** What the kit's reader in Python knows. */
  static final List<FooterLayout> LAYOUTS =
      List.of(
          FooterLayout.THRIFT,
          FooterLayout.SPEC,
          FooterLayout.SPEC_V1,
          FooterLayout.ARROW_CPP,
          FooterLayout.PAR3,
          FooterLayout.PARX,
          FooterLayout.INDEX);

  private static final String SMALL = "columns-17";
  private static final String PARTED = "columns-1000";

  /** Changes bytes, given little-endian; may give others. */
  @FunctionalInterface
  interface Change {
    byte[] apply(ByteBuffer file);
  }

  /** A damaged file, and where it is. */
  @SuppressWarnings("ArrayRecordComponent") // is written at once
  record Damaged(byte[] bytes, long at) {}

  Damaged apply(byte[] file) {
    byte[] changed = change.apply(ByteBuffer.wrap(file.clone()).order(ByteOrder.LITTLE_ENDIAN));
    return new Damaged(changed, Math.max(0, (long) changed.length - fromEnd));
  }

  static List<KitDamage> all() {
    List<KitDamage> all = new ArrayList<>();
    for (FooterLayout layout : LAYOUTS) {
      String name = layout.label();
      all.add(flip(name + "-magic", layout, "the magic at the end is none", FAIL, 1));
      all.add(
          of(
              name + "-cut",
              layout,
              "the last byte is missing",
              FAIL,
              4,
              file -> Arrays.copyOf(all(file), file.limit() - 1)));
      if (layout == FooterLayout.PAR3) {
        all.add(flip(name + "-crc", layout, "the CRC-32 of the FlatBuffer is another", FAIL, 16));
        all.add(flip(name + "-size-crc", layout, "the CRC-32 of the size is another", FAIL, 8));
        all.add(
            flip(name + "-flatbuffer", layout, "one bit of the FlatBuffer is another", FAIL, 400));
        continue;
      }
      if (layout == FooterLayout.PARX) {
        inTail(all, name);
        continue;
      }
      all.add(
          of(
              name + "-footer-length",
              layout,
              "the footer is longer than the file",
              FAIL,
              8,
              file -> put(file, 8, Integer.MAX_VALUE)));
      all.add(
          of(
              name + "-footer-length-0",
              layout,
              "the length of the footer is 0",
              FAIL,
              8,
              file -> put(file, 8, 0)));
      if (layout == FooterLayout.THRIFT) {
        all.add(
            of(
                name + "-struct",
                layout,
                "the struct begins with a field of a type that there is not",
                FAIL,
                0,
                KitDamage::firstByte));
        all.add(
            of(
                name + "-short",
                layout,
                "the file has 11 bytes",
                FAIL,
                11,
                file -> Arrays.copyOfRange(all(file), file.limit() - 11, file.limit())));
      } else {
        inExtension(all, name, layout);
      }
    }
    all.add(
        new KitDamage(
            "spec-block",
            PARTED,
            FooterLayout.SPEC,
            "one bit in one block of 4096 bytes is another: with checksums of blocks, only facts of this block are lost",
            THRIFT,
            100_000,
            file -> flip(file, 100_000)));
    all.add(
        new KitDamage(
            "index-block",
            PARTED,
            FooterLayout.INDEX,
            "one bit of the index is another",
            THRIFT,
            100,
            file -> flip(file, 100)));
    return all;
  }

  private static void inTail(List<KitDamage> all, String name) {
    FooterLayout layout = FooterLayout.PARX;
    all.add(flip(name + "-crc", layout, "the CRC-32 is another", FAIL, 8));
    all.add(flip(name + "-struct", layout, "one bit of the footer is another", FAIL, 60));
    all.add(
        of(
            name + "-footer-length",
            layout,
            "the footer is longer than the file",
            FAIL,
            16,
            file -> put(file, 16, Integer.MAX_VALUE)));
    all.add(
        of(
            name + "-flags",
            layout,
            "a feature flag is set, with a CRC-32 that is right, that nobody knows",
            FAIL,
            12,
            KitDamage::ofFlag2));
  }

  private static void inExtension(List<KitDamage> all, String name, FooterLayout layout) {
    boolean isCpp = layout == FooterLayout.ARROW_CPP;
    all.add(flip(name + "-size-crc", layout, "the CRC-32 of the size is another", THRIFT, 29));
    all.add(
        flip(name + "-crc", layout, "the CRC-32 of the data is another", THRIFT, isCpp ? 41 : 37));
    all.add(flip(name + "-data", layout, "one bit of the data is another", THRIFT, 60));
    all.add(flip(name + "-id", layout, "the UUID is one that nobody knows", THRIFT, 10));
    all.add(
        of(
            name + "-size",
            layout,
            "the size, whose CRC-32 is right, is larger than the footer",
            THRIFT,
            isCpp ? 37 : 33,
            file -> resized(file, isCpp)));
    if (isCpp) {
      all.add(
          of(
              name + "-codec",
              layout,
              "the codec, whose CRC-32 is right, is 3",
              THRIFT,
              42,
              KitDamage::ofCodec3));
    } else if (layout != FooterLayout.INDEX) {
      all.add(
          of(
              name + "-structure",
              layout,
              "the root table, with a CRC-32 that is right, is beyond the end",
              THRIFT,
              0,
              KitDamage::withoutRoot));
    }
  }

  private static KitDamage of(
      String name, FooterLayout layout, String what, String expect, int fromEnd, Change change) {
    return new KitDamage(name, SMALL, layout, what, expect, fromEnd, change);
  }

  private static KitDamage flip(
      String name, FooterLayout layout, String what, String expect, int fromEnd) {
    return of(name, layout, what, expect, fromEnd, file -> flip(file, fromEnd));
  }

  private static byte[] all(ByteBuffer file) {
    byte[] bytes = new byte[file.limit()];
    file.get(0, bytes);
    return bytes;
  }

  private static byte[] flip(ByteBuffer file, int fromEnd) {
    int at = file.limit() - fromEnd;
    return all(file.put(at, (byte) (file.get(at) ^ 0x10)));
  }

  private static byte[] put(ByteBuffer file, int fromEnd, int value) {
    return all(file.putInt(file.limit() - fromEnd, value));
  }

  private static byte[] firstByte(ByteBuffer file) {
    int start = file.limit() - 8 - file.getInt(file.limit() - 8);
    return all(file.put(start, (byte) 0x1F));
  }

  private static byte[] resized(ByteBuffer file, boolean isCpp) {
    int end = file.limit();
    int huge = 1 << 30;
    put(file, 33, huge);
    if (isCpp) {
      put(file, 37, huge);
      return put(file, 29, Checksum.crc32(file.slice(end - 37, 8)));
    }
    return put(file, 29, Checksum.crc32OfInt(huge));
  }

  private static byte[] ofCodec3(ByteBuffer file) {
    int end = file.limit();
    int size = file.getInt(end - 37);
    file.put(end - 42, (byte) 3);
    return put(file, 41, Checksum.crc32(file.slice(end - 42 - size, size + 1)));
  }

  private static byte[] ofFlag2(ByteBuffer file) {
    int end = file.limit();
    put(file, 12, file.getInt(end - 12) | 1 << 2);
    int length = file.getInt(end - 16);
    return put(file, 8, Checksum.crc32(file.slice(end - 16 - length, length + 8)));
  }

  private static byte[] withoutRoot(ByteBuffer file) {
    int end = file.limit();
    int size = file.getInt(end - 33);
    file.putInt(end - 37 - size, Integer.MAX_VALUE);
    return put(file, 37, Checksum.crc32(file.slice(end - 37 - size, size)));
  }
}
