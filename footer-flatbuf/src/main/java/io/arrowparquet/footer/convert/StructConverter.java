// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.StructCodec;
import io.arrowparquet.footer.internal.thrift.ThriftType;
import io.arrowparquet.footer.internal.thrift.UnionCodec;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;

/**
 * Structs of which a file has few, from Thrift to the buffer: field n of a struct is slot n - 1 of
 * its table. Strings are copied as bytes, whether they are UTF-8 or not.
 */
final class StructConverter {
  /** A union with a member that parquet.fbs does not have, or with none or two. */
  static final int NOT_REPRESENTABLE = -1;

  private final FlatWriter out;
  private final CompactReader in;
  private byte tag;
  private boolean fits = true;

  StructConverter(FlatWriter out, CompactReader in) {
    this.out = out;
    this.in = in;
  }

  int struct(int start, StructCodec<?> codec) {
    int resume = goTo(start);
    int table = table(codec);
    in.position(resume);
    return table;
  }

  int list(int start, ThriftType<?> element) {
    int resume = goTo(start);
    int vector = vector(element);
    in.position(resume);
    return vector;
  }

  /**
   * The table of the only member of a union that begins at a place in the source; {@link #tag} is
   * its id.
   */
  int union(int start, UnionCodec<?> codec) {
    int resume = goTo(start);
    int members = 0;
    int table = NOT_REPRESENTABLE;
    in.enterStruct();
    while (in.nextField()) {
      members++;
      StructCodec<?> member =
          in.fieldType() == CompactType.STRUCT ? codec.memberCodec(in.fieldId()) : null;
      if (member == null) {
        table = NOT_REPRESENTABLE;
        in.skip();
      } else {
        tag = (byte) in.fieldId();
        table = table(member);
      }
    }
    in.leaveStruct();
    in.position(resume);
    return members == 1 ? table : NOT_REPRESENTABLE;
  }

  byte tag() {
    return tag;
  }

  private int goTo(int start) {
    int resume = in.position();
    in.position(start);
    return resume;
  }

  private int table(StructCodec<?> codec) {
    StructCodec.Values values = read(codec);
    in.leaveStruct(codec.shape(), values.ids());
    return write(out, codec, values);
  }

  int vector(ThriftType<?> element) {
    int[] elements = new int[in.listBegin()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = (int) value(element);
    }
    return element == ThriftType.I32
        ? out.ints(elements, elements.length)
        : out.references(elements, elements.length);
  }

  /**
   * Reads the struct at the reader's position, but does not leave it: the caller decides how to
   * treat one that lacks required fields.
   *
   * @return what {@link #write} takes: strings, bytes, lists and structs are written already. A
   *     unit that parquet.fbs does not have is absent
   */
  StructCodec.Values read(StructCodec<?> codec) {
    StructCodec.Values values = codec.values();
    in.enterStruct();
    while (in.nextField(codec.shape())) {
      int id = in.fieldId();
      values.set(id, value(codec.fieldType(id)));
    }
    return values;
  }

  private Object value(ThriftType<?> type) {
    if (type == ThriftType.STRING) {
      int length = in.readBinary();
      return out.string(in.binaryStart(), length);
    } else if (type == ThriftType.BINARY) {
      int length = in.readBinary();
      return out.bytes(in.binaryStart(), length);
    } else if (type == ThriftType.ENUM) {
      int number = in.readI32();
      fits &= number == (byte) number;
      return number;
    } else if (type instanceof StructCodec<?> codec) {
      return table(codec);
    } else if (type instanceof UnionCodec<?> union) {
      return constant(union);
    } else if (type instanceof ThriftType.ListType<?> list) {
      return vector(list.element());
    }
    return type.read(in);
  }

  /** The only member of a union of empty structs; null if there is none, or more. */
  private Object constant(UnionCodec<?> union) {
    int members = 0;
    Object value = null;
    in.enterStruct();
    while (in.nextField(union.shape())) {
      members++;
      value = union.memberCodec(in.fieldId()).read(in);
    }
    in.leaveStruct();
    return members == 1 ? value : null;
  }

  /** Whether the buffer has room for all numbers that were read. */
  boolean fits() {
    return fits;
  }

  static int write(FlatWriter out, StructCodec<?> codec, StructCodec.Values values) {
    int fields = codec.shape().maxFieldId();
    if (fields == 0) {
      return out.empty();
    }
    FlatBufferBuilder builder = out.builder();
    builder.startTable(fields);
    for (int id = 1; id <= fields; id++) {
      if (values.has(id)) {
        add(builder, id - 1, codec.fieldType(id), values.get(id));
      }
    }
    return builder.endTable();
  }

  private static void add(FlatBufferBuilder builder, int slot, ThriftType<?> type, Object value) {
    if (value instanceof Boolean bool) {
      builder.addBoolean(slot, bool, false);
    } else if (value instanceof Double number) {
      builder.addDouble(slot, number, 0);
    } else if (value instanceof TimeUnit unit) {
      // Numbers in parquet.fbs count from 0, in parquet.thrift from 1.
      builder.addByte(slot, (byte) (unit.number() - 1), 0);
    } else if (type == ThriftType.I8 || type == ThriftType.ENUM) {
      builder.addByte(slot, ((Number) value).byteValue(), 0);
    } else if (type == ThriftType.I32) {
      builder.addInt(slot, (int) value, 0);
    } else {
      builder.addOffset(slot, (int) value, 0);
    }
  }
}
