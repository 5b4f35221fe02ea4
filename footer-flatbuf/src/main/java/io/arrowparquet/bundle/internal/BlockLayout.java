// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

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
public record BlockLayout(List<Field> constants, List<Field> varying) {
  /**
   * A field of a record batch. All fields are nullable.
   *
   * @param name name in the Arrow schema
   * @param type type of the values
   */
  public record Field(String name, FieldType type) {}

  /** The section with all layouts. */
  public static byte[] write(List<BlockLayout> layouts) {
    BundleBytes out = new BundleBytes(4096);
    out.writeVarint(layouts.size());
    for (BlockLayout layout : layouts) {
      for (List<Field> fields : List.of(layout.constants, layout.varying)) {
        byte[] message = IpcFormat.schema(fields);
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

  private static List<Field> fields(ByteCursor in) {
    int length = in.readVarint("length of a schema");
    long offset = in.offset();
    int start = in.skip(length, "schema");
    return IpcFormat.readSchema(in.array(), start, start + length, offset);
  }
}
