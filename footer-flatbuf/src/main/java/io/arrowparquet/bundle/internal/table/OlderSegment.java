// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.footer.CorruptFooterException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Another segment of the same bundle, in an object of its own. Its files that were changed or
 * removed later are marked: such a mark is the tombstone of a removed file.
 *
 * <pre>
 *   list    | segments: varint | segment ... |
 *   segment | bytes: varint | name | length: varint | marked files: varint
 *           | number of the file, less that of the one before, less 1: varint ... |
 * </pre>
 *
 * @param name of the object, in the same place as the bundle
 * @param removed numbers of the files in its directory that no longer count; not to be changed
 */
public record OlderSegment(String name, long length, BitSet removed) {
  private static final int LEAST_BYTES = 3;

  /**
   * Files of all older segments; what bounds the memory that a few damaged bytes ask for: 8 MiB.
   */
  private static final int MAX_FILES = 1 << 26;

  static void writeList(BundleBytes out, List<OlderSegment> segments) {
    out.writeVarint(segments.size());
    for (OlderSegment segment : segments) {
      byte[] name = BundleFormat.utf8(segment.name);
      out.writeVarint(name.length);
      out.write(name);
      out.writeVarint(segment.length);
      out.writeVarint(segment.removed.cardinality());
      int before = -1;
      for (int file = segment.removed.nextSetBit(0);
          file >= 0;
          file = segment.removed.nextSetBit(file + 1)) {
        out.writeVarint(file - before - 1L);
        before = file;
      }
    }
  }

  static List<OlderSegment> readList(ByteCursor in) {
    int count = in.readCount("number of older segments", LEAST_BYTES);
    List<OlderSegment> segments = new ArrayList<>();
    long before = 0;
    for (int i = 0; i < count; i++) {
      int nameLength = in.readCount("bytes of a segment's name", 1);
      int nameAt = in.skip(nameLength, "name of a segment");
      String name = new String(in.array(), nameAt, nameLength, StandardCharsets.UTF_8);
      long length = in.readVarint64("length of a segment");
      int marks = in.readCount("number of removed files", 1);
      BitSet removed = new BitSet();
      long file = -1;
      for (int j = 0; j < marks; j++) {
        file += in.readVarint("number of a removed file") + 1L;
        if (file >= MAX_FILES - before) {
          throw new CorruptFooterException(
              "number of a removed file", in.offset(), file, "less than " + (MAX_FILES - before));
        }
        removed.set((int) file);
      }
      before += file + 1;
      segments.add(new OlderSegment(name, length, removed));
    }
    return List.copyOf(segments);
  }
}
