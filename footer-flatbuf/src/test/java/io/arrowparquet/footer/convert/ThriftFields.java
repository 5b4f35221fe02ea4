// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** A Thrift struct as its fields, to be taken out or changed one by one and written again. */
public final class ThriftFields {
  /** One field: its value is a {@link ThriftFields}, a {@link Elements}, or bytes. */
  public static final class Field {
    public final int id;
    int type;
    public Object value;

    private Field(int id, int type, Object value) {
      this.id = id;
      this.type = type;
      this.value = value;
    }

    /** Gives the field another type: a binary of one byte, or a number where it was a binary. */
    void changeType() {
      boolean isBinary = type == CompactType.BINARY;
      type = isBinary ? CompactType.I32 : CompactType.BINARY;
      value = isBinary ? new byte[] {2} : new byte[] {1, 'x'};
    }
  }

  /** A list of structs. */
  record Elements(int listType, List<ThriftFields> structs) {}

  public final List<Field> fields = new ArrayList<>();

  public static ThriftFields of(byte[] struct) {
    return read(new CompactReader(struct));
  }

  private static ThriftFields read(CompactReader in) {
    ThriftFields struct = new ThriftFields();
    in.enterStruct();
    while (in.nextField()) {
      struct.fields.add(new Field(in.fieldId(), in.fieldType(), value(in)));
    }
    in.leaveStruct();
    return struct;
  }

  private static Object value(CompactReader in) {
    int start = in.position();
    if (in.fieldType() == CompactType.STRUCT) {
      return read(in);
    }
    if (in.fieldType() == CompactType.LIST) {
      int count = in.listBegin();
      if (count > 0 && in.elementType() == CompactType.STRUCT) {
        Elements list = new Elements(CompactType.STRUCT, new ArrayList<>());
        for (int i = 0; i < count; i++) {
          list.structs.add(read(in));
        }
        return list;
      }
      in.position(start);
    }
    in.skip();
    return Arrays.copyOfRange(in.array(), start, in.position());
  }

  public byte[] toBytes() {
    CompactWriter out = new CompactWriter();
    write(out);
    return out.toByteArray();
  }

  private void write(CompactWriter out) {
    out.structBegin();
    for (Field field : fields) {
      out.fieldHeader(field.id, field.type);
      if (field.value instanceof ThriftFields struct) {
        struct.write(out);
      } else if (field.value instanceof Elements list) {
        out.listBegin(list.listType, list.structs.size());
        list.structs.forEach(struct -> struct.write(out));
      } else {
        byte[] bytes = (byte[]) field.value;
        out.writeRaw(bytes, 0, bytes.length);
      }
    }
    out.structEnd();
  }

  /** Calls {@code visitor} with each struct in here and the field ids that lead to it. */
  public void forEachStruct(String path, BiConsumer<String, ThriftFields> visitor) {
    visitor.accept(path, this);
    for (Field field : List.copyOf(fields)) {
      String below = path + "/" + field.id;
      if (field.value instanceof ThriftFields struct) {
        struct.forEachStruct(below, visitor);
      } else if (field.value instanceof Elements list) {
        list.structs.forEach(struct -> struct.forEachStruct(below, visitor));
      }
    }
  }
}
