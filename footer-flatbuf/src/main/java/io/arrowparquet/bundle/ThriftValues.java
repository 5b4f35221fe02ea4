// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.model.BinaryValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The values of a Thrift struct by field id, without knowing its fields: structs are maps, lists of
 * structs are lists, whole numbers, booleans and binaries are values; all else is bytes as they are
 * encoded.
 */
final class ThriftValues {
  private ThriftValues() {}

  /** The fields of a struct. */
  static Map<Integer, Object> of(byte[] struct) {
    return struct(new CompactReader(struct));
  }

  private static Map<Integer, Object> struct(CompactReader in) {
    Map<Integer, Object> fields = new TreeMap<>();
    in.enterStruct();
    while (in.nextField()) {
      fields.put(in.fieldId(), value(in));
    }
    in.leaveStruct();
    return fields;
  }

  private static Object value(CompactReader in) {
    int start = in.position();
    return switch (in.fieldType()) {
      case CompactType.BOOLEAN_TRUE, CompactType.BOOLEAN_FALSE -> in.readBool();
      case CompactType.I16 -> in.readI16();
      case CompactType.I32 -> in.readI32();
      case CompactType.I64 -> in.readI64();
      case CompactType.BINARY -> {
        int length = in.readBinary();
        yield new BinaryValue(in.array(), in.binaryStart(), length);
      }
      case CompactType.STRUCT -> struct(in);
      case CompactType.LIST -> list(in, start);
      default -> {
        int type = in.fieldType();
        in.skip();
        yield raw(in, type, start);
      }
    };
  }

  private static Object list(CompactReader in, int start) {
    boolean hasStructs = start < in.end() && (in.array()[start] & 0xF) == CompactType.STRUCT;
    if (!hasStructs) {
      in.skip();
      return raw(in, CompactType.LIST, start);
    }
    int count = in.listBegin();
    List<Object> structs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      structs.add(struct(in));
    }
    return structs;
  }

  private static String raw(CompactReader in, int type, int start) {
    return "type "
        + CompactType.nameOf(type)
        + ", bytes "
        + new BinaryValue(in.array(), start, in.position() - start);
  }
}
