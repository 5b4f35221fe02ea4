// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.bundle.internal.Zstd;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.model.BinaryValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a page index or the Bloom filter of a column chunk is in a segment, packed as heads are.
 *
 * <pre>
 *   field indexes of a row group | index ... |
 *   index                        | 4 * leaf column + kind: varint | offset in the file: varint | place |
 * </pre>
 *
 * @param column number of the leaf
 * @param offset of its bytes in the file
 */
public record ChunkIndex(int column, Kind kind, long offset, BundlePlace place) {
  /** Of all indexes of a file, unpacked: what a reader may hold of each open file. */
  public static final long MOST_BYTES = 32L << 20;

  private static final List<Kind> KINDS = List.of(Kind.values());

  /** In the order of their numbers. */
  public enum Kind {
    OFFSET_INDEX,
    COLUMN_INDEX,
    BLOOM_FILTER
  }

  /** An index that has no place yet. */
  @SuppressWarnings("ArrayRecordComponent") // lives as long as the file is worked on
  public record Packed(int column, Kind kind, long offset, byte[] bytes) {
    public static Packed of(int column, Kind kind, long offset, byte[] unpacked) {
      return new Packed(column, kind, offset, Zstd.pack(unpacked));
    }

    ChunkIndex at(BundlePlace place) {
      return new ChunkIndex(column, kind, offset, place);
    }
  }

  ChunkIndex at(BundlePlace other) {
    return new ChunkIndex(column, kind, offset, other);
  }

  static byte[] write(List<ChunkIndex> indexes) {
    BundleBytes out = new BundleBytes(20 * indexes.size());
    for (ChunkIndex index : indexes) {
      out.writeVarint(4L * index.column + KINDS.indexOf(index.kind));
      out.writeVarint(index.offset);
      index.place.writeTo(out);
    }
    return out.toByteArray();
  }

  /** Those of a row group; none where the field is null. */
  static List<ChunkIndex> of(BlockRows rows, int row) {
    BinaryValue field = rows.bytes(RowGroupRest.INDEXES, row);
    return field == null ? List.of() : read(field.toByteArray());
  }

  static List<ChunkIndex> read(byte[] bytes) {
    ByteCursor in = new ByteCursor(bytes, 0, bytes.length, 0);
    List<ChunkIndex> indexes = new ArrayList<>();
    while (in.remaining() > 0) {
      int key = in.readVarint("column of an index");
      if ((key & 3) >= KINDS.size()) {
        throw new CorruptFooterException("kind of an index", key & 3, "0 to 2");
      }
      long offset = in.readVarint64("offset of an index");
      indexes.add(new ChunkIndex(key >> 2, KINDS.get(key & 3), offset, BundlePlace.read(in)));
    }
    return indexes;
  }

  void requireInside(int length, long fileLength) {
    if (offset < 0 || offset > fileLength - length) {
      throw new CorruptFooterException(
          "place of an index in its file",
          place.offset(),
          length + " bytes at " + offset,
          "inside the " + fileLength + " bytes");
    }
  }
}
