// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a block is, and which layout it has.
 *
 * @param place of its bytes
 * @param layout number of its layout
 */
record BlockPlace(BundlePlace place, int layout) {
  /** Bytes of an entry of the index. */
  static final int ENTRY_BYTES = 20;

  /** Least bytes in a list. */
  private static final int LEAST_BYTES = 7;

  //  | offset: i64 | length: u32 | CRC-32: u32 | layout: u32 |
  void writeEntry(BundleBytes out) {
    out.writeLong(place.offset());
    out.writeInt(place.length());
    out.writeInt(place.crc());
    out.writeInt(layout);
  }

  static BlockPlace readEntry(ByteCursor in) {
    long offset = in.readLong("offset of a block");
    int length = in.readInt("length of a block");
    int crc = in.readInt("CRC-32 of a block");
    return new BlockPlace(new BundlePlace(offset, length, crc), in.readInt("layout of a block"));
  }

  //  | number: varint | place, layout: varint | ...
  static void writeList(BundleBytes out, List<BlockPlace> blocks) {
    out.writeVarint(blocks.size());
    for (BlockPlace block : blocks) {
      block.place.writeTo(out);
      out.writeVarint(block.layout);
    }
  }

  static List<BlockPlace> readList(ByteCursor in) {
    int count = in.readCount("number of blocks", LEAST_BYTES);
    List<BlockPlace> blocks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      BundlePlace place = BundlePlace.read(in);
      blocks.add(new BlockPlace(place, in.readVarint("layout of a block")));
    }
    return List.copyOf(blocks);
  }
}
