// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static java.util.stream.Collectors.toMap;

import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.footer.model.SizeStatistics;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A field in which two footers differ.
 *
 * @param path the field in Thrift: {@code row_groups[0].columns[3].meta_data.codec}
 * @param found what the one says, as text for people; {@code absent} where it says nothing
 * @param expected what the other says
 */
public record RecordDifference(String path, String found, String expected) {
  /** Structs that are compared field by field; others, key-values say, are values. */
  private static final Map<Class<?>, List<Field>> FIELDS =
      Stream.of(
              FileMetaData.class,
              SchemaElement.class,
              RowGroup.class,
              ColumnChunk.class,
              ColumnMetaData.class,
              ParquetStatistics.class,
              SizeStatistics.class)
          .collect(toMap(struct -> struct, Field::all));

  /** Characters of a value: a message is for people, and a value of 70 KB is not. */
  private static final int MAX_TEXT = 500;

  /** A field by its name in Thrift. A footer has very many structs: they are looked up once. */
  private record Field(String name, Method accessor) {
    static List<Field> all(Class<?> struct) {
      return Stream.of(struct.getRecordComponents())
          .map(component -> new Field(nameOf(component.getName()), component.getAccessor()))
          .toList();
    }

    Object of(Record struct) {
      try {
        return accessor.invoke(struct);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("cannot read " + accessor, e);
      }
    }
  }

  /** Takes values for the same that are not equal. */
  @FunctionalInterface
  public interface Rule {
    /**
     * Whether a field is not to be compared any further.
     *
     * @param struct that {@code found} is a field of
     * @param expectedStruct that {@code expected} is a field of
     * @param field its name in Thrift
     */
    boolean accepts(
        Record struct, Record expectedStruct, String field, Object found, Object expected);
  }

  /** All differences of two footers, in the order of the fields in Thrift; empty if equal. */
  public static List<RecordDifference> of(FileMetaData found, FileMetaData expected) {
    return of(found, expected, (struct, expectedStruct, field, left, right) -> false);
  }

  /**
   * The first difference of two footers in Thrift, whatever the order of their fields; null if
   * there is none. What the records do not say is compared too: unknown fields, and the type of the
   * elements of an empty list.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no footers
   */
  public static RecordDifference first(byte[] found, byte[] expected) {
    if (Arrays.equals(found, expected)) {
      return null;
    }
    List<RecordDifference> all =
        of(
            FileMetaDataCodec.STRUCT.read(new CompactReader(found)),
            FileMetaDataCodec.STRUCT.read(new CompactReader(expected)));
    if (!all.isEmpty()) {
      return all.get(0);
    }
    return fields(new CompactReader(found)).equals(fields(new CompactReader(expected)))
        ? null
        : new RecordDifference(
            ThriftDifference.firstField(found, expected), "other bytes", "bytes");
  }

  private static Map<Integer, Object> fields(CompactReader in) {
    Map<Integer, Object> fields = new TreeMap<>();
    in.enterStruct();
    while (in.nextField()) {
      fields.put(in.fieldId(), value(in));
    }
    in.leaveStruct();
    return fields;
  }

  /** A value of any type; of a list of other than structs its bytes. */
  private static Object value(CompactReader in) {
    int type = in.fieldType();
    int start = in.position();
    if (type == CompactType.STRUCT) {
      return fields(in);
    }
    if (type == CompactType.I16 || type == CompactType.I32 || type == CompactType.I64) {
      return List.of(type, in.readI64());
    }
    if (type == CompactType.BINARY) {
      int length = in.readBinary();
      return new BinaryValue(in.array(), in.binaryStart(), length);
    }
    if (type == CompactType.LIST
        && start < in.end()
        && (in.array()[start] & 0xF) == CompactType.STRUCT) {
      return Stream.generate(() -> fields(in)).limit(in.listBegin()).toList();
    }
    in.skip();
    return List.of(type, new BinaryValue(in.array(), start, in.position() - start));
  }

  /** As {@link #of(FileMetaData, FileMetaData)}, but for what a rule accepts. */
  public static List<RecordDifference> of(FileMetaData found, FileMetaData expected, Rule rule) {
    List<RecordDifference> differences = new ArrayList<>();
    compareStructs("", found, expected, rule, differences);
    return differences;
  }

  private static void compareStructs(
      String prefix, Record found, Record expected, Rule rule, List<RecordDifference> to) {
    for (Field field : FIELDS.get(found.getClass())) {
      Object left = field.of(found);
      Object right = field.of(expected);
      if (!Objects.equals(left, right) && !rule.accepts(found, expected, field.name, left, right)) {
        compare(prefix + field.name, left, right, rule, to);
      }
    }
  }

  static String nameOf(String component) {
    return component.equals("logicalType")
        ? component
        : component
            .replaceFirst("Number(s?)$", "$1")
            .replaceAll("([A-Z])", "_$1")
            .toLowerCase(Locale.ROOT);
  }

  private static void compare(
      String path, Object found, Object expected, Rule rule, List<RecordDifference> to) {
    if (isStruct(found) && isStruct(expected)) {
      compareStructs(path + ".", (Record) found, (Record) expected, rule, to);
    } else if (isOfStructs(found) && isOfStructs(expected)) {
      List<?> left = (List<?>) found;
      List<?> right = (List<?>) expected;
      for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
        compare(path + "[" + i + "]", left.get(i), right.get(i), rule, to);
      }
      if (left.size() != right.size()) {
        to.add(new RecordDifference(path, text(left), text(right)));
      }
    } else if (!Objects.equals(found, expected)) {
      to.add(new RecordDifference(path, text(found), text(expected)));
    }
  }

  private static boolean isStruct(Object value) {
    return value != null && FIELDS.containsKey(value.getClass());
  }

  private static boolean isOfStructs(Object value) {
    return value instanceof List<?> list && (list.isEmpty() || isStruct(list.get(0)));
  }

  private static String text(Object value) {
    if (value == null || isStruct(value)) {
      return value == null ? "absent" : "present";
    }
    return isOfStructs(value) ? ((List<?>) value).size() + " elements" : abbreviated(value);
  }

  public static String abbreviated(Object value) {
    String text = value.toString();
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
  }
}
