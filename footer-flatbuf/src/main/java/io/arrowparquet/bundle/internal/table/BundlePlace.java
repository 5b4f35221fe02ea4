// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockWriter;
import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import java.util.ArrayList;
import java.util.List;

/**
 * Where some bytes are in a bundle.
 *
 * <pre>
 *   | offset: varint | length: varint | CRC-32: u32 |
 * </pre>
 *
 * @param offset from the beginning of the object
 */
public record BundlePlace(long offset, int length, int crc) implements Comparable<BundlePlace> {
  /** Keeps hash tables fast where places were chosen to have one hash. */
  @Override
  public int compareTo(BundlePlace other) {
    int byOffset = Long.compare(offset, other.offset);
    int byLength = Integer.compare(length, other.length);
    return byOffset != 0 ? byOffset : byLength != 0 ? byLength : Integer.compare(crc, other.crc);
  }

  /** By hand, as in each record that a first plan hashes: its JVM links none of their methods. */
  @Override
  public boolean equals(Object other) {
    return other instanceof BundlePlace place && compareTo(place) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(offset) + length) + crc;
  }

  void writeTo(BundleBytes out) {
    out.writeVarint(offset);
    out.writeVarint(length);
    out.writeInt(crc);
  }

  static BundlePlace read(ByteCursor in) {
    long offset = in.readVarint64("offset");
    int length = in.readVarint("length");
    return new BundlePlace(offset, length, in.readInt("CRC-32"));
  }

  /** Adds the place to a row: to a column, and the two after it. */
  void addTo(BlockWriter row, int column) {
    row.number(column).add(offset);
    row.number(column + 1).add(length);
    row.number(column + 2).add(crc);
  }

  static BundlePlace of(BlockRows rows, int column, int row) {
    int length = rows.count(column + 1, row);
    return new BundlePlace(rows.number(column, row), length, (int) rows.number(column + 2, row));
  }

  long end() {
    return offset + length;
  }

  /** Where a block is, and which layout it has. */
  record BlockPlace(BundlePlace place, int layout) {
    static final int ENTRY_BYTES = 20;
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
}
