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
 */
public record BlockLayout(List<Field> constants, List<Field> varying) {
  /** A field of a record batch. All fields are nullable. */
  public record Field(String name, FieldType type) {}

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

  /** A type; its width is in bytes of a value, 0 for binaries and texts. */
  public record FieldType(Kind kind, int width) {
    static final FieldType BINARY = new FieldType(Kind.BINARY, 0);
    static final FieldType TEXT = new FieldType(Kind.TEXT, 0);

    /** The types that blocks use, with their numbers in Arrow's union {@code Type}. */
    enum Kind {
      INTEGER(2),
      FLOAT(3),
      BINARY(4),
      TEXT(5),
      FIXED(15);

      final int number;

      Kind(int number) {
        this.number = number;
      }
    }

    boolean isVariable() {
      return kind == Kind.BINARY || kind == Kind.TEXT;
    }

    static FieldType integer(int width) {
      return new FieldType(Kind.INTEGER, width);
    }
  }
}
