// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The Arrow schema of record batches as an IPC message. */
final class SchemaMessage {
  /** More fields than any table of a bundle has, with room for later ones. */
  private static final int MAX_FIELDS = 256;

  private SchemaMessage() {}

  static byte[] write(List<BatchField> fields) {
    FlatBufferBuilder builder = new FlatBufferBuilder(1024);
    int[] offsets = fields.stream().mapToInt(field -> field(builder, field)).toArray();
    builder.startVector(FooterBytes.REFERENCE, offsets.length, FooterBytes.REFERENCE);
    for (int i = offsets.length - 1; i >= 0; i--) {
      builder.addOffset(offsets[i]);
    }
    int vector = builder.endVector();
    builder.startTable(ArrowSlots.SCHEMA_FIELDS + 1);
    builder.addOffset(ArrowSlots.SCHEMA_FIELDS, vector, 0);
    int schema = builder.endTable();
    BundleBytes out = new BundleBytes(1024);
    writeMessage(out, builder, ArrowSlots.HEADER_SCHEMA, schema, 0);
    return out.toByteArray();
  }

  /** Finishes the metadata of a message, and writes it with its prefix. */
  static void writeMessage(
      BundleBytes out, FlatBufferBuilder builder, byte headerType, int header, long bodyLength) {
    builder.startTable(ArrowSlots.MESSAGE_BODY_LENGTH + 1);
    builder.addLong(ArrowSlots.MESSAGE_BODY_LENGTH, bodyLength, 0);
    builder.addOffset(ArrowSlots.MESSAGE_HEADER, header, 0);
    builder.addShort(ArrowSlots.MESSAGE_VERSION, ArrowSlots.VERSION_V5, 0);
    builder.addByte(ArrowSlots.MESSAGE_HEADER_TYPE, headerType, 0);
    builder.finish(builder.endTable());
    ByteBuffer metadata = builder.dataBuffer();
    int length = metadata.remaining();
    out.writeInt(ArrowSlots.CONTINUATION);
    out.writeInt(ArrowSlots.padded(length));
    int at = out.allocate(ArrowSlots.padded(length));
    metadata.get(out.array(), at, length);
  }

  private static int field(FlatBufferBuilder builder, BatchField field) {
    int name = builder.createString(field.name());
    builder.startVector(FooterBytes.REFERENCE, 0, FooterBytes.REFERENCE);
    int children = builder.endVector();
    int type = type(builder, field.type());
    builder.startTable(ArrowSlots.FIELD_CHILDREN + 1);
    builder.addOffset(ArrowSlots.FIELD_NAME, name, 0);
    builder.addBoolean(ArrowSlots.FIELD_NULLABLE, true, false);
    builder.addByte(ArrowSlots.FIELD_TYPE_TYPE, (byte) field.type().kind().number, 0);
    builder.addOffset(ArrowSlots.FIELD_TYPE, type, 0);
    builder.addOffset(ArrowSlots.FIELD_CHILDREN, children, 0);
    return builder.endTable();
  }

  private static int type(FlatBufferBuilder builder, FieldType type) {
    builder.startTable(ArrowSlots.INT_IS_SIGNED + 1);
    switch (type.kind()) {
      case INTEGER -> {
        builder.addInt(ArrowSlots.TYPE_WIDTH, type.width() * Byte.SIZE, 0);
        builder.addBoolean(ArrowSlots.INT_IS_SIGNED, true, false);
      }
      case FLOAT ->
          builder.addShort(
              ArrowSlots.TYPE_WIDTH,
              type.width() == Float.BYTES
                  ? ArrowSlots.PRECISION_SINGLE
                  : ArrowSlots.PRECISION_DOUBLE,
              0);
      case FIXED -> builder.addInt(ArrowSlots.TYPE_WIDTH, type.width(), 0);
      case BINARY, TEXT -> {
        // A table without fields.
      }
    }
    return builder.endTable();
  }

  /**
   * Reads a message at the beginning of the bytes.
   *
   * @param offset where they begin in the bundle, for exceptions
   * @throws CorruptFooterException if it is not a schema of such fields
   */
  static List<BatchField> read(byte[] bytes, int start, int end, long offset) {
    IpcMessage message = IpcMessage.read(bytes, start, end, offset);
    FooterBytes in = message.metadata();
    int schema = message.header(ArrowSlots.HEADER_SCHEMA, "schema");
    int vector = in.child(schema, ArrowSlots.SCHEMA_FIELDS);
    int count = in.count(vector, FooterBytes.REFERENCE);
    if (count > MAX_FIELDS) {
      throw in.corrupt("number of fields", vector, count, "at most " + MAX_FIELDS);
    }
    List<BatchField> fields = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int field = in.reference(vector, i);
      String name = in.string(in.child(field, ArrowSlots.FIELD_NAME));
      fields.add(new BatchField(name == null ? "" : name, type(in, field)));
    }
    return List.copyOf(fields);
  }

  private static FieldType type(FooterBytes in, int field) {
    int numberAt = in.field(field, ArrowSlots.FIELD_TYPE_TYPE);
    int number = numberAt == 0 ? 0 : in.u8(numberAt);
    int type = in.child(field, ArrowSlots.FIELD_TYPE);
    int widthAt = type == 0 ? 0 : in.field(type, ArrowSlots.TYPE_WIDTH);
    if (number == FieldType.Kind.BINARY.number) {
      return FieldType.BINARY;
    }
    if (number == FieldType.Kind.TEXT.number) {
      return FieldType.TEXT;
    }
    if (number == FieldType.Kind.FLOAT.number) {
      int precision = widthAt == 0 ? 0 : in.u16(widthAt);
      if (precision == ArrowSlots.PRECISION_SINGLE || precision == ArrowSlots.PRECISION_DOUBLE) {
        int width = precision == ArrowSlots.PRECISION_SINGLE ? Float.BYTES : Double.BYTES;
        return new FieldType(FieldType.Kind.FLOAT, width);
      }
      throw in.corrupt("precision of a float", type, precision, "1 or 2");
    }
    int width = widthAt == 0 ? 0 : in.i32(widthAt);
    if (number == FieldType.Kind.INTEGER.number) {
      if (width != Byte.SIZE
          && width != Short.SIZE
          && width != Integer.SIZE
          && width != Long.SIZE) {
        throw in.corrupt("bits of an integer", type, width, "8, 16, 32 or 64");
      }
      return FieldType.integer(width / Byte.SIZE);
    }
    if (number != FieldType.Kind.FIXED.number || width < 0) {
      throw in.corrupt("type of a field", field, number, "one that blocks have");
    }
    return new FieldType(FieldType.Kind.FIXED, width);
  }
}
