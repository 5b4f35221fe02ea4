// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.LogicalTypeTag;
import io.arrowparquet.footer.internal.generated.ParquetFbs.KeyValue;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.LogicalTypeCodec;
import io.arrowparquet.footer.internal.thrift.StructCodec;
import io.arrowparquet.footer.internal.thrift.ThriftType;
import io.arrowparquet.footer.internal.thrift.UnionCodec;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Makes records of structs of which a footer has few: field n of a struct is slot n - 1 of its
 * table.
 */
final class StructReader {
  private static final byte DEFAULT_BIT_WIDTH = 8;

  private StructReader() {}

  /**
   * What {@code codec} makes of the Thrift bytes of a vector, which hold what no field of the IDL
   * could; null for no vector. Thrift is read from arrays, so the bytes are copied.
   */
  static <T> T thrift(FooterBytes bytes, int vector, Function<CompactReader, T> codec) {
    if (vector == 0) {
      return null;
    }
    try {
      return codec.apply(new CompactReader(bytes.bytes(vector)));
    } catch (CorruptFooterException e) {
      throw bytes.located(e, vector + FooterBytes.REFERENCE);
    }
  }

  static String key(TableView table, int slot, int index) {
    return table.bytes.string(keyAt(table, slot, index));
  }

  static String value(TableView table, int slot, int index) {
    return table.bytes.string(valueAt(table, slot, index));
  }

  static int keyAt(TableView table, int slot, int index) {
    return table.bytes.child(keyValue(table, slot, index), KeyValue.KEY);
  }

  static int valueAt(TableView table, int slot, int index) {
    return table.bytes.child(keyValue(table, slot, index), KeyValue.VAL);
  }

  private static int keyValue(TableView table, int slot, int index) {
    FooterBytes bytes = table.bytes;
    return bytes.follow(bytes.element(table.child(slot), FooterBytes.REFERENCE, index));
  }

  /** Null for no logical type, and for a tag or a time unit that is unknown. */
  static LogicalType logicalType(FooterBytes bytes, int tag, int table) {
    int member = LogicalTypeTag.memberOf(tag);
    return LogicalTypeTag.ofMember(member) == 0
        ? null
        : union(bytes, member, table, LogicalTypeCodec.UNION);
  }

  /** A union whose tags are the ids of its members; null for a tag that is none or unknown. */
  static <T> T union(FooterBytes bytes, int tag, int table, UnionCodec<T> union) {
    StructCodec<? extends T> member = union.memberCodec(tag);
    return member == null ? null : read(bytes, table, member);
  }

  static <T> T read(FooterBytes bytes, int table, StructCodec<T> codec) {
    StructCodec.Values values = codec.values();
    for (int id = 1; id <= codec.shape().maxFieldId(); id++) {
      ThriftType<?> type = codec.fieldType(id);
      int at = bytes.field(table, id - 1);
      if (at != 0) {
        values.set(id, value(bytes, at, type));
      } else if (codec.shape().isRequired(id)) {
        values.set(id, absent(type));
      }
    }
    return codec.make(values);
  }

  private static Object value(FooterBytes bytes, int at, ThriftType<?> type) {
    if (type == ThriftType.BOOL) {
      return bytes.u8(at) != 0;
    } else if (type == ThriftType.I8) {
      return bytes.i8(at);
    } else if (type == ThriftType.ENUM) {
      return (int) bytes.i8(at);
    } else if (type == ThriftType.I32) {
      return bytes.i32(at);
    } else if (type == ThriftType.DOUBLE) {
      return Double.longBitsToDouble(bytes.i64(at));
    } else if (type == LogicalTypeCodec.TIME_UNIT) {
      // Numbers in parquet.fbs count from 0, in parquet.thrift from 1.
      return TimeUnit.forNumber(bytes.u8(at) + 1);
    }
    int child = bytes.follow(at);
    if (type == ThriftType.STRING) {
      return bytes.string(child);
    } else if (type == ThriftType.BINARY) {
      return BinaryValue.of(bytes.bytes(child));
    } else if (type instanceof ThriftType.ListType<?> list) {
      return list(bytes, child, list.element());
    }
    return read(bytes, child, (StructCodec<?>) type);
  }

  /** Numbers and references have the same width. */
  private static List<Object> list(FooterBytes bytes, int vector, ThriftType<?> element) {
    int count = bytes.count(vector, FooterBytes.REFERENCE);
    List<Object> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(value(bytes, bytes.element(vector, FooterBytes.REFERENCE, i), element));
    }
    return list;
  }

  private static Object absent(ThriftType<?> type) {
    if (type == ThriftType.BOOL) {
      return false;
    } else if (type == ThriftType.I8) {
      return DEFAULT_BIT_WIDTH;
    } else if (type == ThriftType.I32) {
      return 0;
    } else if (type == ThriftType.DOUBLE) {
      return 0.0;
    }
    return type == LogicalTypeCodec.TIME_UNIT ? TimeUnit.MILLIS : List.of();
  }
}
