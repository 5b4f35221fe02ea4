// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.model.BinaryValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Fields of a Thrift struct as they are in the bytes: those that have no field of their own in a
 * table. They are kept as a struct of the same ids, and merged with the others when the struct is
 * written again. For one thread.
 */
public final class RawFields {
  private final List<Field> fields = new ArrayList<>();
  private int written;

  private record Field(int id, int type, BinaryValue value) {}

  public static RawFields of(BinaryValue struct) {
    RawFields fields = new RawFields();
    if (struct != null) {
      CompactReader in = new CompactReader(struct.toByteArray());
      in.enterStruct();
      while (in.nextField()) {
        fields.skip(in);
      }
      in.leaveStruct();
    }
    return fields;
  }

  public void skip(CompactReader in) {
    int start = in.position();
    in.skip();
    BinaryValue value = new BinaryValue(in.array(), start, in.position() - start);
    fields.add(new Field(in.fieldId(), in.fieldType(), value));
  }

  public void clear() {
    fields.clear();
    written = 0;
  }

  public boolean isEmpty() {
    return fields.isEmpty();
  }

  /** The fields of a struct among these, which is no longer one of them; none if there is none. */
  public RawFields takeStruct(int id) {
    for (Field field : fields) {
      if (field.id == id && field.type == CompactType.STRUCT) {
        fields.remove(field);
        return of(field.value);
      }
    }
    return new RawFields();
  }

  /** These, changed: without the fields of an id. */
  public RawFields without(int id) {
    fields.removeIf(field -> field.id == id);
    return this;
  }

  public BinaryValue value(int id, int type) {
    BinaryValue last = null;
    for (Field field : fields) {
      last = field.id == id && field.type == type ? field.value : last;
    }
    return last;
  }

  /** Writes those not yet written whose ids are less, in their order. */
  public void writeBelow(CompactWriter out, int id) {
    for (; written < fields.size() && fields.get(written).id < id; written++) {
      Field field = fields.get(written);
      out.fieldHeader(field.id, field.type);
      out.writeRaw(field.value);
    }
  }

  public void writeRest(CompactWriter out) {
    writeBelow(out, Integer.MAX_VALUE);
  }

  /** These fields alone as a struct. */
  public byte[] toStruct() {
    CompactWriter out = new CompactWriter();
    out.structBegin();
    writeRest(out);
    out.structEnd();
    return out.toByteArray();
  }
}
