// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Thrift bytes as maps of field ids and lists, without knowing any struct: what two encodings of
 * the same struct have in common, whatever the order of fields.
 */
public final class ThriftTree {
  private ThriftTree() {}

  public static Object of(byte[] struct) {
    CompactReader in = new CompactReader(struct);
    Object tree = struct(in);
    if (in.position() != struct.length) {
      throw new IllegalArgumentException("bytes after the struct");
    }
    return tree;
  }

  private static Map<Integer, Object> struct(CompactReader in) {
    Map<Integer, Object> fields = new TreeMap<>();
    in.enterStruct();
    while (in.nextField()) {
      int id = in.fieldId();
      int type = in.fieldType();
      fields.put(
          id,
          type == CompactType.BOOLEAN_TRUE || type == CompactType.BOOLEAN_FALSE
              ? in.readBool()
              : value(in, type));
    }
    in.leaveStruct();
    return fields;
  }

  private static Object value(CompactReader in, int type) {
    return switch (type) {
      case CompactType.BOOLEAN_TRUE, CompactType.BOOLEAN_FALSE -> in.readBoolElement();
      case CompactType.I8 -> (long) in.readByte();
      case CompactType.I16, CompactType.I32, CompactType.I64 -> type + ":" + in.readI64();
      case CompactType.DOUBLE -> "double " + Double.doubleToRawLongBits(in.readDouble());
      case CompactType.BINARY -> {
        int length = in.readBinary();
        yield ByteBuffer.wrap(
            Arrays.copyOfRange(in.array(), in.binaryStart(), in.binaryStart() + length));
      }
      case CompactType.LIST, CompactType.SET -> list(in);
      case CompactType.STRUCT -> struct(in);
      default -> throw new IllegalArgumentException("type " + type);
    };
  }

  private static List<Object> list(CompactReader in) {
    int count = in.listBegin();
    int type = in.elementType();
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      elements.add(value(in, type));
    }
    return elements;
  }
}
