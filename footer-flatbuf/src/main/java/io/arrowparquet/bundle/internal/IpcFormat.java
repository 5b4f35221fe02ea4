// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.bundle.internal.BlockLayout.Field;
import io.arrowparquet.bundle.internal.BlockLayout.FieldType;
import io.arrowparquet.bundle.internal.BlockLayout.FieldType.Kind;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Arrow IPC messages: schemas, and the metadata of record batches. Has the slots and numbers of
 * Arrow's {@code Message.fbs} and {@code Schema.fbs} that blocks use.
 *
 * <pre>
 *   message | FF FF FF FF | bytes of the metadata: u32 | metadata: Message, padded | body |
 *   body    | buffer | 00 to a multiple of 8 | buffer | ...
 *   buffer  | bytes decompressed: i64, -1 for bytes as they are | bytes |       where compressed
 * </pre>
 */
final class IpcFormat {
  /** Of a FieldNode (length, null count) and of a Buffer (offset, length). */
  static final int PAIR_BYTES = 16;

  private static final int CONTINUATION = -1;
  private static final int PREFIX = 8;
  private static final short VERSION_V5 = 4;
  private static final int MESSAGE_VERSION = 0;
  private static final int MESSAGE_HEADER_TYPE = 1;
  private static final int MESSAGE_HEADER = 2;
  private static final int MESSAGE_BODY_LENGTH = 3;
  private static final byte HEADER_SCHEMA = 1;
  private static final byte HEADER_RECORD_BATCH = 3;
  private static final int SCHEMA_FIELDS = 1;
  private static final int FIELD_NAME = 0;
  private static final int FIELD_NULLABLE = 1;
  private static final int FIELD_TYPE_TYPE = 2;
  private static final int FIELD_TYPE = 3;
  private static final int FIELD_CHILDREN = 5;

  /** Bit width of integers, precision of floats, byte width of fixed-size binaries. */
  private static final int TYPE_WIDTH = 0;

  private static final int INT_IS_SIGNED = 1;
  private static final short PRECISION_SINGLE = 1;
  private static final short PRECISION_DOUBLE = 2;
  private static final int BATCH_LENGTH = 0;
  static final int BATCH_NODES = 1;
  static final int BATCH_BUFFERS = 2;
  static final int BATCH_COMPRESSION = 3;
  private static final int COMPRESSION_CODEC = 0;
  private static final byte CODEC_ZSTD = 1;

  /** More fields than any table of a bundle has, with room for later ones. */
  private static final int MAX_FIELDS = 256;

  private IpcFormat() {}

  static int padded(int length) {
    return (length + 7) & -8;
  }

  static byte[] schema(List<Field> fields) {
    FlatBufferBuilder builder = new FlatBufferBuilder(1024);
    int[] offsets = fields.stream().mapToInt(field -> field(builder, field)).toArray();
    int vector = builder.createVectorOfTables(offsets);
    builder.startTable(SCHEMA_FIELDS + 1);
    builder.addOffset(SCHEMA_FIELDS, vector, 0);
    int schema = builder.endTable();
    BundleBytes out = new BundleBytes(1024);
    writeMessage(out, builder, HEADER_SCHEMA, schema, 0);
    return out.toByteArray();
  }

  private static int field(FlatBufferBuilder builder, Field field) {
    int name = builder.createString(field.name());
    int children = builder.createVectorOfTables(new int[0]);
    int type = type(builder, field.type());
    builder.startTable(FIELD_CHILDREN + 1);
    builder.addOffset(FIELD_NAME, name, 0);
    builder.addBoolean(FIELD_NULLABLE, true, false);
    builder.addByte(FIELD_TYPE_TYPE, (byte) field.type().kind().number, 0);
    builder.addOffset(FIELD_TYPE, type, 0);
    builder.addOffset(FIELD_CHILDREN, children, 0);
    return builder.endTable();
  }

  private static int type(FlatBufferBuilder builder, FieldType type) {
    builder.startTable(INT_IS_SIGNED + 1);
    switch (type.kind()) {
      case INTEGER -> {
        builder.addInt(TYPE_WIDTH, type.width() * Byte.SIZE, 0);
        builder.addBoolean(INT_IS_SIGNED, true, false);
      }
      case FLOAT ->
          builder.addShort(
              TYPE_WIDTH, type.width() == Float.BYTES ? PRECISION_SINGLE : PRECISION_DOUBLE, 0);
      case FIXED -> builder.addInt(TYPE_WIDTH, type.width(), 0);
      case BINARY, TEXT -> {
        // A table without fields.
      }
    }
    return builder.endTable();
  }

  /** Has pairs in a row: rows and nulls of each column, offset and length of each buffer. */
  static void writeBatch(
      BundleBytes out,
      FlatBufferBuilder builder,
      int rows,
      long[] nodes,
      long[] buffers,
      int bufferNumbers,
      BundleBytes body) {
    builder.clear();
    int bufferVector = pairs(builder, bufferNumbers, buffers);
    int nodeVector = pairs(builder, nodes.length, nodes);
    builder.startTable(COMPRESSION_CODEC + 1);
    builder.addByte(COMPRESSION_CODEC, CODEC_ZSTD, 0);
    int compression = builder.endTable();
    builder.startTable(BATCH_COMPRESSION + 1);
    builder.addLong(BATCH_LENGTH, rows, 0);
    builder.addOffset(BATCH_NODES, nodeVector, 0);
    builder.addOffset(BATCH_BUFFERS, bufferVector, 0);
    builder.addOffset(BATCH_COMPRESSION, compression, 0);
    writeMessage(out, builder, HEADER_RECORD_BATCH, builder.endTable(), body.size());
    out.write(body.array(), 0, body.size());
  }

  private static int pairs(FlatBufferBuilder builder, int count, long[] numbers) {
    builder.startVector(PAIR_BYTES, count / 2, Long.BYTES);
    for (int i = count - 1; i >= 0; i--) {
      builder.putLong(numbers[i]);
    }
    return builder.endVector();
  }

  private static void writeMessage(
      BundleBytes out, FlatBufferBuilder builder, byte headerType, int header, long bodyLength) {
    builder.startTable(MESSAGE_BODY_LENGTH + 1);
    builder.addLong(MESSAGE_BODY_LENGTH, bodyLength, 0);
    builder.addOffset(MESSAGE_HEADER, header, 0);
    builder.addShort(MESSAGE_VERSION, VERSION_V5, 0);
    builder.addByte(MESSAGE_HEADER_TYPE, headerType, 0);
    builder.finish(builder.endTable());
    ByteBuffer metadata = builder.dataBuffer();
    int length = metadata.remaining();
    out.writeInt(CONTINUATION);
    out.writeInt(padded(length));
    int at = out.allocate(padded(length));
    metadata.get(out.array(), at, length);
  }

  /** A message, found and bounded. */
  record Message(FooterBytes metadata, int header, int bodyStart, int bodyLength) {
    private static Message read(
        byte[] bytes, int start, int end, long offset, byte type, String what) {
      ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      if (end - start < PREFIX || in.getInt(start) != CONTINUATION) {
        throw new CorruptFooterException(
            "beginning of an Arrow message",
            offset,
            end - start + " other bytes",
            "FF FF FF FF and a length");
      }
      int length = in.getInt(start + Integer.BYTES);
      int metadataStart = start + PREFIX;
      if (length < 0 || length > end - metadataStart) {
        throw new CorruptFooterException(
            "length of an Arrow message", offset, length, "at most " + (end - metadataStart));
      }
      FooterBytes metadata =
          new FooterBytes(in.slice(metadataStart, length), null, offset + PREFIX);
      int bodyStart = metadataStart + length;
      int root = metadata.root();
      int bodyAt = metadata.field(root, MESSAGE_BODY_LENGTH);
      long body = bodyAt == 0 ? 0 : metadata.i64(bodyAt);
      if (body < 0 || body > end - bodyStart) {
        throw metadata.corrupt("body length", bodyAt, body, "at most " + (end - bodyStart));
      }
      int typeAt = metadata.field(root, MESSAGE_HEADER_TYPE);
      int found = typeAt == 0 ? 0 : metadata.u8(typeAt);
      int header = metadata.child(root, MESSAGE_HEADER);
      if (found != type || header == 0) {
        throw metadata.corrupt("header of an Arrow message", root, found, type + ", a " + what);
      }
      return new Message(metadata, header, bodyStart, (int) body);
    }

    int end() {
      return bodyStart + bodyLength;
    }
  }

  static Message readBatch(byte[] bytes, int start, int end, long offset, int rows) {
    Message batch = Message.read(bytes, start, end, offset, HEADER_RECORD_BATCH, "record batch");
    FooterBytes in = batch.metadata;
    int lengthAt = in.field(batch.header, BATCH_LENGTH);
    long length = lengthAt == 0 ? 0 : in.i64(lengthAt);
    if (length != rows) {
      throw in.corrupt("rows of a block", batch.header, length, Integer.toString(rows));
    }
    int compression = in.child(batch.header, BATCH_COMPRESSION);
    if (compression != 0) {
      int codecAt = in.field(compression, COMPRESSION_CODEC);
      int codec = codecAt == 0 ? 0 : in.u8(codecAt);
      if (codec != CODEC_ZSTD) {
        throw in.corrupt("codec of a block", compression, codec, CODEC_ZSTD + ", Zstd");
      }
    }
    return batch;
  }

  static List<Field> readSchema(byte[] bytes, int start, int end, long offset) {
    Message schema = Message.read(bytes, start, end, offset, HEADER_SCHEMA, "schema");
    FooterBytes in = schema.metadata;
    int vector = in.child(schema.header, SCHEMA_FIELDS);
    int count = in.count(vector, FooterBytes.REFERENCE);
    if (count > MAX_FIELDS) {
      throw in.corrupt("number of fields", vector, count, "at most " + MAX_FIELDS);
    }
    List<Field> fields = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int field = in.reference(vector, i);
      String name = in.string(in.child(field, FIELD_NAME));
      fields.add(new Field(name == null ? "" : name, readType(in, field)));
    }
    return List.copyOf(fields);
  }

  private static FieldType readType(FooterBytes in, int field) {
    int numberAt = in.field(field, FIELD_TYPE_TYPE);
    int number = numberAt == 0 ? 0 : in.u8(numberAt);
    int type = in.child(field, FIELD_TYPE);
    int widthAt = type == 0 ? 0 : in.field(type, TYPE_WIDTH);
    if (number == Kind.BINARY.number) {
      return FieldType.BINARY;
    }
    if (number == Kind.TEXT.number) {
      return FieldType.TEXT;
    }
    if (number == Kind.FLOAT.number) {
      int precision = widthAt == 0 ? 0 : in.u16(widthAt);
      if (precision == PRECISION_SINGLE || precision == PRECISION_DOUBLE) {
        int width = precision == PRECISION_SINGLE ? Float.BYTES : Double.BYTES;
        return new FieldType(Kind.FLOAT, width);
      }
      throw in.corrupt("precision of a float", type, precision, "1 or 2");
    }
    int width = widthAt == 0 ? 0 : in.i32(widthAt);
    if (number == Kind.INTEGER.number) {
      if (width != Byte.SIZE
          && width != Short.SIZE
          && width != Integer.SIZE
          && width != Long.SIZE) {
        throw in.corrupt("bits of an integer", type, width, "8, 16, 32 or 64");
      }
      return FieldType.integer(width / Byte.SIZE);
    }
    if (number != Kind.FIXED.number || width < 0) {
      throw in.corrupt("type of a field", field, number, "one that blocks have");
    }
    return new FieldType(Kind.FIXED, width);
  }
}
