// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.footer.internal.flat.EscapedUtf8;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.SchemaElement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A Thrift list of schema elements.
 *
 * @param elements the elements; bytes of names that are no UTF-8 are escaped
 * @param structs by element: the whole struct, of those that a record does not hold whole
 * @param nameless the same structs without names
 */
record ThriftSchema(
    List<SchemaElement> elements,
    Map<Integer, BinaryValue> structs,
    Map<Integer, byte[]> nameless) {
  private static final char REPLACEMENT = '\uFFFD';

  static ThriftSchema read(CompactReader in) {
    int count = in.listBegin();
    List<SchemaElement> elements = new ArrayList<>();
    Map<Integer, BinaryValue> structs = new HashMap<>();
    Map<Integer, byte[]> nameless = new HashMap<>();
    for (int i = 0; i < count; i++) {
      int start = in.position();
      long unknown = in.unknownFields().count();
      SchemaElement element = SchemaElementCodec.read(in);
      if (in.unknownFields().count() > unknown || mayLackBytesOfCrs(element.logicalType())) {
        structs.put(i, new BinaryValue(in.array(), start, in.position() - start).copy());
        nameless.put(i, NamelessElement.withoutName(in.array(), start, in.position()));
      }
      elements.add(
          element.name().indexOf(REPLACEMENT) < 0
              ? element
              : NamelessElement.named(
                  element,
                  EscapedUtf8.decode(NamelessElement.nameOf(in.array(), start, in.position()))));
    }
    return new ThriftSchema(List.copyOf(elements), Map.copyOf(structs), nameless);
  }

  /** Whether a coordinate reference system was decoded from bytes that may be no UTF-8. */
  private static boolean mayLackBytesOfCrs(LogicalType type) {
    String crs = null;
    if (type instanceof LogicalType.GeometryType geometry) {
      crs = geometry.crs();
    } else if (type instanceof LogicalType.GeographyType geography) {
      crs = geography.crs();
    }
    return crs != null && crs.indexOf(REPLACEMENT) >= 0;
  }

  static void write(
      CompactWriter out, List<SchemaElement> elements, Map<Integer, BinaryValue> structs) {
    CompactWriter element = new CompactWriter(64, Integer.MAX_VALUE, EscapedUtf8::encode);
    out.listBegin(CompactType.STRUCT, elements.size());
    for (int i = 0; i < elements.size(); i++) {
      BinaryValue struct = structs.get(i);
      if (struct == null) {
        element.clear();
        SchemaElementCodec.write(element, elements.get(i));
        struct = BinaryValue.of(element.toByteArray());
      }
      out.writeRaw(struct);
    }
  }

  static boolean hasUnknownFields(Map<Integer, BinaryValue> structs) {
    for (BinaryValue struct : structs.values()) {
      CompactReader in = new CompactReader(struct.toByteArray());
      SchemaElementCodec.read(in);
      if (in.unknownFields().count() > 0) {
        return true;
      }
    }
    return false;
  }

  /** The Thrift bytes of a schema element without its name: what type number 0 is followed by. */
  static final class NamelessElement {
    private NamelessElement() {}

    static byte[] of(SchemaElement element) {
      CompactWriter out = new CompactWriter(64, Integer.MAX_VALUE, SchemaText::encodeStrictly);
      SchemaElementCodec.write(out, named(element, ""));
      byte[] struct = out.toByteArray();
      return withoutName(struct, 0, struct.length);
    }

    static byte[] withoutName(byte[] bytes, int start, int end) {
      return rewrite(new CompactReader(bytes, start, end), null);
    }

    /** The struct with a name, where the order of field ids demands it. */
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
}
