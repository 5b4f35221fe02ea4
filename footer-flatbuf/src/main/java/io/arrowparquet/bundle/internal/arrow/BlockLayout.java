// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.arrow;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import java.util.ArrayList;
import java.util.List;

/**
 * The Arrow schemas of a block's two batches. Blocks of a bundle share a few of them. A field that
 * is in neither is null in every row.
 *
 * <pre>
 *   layouts | number: varint | layout | layout | ...
 *   layout  | bytes: varint | schema message of the constants | bytes: varint | schema message of the rows |
 * </pre>
 *
 * @param constants fields whose values are the same in all rows
 * @param varying the other fields
 */
public record BlockLayout(List<BatchField> constants, List<BatchField> varying) {

  /** The section with all layouts. */
  public static byte[] write(List<BlockLayout> layouts) {
    BundleBytes out = new BundleBytes(4096);
    out.writeVarint(layouts.size());
    for (BlockLayout layout : layouts) {
      for (List<BatchField> fields : List.of(layout.constants, layout.varying)) {
        byte[] message = SchemaMessage.write(fields);
        out.writeVarint(message.length);
        out.write(message);
      }
    }
    return out.toByteArray();
  }

  /** Reads the section. */
  public static List<BlockLayout> read(ByteCursor in) {
    int count = in.readCount("number of layouts", 2);
    List<BlockLayout> layouts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      layouts.add(new BlockLayout(fields(in), fields(in)));
    }
    return List.copyOf(layouts);
  }

  private static List<BatchField> fields(ByteCursor in) {
    int length = in.readVarint("length of a schema");
    long offset = in.offset();
    int start = in.skip(length, "schema");
    return SchemaMessage.read(in.array(), start, start + length, offset);
  }
}
