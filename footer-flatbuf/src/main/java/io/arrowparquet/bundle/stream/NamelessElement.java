// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.model.SchemaElement;

/** The Thrift bytes of a schema element without its name: what type number 0 is followed by. */
final class NamelessElement {
  private NamelessElement() {}

  /** The struct of an element, whose name may be null. */
  static byte[] of(SchemaElement element) {
    CompactWriter out = new CompactWriter(64, Integer.MAX_VALUE, SchemaText::encodeStrictly);
    SchemaElementCodec.write(out, named(element, ""));
    byte[] struct = out.toByteArray();
    return withoutName(struct, 0, struct.length);
  }

  /** The struct in a range without its name; other fields stay as they are. */
  static byte[] withoutName(byte[] bytes, int start, int end) {
    return rewrite(new CompactReader(bytes, start, end), null);
  }

  /**
   * The struct with a name, where the order of field ids demands it.
   *
   * @param struct without a name
   * @param name UTF-8 bytes; null for none
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no struct
   */
  static byte[] withName(byte[] struct, byte[] name) {
    return rewrite(new CompactReader(struct), name);
  }

  private static byte[] rewrite(CompactReader in, byte[] name) {
    CompactWriter out = new CompactWriter(in.end() - in.position() + 16);
    boolean isWritten = name == null;
    out.structBegin();
    in.enterStruct();
    while (in.nextField()) {
      int id = in.fieldId();
      if (!isWritten && id > SchemaElementCodec.NAME) {
        writeName(out, name);
        isWritten = true;
      }
      int valueStart = in.position();
      int type = in.fieldType();
      in.skip();
      if (id != SchemaElementCodec.NAME || type != CompactType.BINARY) {
        out.fieldHeader(id, type);
        out.writeRaw(in.array(), valueStart, in.position() - valueStart);
      }
    }
    in.leaveStruct();
    if (!isWritten) {
      writeName(out, name);
    }
    out.structEnd();
    return out.toByteArray();
  }

  private static void writeName(CompactWriter out, byte[] name) {
    out.binaryField(SchemaElementCodec.NAME, name, 0, name.length);
  }

  /** The UTF-8 bytes of the name that a struct has; those of the last one if it has two. */
  static byte[] nameOf(byte[] bytes, int start, int end) {
    CompactReader in = new CompactReader(bytes, start, end);
    byte[] name = null;
    in.enterStruct();
    while (in.nextField()) {
      if (in.fieldId() == SchemaElementCodec.NAME && in.fieldType() == CompactType.BINARY) {
        name = in.readBinaryValue().toByteArray();
      } else {
        in.skip();
      }
    }
    in.leaveStruct();
    return name;
  }

  /** The element with another name. */
  static SchemaElement named(SchemaElement element, String name) {
    return new SchemaElement(
        element.typeNumber(),
        element.typeLength(),
        element.repetitionTypeNumber(),
        name,
        element.numChildren(),
        element.convertedTypeNumber(),
        element.scale(),
        element.precision(),
        element.fieldId(),
        element.logicalType());
  }
}
