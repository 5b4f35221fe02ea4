// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.model.BinaryValue;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.UUID;

/**
 * An extension of {@code ColumnMetaData} as an engine might try one out: where in the file the
 * column's values are once more, in an encoding that only this engine reads.
 *
 * <pre>
 *  8 bytes   offset in the file, little-endian
 *  4 bytes   length, little-endian
 *  16 bytes  the extension's UUID, big-endian
 * </pre>
 *
 * <p>The encoding here is BYTE_STREAM_SPLIT without any page around it.
 */
record DuplicateEncoding(long offset, int length) {
  private static final UUID ID = UUID.fromString("3d0ba1c5-6a5e-4fb5-9a5c-2f6a9c6f5b11");
  private static final int BYTES = 28;

  private static final int ROW_GROUPS = 4;
  private static final int COLUMNS = 1;
  private static final int META_DATA = 3;

  byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(offset)
        .putInt(length)
        .order(ByteOrder.BIG_ENDIAN)
        .putLong(ID.getMostSignificantBits())
        .putLong(ID.getLeastSignificantBits())
        .array();
  }

  /** What the extension of a struct says; null if it has none or somebody else's. */
  static DuplicateEncoding of(BinaryValue extension) {
    if (extension == null || extension.length() != BYTES) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.wrap(extension.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    DuplicateEncoding found = new DuplicateEncoding(bytes.getLong(), bytes.getInt());
    bytes.order(ByteOrder.BIG_ENDIAN);
    return new UUID(bytes.getLong(), bytes.getLong()).equals(ID) ? found : null;
  }

  /** The one that a column chunk of this footer has; null if it has none. */
  static DuplicateEncoding find(byte[] footer, int rowGroup, int column) {
    Struct metadata = columnMetaData(footer, rowGroup, column);
    return of(StructExtension.find(footer, metadata.start, metadata.end));
  }

  /** The footer with this extension on the metadata of a column chunk. */
  byte[] appendTo(byte[] footer, int rowGroup, int column) {
    return replace(footer, columnMetaData(footer, rowGroup, column), toBytes());
  }

  /** The footer with an extension on a row group. */
  static byte[] appendToRowGroup(byte[] footer, int rowGroup) {
    CompactReader in = new CompactReader(footer);
    enterField(in, ROW_GROUPS);
    enterElement(in, rowGroup);
    int start = in.position();
    in.skipStruct();
    return replace(footer, new Struct(start, in.position()), new DuplicateEncoding(0, 0).toBytes());
  }

  private static byte[] replace(byte[] footer, Struct old, byte[] extension) {
    byte[] extended =
        StructExtension.append(Arrays.copyOfRange(footer, old.start, old.end), extension);
    // Thrift does not say how long a struct is: a longer one just takes the place of the other.
    return ByteBuffer.allocate(footer.length + extended.length - (old.end - old.start))
        .put(footer, 0, old.start)
        .put(extended)
        .put(footer, old.end, footer.length - old.end)
        .array();
  }

  private record Struct(int start, int end) {}

  private static Struct columnMetaData(byte[] footer, int rowGroup, int column) {
    CompactReader in = new CompactReader(footer);
    enterField(in, ROW_GROUPS);
    enterElement(in, rowGroup);
    enterField(in, COLUMNS);
    enterElement(in, column);
    enterField(in, META_DATA);
    int start = in.position();
    in.skipStruct();
    return new Struct(start, in.position());
  }

  private static void enterField(CompactReader in, int id) {
    in.enterStruct();
    while (in.nextField() && in.fieldId() != id) {
      in.skip();
    }
  }

  private static void enterElement(CompactReader in, int index) {
    in.listBegin();
    for (int i = 0; i < index; i++) {
      in.skipStruct();
    }
  }

  static byte[] encode(double[] values) {
    byte[] split = new byte[values.length * Double.BYTES];
    for (int i = 0; i < values.length; i++) {
      long bits = Double.doubleToRawLongBits(values[i]);
      for (int stream = 0; stream < Double.BYTES; stream++) {
        split[stream * values.length + i] = (byte) (bits >>> (stream * Byte.SIZE));
      }
    }
    return split;
  }

  static double[] decode(byte[] split) {
    double[] values = new double[split.length / Double.BYTES];
    for (int i = 0; i < values.length; i++) {
      long bits = 0;
      for (int stream = 0; stream < Double.BYTES; stream++) {
        bits |= (split[stream * values.length + i] & 0xFFL) << (stream * Byte.SIZE);
      }
      values[i] = Double.longBitsToDouble(bits);
    }
    return values;
  }
}
