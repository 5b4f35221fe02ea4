// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.codec;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.KeyValue;

/** Thrift compact codec of {@link KeyValue}. */
public final class KeyValueCodec {
  // Field ids.
  public static final int KEY = 1;
  public static final int VALUE = 2;

  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("KeyValue")
          .required(KEY, "key", CompactType.BINARY)
          .optional(VALUE, "value", CompactType.BINARY);

  private KeyValueCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static KeyValue read(CompactReader in) {
    String key = null;
    String value = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case KEY -> key = in.readString();
        case VALUE -> value = in.readString();
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new KeyValue(key, value);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, KeyValue value) {
    out.structBegin();
    out.stringField(KEY, value.key());
    out.optionalStringField(VALUE, value.value());
    out.structEnd();
  }
}
