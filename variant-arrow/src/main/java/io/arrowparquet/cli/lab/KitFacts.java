// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.footer.model.UnionMember;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a footer says as a tree for JSON: fields have the names of {@code parquet.thrift}, enums are
 * numbers, bytes are hexadecimal, a logical type has its member's name as {@code kind}, and fields
 * that are absent are absent.
 */
final class KitFacts {
  /** Of a wider footer the facts have some columns. */
  private static final int LISTED_WHOLE = 200;

  private KitFacts() {}

  /** Which columns of the footer the facts are about; null for all. */
  static List<Integer> listed(FileMetaData footer) {
    int columns = footer.rowGroups().isEmpty() ? 0 : footer.rowGroups().get(0).columns().size();
    return columns <= LISTED_WHOLE
        ? null
        : IntStream.of(0, 1, columns / 3, columns / 2, columns - 1).boxed().toList();
  }

  /** The facts of those columns, of a flat schema; of all for null. */
  static Object of(FileMetaData footer, List<Integer> listed) {
    if (listed == null) {
      return tree(footer);
    }
    List<SchemaElement> schema = new ArrayList<>(footer.schema().subList(0, 1));
    listed.forEach(column -> schema.add(footer.schema().get(column + 1)));
    List<RowGroup> groups = new ArrayList<>();
    for (RowGroup group : footer.rowGroups()) {
      List<ColumnChunk> columns = listed.stream().map(group.columns()::get).toList();
      groups.add(group.withColumns(columns));
    }
    List<ColumnOrder> orders = listed.stream().map(footer.columnOrders()::get).toList();
    return tree(
        new FileMetaData(
            footer.version(),
            schema,
            footer.numRows(),
            groups,
            footer.keyValueMetadata(),
            footer.createdBy(),
            orders,
            null,
            null));
  }

  static Object tree(Object value) {
    if (value instanceof LogicalType type) {
      return logicalType(type);
    }
    if (value instanceof ColumnOrder order) {
      return order instanceof ColumnOrder.Unknown unknown
          ? unknown.member().id()
          : order.toString();
    }
    if (value instanceof BinaryValue bytes) {
      return HexFormat.of().formatHex(bytes.toByteArray());
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(KitFacts::tree).toList();
    }
    return value instanceof Record fields ? struct(fields, new LinkedHashMap<>()) : value;
  }

  private static Object logicalType(LogicalType type) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("kind", type.kind().name());
    if (type instanceof LogicalType.Unknown unknown) {
      UnionMember member = unknown.member();
      fields.put("id", member.id());
      return fields;
    }
    return struct((Record) type, fields);
  }

  private static Map<String, Object> struct(Record value, Map<String, Object> fields) {
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      Object content = valueOf(value, component);
      if (content != null) {
        fields.put(name(component.getName()), tree(content));
      }
    }
    return fields;
  }

  private static Object valueOf(Record value, RecordComponent component) {
    try {
      return component.getAccessor().invoke(value);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@code codecNumber} is {@code codec}, {@code encodingNumbers} is {@code encodings}. */
  private static String name(String component) {
    String plain = component.replaceFirst("Number$", "").replaceFirst("Numbers$", "s");
    String spaced = plain.replace("UTC", "Utc").replaceAll("([A-Z])", "_$1");
    return spaced.toLowerCase(Locale.ROOT);
  }
}
