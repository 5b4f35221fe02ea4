// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.footer;

import io.arrowparquet.cli.command.Report;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.SecondEncodingCodec;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.RowGroup;
import java.io.IOException;
import java.io.Writer;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A footer as JSON: every fact it holds, under the names of parquet.thrift. Absent fields are left
 * out; binary values are in hex, enums are names (numbers where newer than this version).
 *
 * <p>The document is made from the Thrift structs that the footer represents; for either form of
 * the footer it is the same but for {@code origin}.
 */
final class FooterJson {
  private static final String NUMBER = "Number";
  private static final String NUMBERS = NUMBER + "s";

  /** What footers of other writers do not say, with the paths of Thrift. */
  private static final List<String> UNKNOWN =
      List.of(
          "row_groups.columns.file_path",
          "row_groups.columns.file_offset",
          "row_groups.columns.offset_index_offset",
          "row_groups.columns.offset_index_length",
          "row_groups.columns.column_index_offset",
          "row_groups.columns.column_index_length",
          "row_groups.columns.meta_data.encodings",
          "row_groups.columns.meta_data.encoding_stats",
          "row_groups.columns.meta_data.size_statistics",
          "row_groups.columns.meta_data.geospatial_statistics",
          "row_groups.columns.meta_data.statistics.min",
          "row_groups.columns.meta_data.statistics.max",
          "row_groups.columns.meta_data.statistics.distinct_count",
          "row_groups.columns.meta_data.statistics.nan_count");

  /**
   * A field of one kind of struct; found out once, for structs are many.
   *
   * @param constant gives the constant of an enum, null where it is newer; null for other fields
   */
  private record Field(String name, Method value, Method constant, boolean isEnum) {
    /** An enum's number is a component; the constant, if it is known, has an accessor. */
    static Field of(Class<?> struct, RecordComponent component) {
      String name = component.getName();
      Method value = component.getAccessor();
      if (name.endsWith(NUMBERS)) {
        String plural = name.substring(0, name.length() - NUMBERS.length()) + "s";
        return new Field(snakeCase(plural), value, null, true);
      }
      if (!name.endsWith(NUMBER)) {
        return new Field(snakeCase(name), value, null, false);
      }
      String constant = name.substring(0, name.length() - NUMBER.length());
      Method accessor =
          Arrays.stream(struct.getMethods())
              .filter(method -> method.getName().equals(constant))
              .findFirst()
              .orElse(null);
      return new Field(snakeCase(constant), value, accessor, true);
    }
  }

  private final Map<Class<?>, List<Field>> fields = new HashMap<>();
  private final ParquetFooter read;
  private final Set<Integer> columns;

  /** By the metadata of a chunk, whose record has no field for it: its extension. */
  private final IdentityHashMap<ColumnMetaData, BinaryValue> extensions = new IdentityHashMap<>();

  /** {@code columns}: numbers of those whose chunks are written, or null for all. */
  FooterJson(ParquetFooter read, Collection<Integer> columns) {
    this.read = read;
    this.columns = columns == null ? null : Set.copyOf(columns);
  }

  void print(Writer out) throws IOException {
    byte[] thrift = FlatBuffersToThrift.convert(read.footer().flatbuffer());
    FileMetaData footer = FileMetaDataCodec.STRUCT.read(new CompactReader(thrift));
    findExtensions(footer);
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("origin", read.layout().label());
    if (!read.footer().isComplete()) {
      tree.put("unknown", UNKNOWN);
    }
    addFields(footer, tree);
    Report.printJson(tree, out);
  }

  private void findExtensions(FileMetaData footer) {
    ColumnChunkView view = new ColumnChunkView();
    for (int g = 0; g < footer.rowGroups().size(); g++) {
      List<ColumnChunk> chunks = footer.rowGroups().get(g).columns();
      for (int column = 0; column < chunks.size(); column++) {
        BinaryValue extension = read.footer().chunk(g, column, view).extension();
        if (extension != null && chunks.get(column).metaData() != null) {
          extensions.put(chunks.get(column).metaData(), extension);
        }
      }
    }
  }

  private void addExtension(BinaryValue extension, Map<String, Object> fields) {
    ColumnChunk second;
    try {
      second = SecondEncodingCodec.read(extension);
    } catch (CorruptFooterException e) {
      second = null;
    }
    fields.put(
        second == null ? "extension" : "second_encoding",
        tree(second == null ? extension : second));
  }

  private void addFields(Record struct, Map<String, Object> tree) {
    for (Field field : fields.computeIfAbsent(struct.getClass(), FooterJson::fieldsOf)) {
      Object value = isUnknown(struct, field) ? null : get(struct, field.value);
      if (value != null) {
        Object constant = field.constant == null ? null : get(struct, field.constant);
        Object number = value instanceof List<?> list && field.isEnum ? encodings(list) : value;
        tree.put(field.name, tree(constant == null ? number : constant));
      }
    }
    if (struct instanceof ColumnMetaData metaData && extensions.containsKey(metaData)) {
      addExtension(extensions.get(metaData), tree);
    }
  }

  /** Fields that Thrift requires, and that a footer of another writer does not have. */
  private boolean isUnknown(Record struct, Field field) {
    return !read.footer().isComplete()
        && ((struct instanceof ColumnMetaData && field.name.equals("encodings"))
            || (struct instanceof ColumnChunk && field.name.equals("file_offset")));
  }

  /** The only list of enums that there is. */
  private static List<Object> encodings(List<?> numbers) {
    List<Object> encodings = new ArrayList<>();
    for (Object number : numbers) {
      ParquetEncoding known = ParquetEncoding.forNumber((Integer) number);
      encodings.add(known == null ? number : known);
    }
    return encodings;
  }

  private static List<Field> fieldsOf(Class<?> struct) {
    return Arrays.stream(struct.getRecordComponents())
        .map(component -> Field.of(struct, component))
        .toList();
  }

  /** Lists are made to trees one by one as they are printed. */
  private Object tree(Object value) {
    if (value instanceof Record struct) {
      Map<String, Object> tree = new LinkedHashMap<>();
      if (struct instanceof LogicalType type) {
        tree.put("type", String.valueOf(type.kind()));
      } else if (isUnionMember(struct)) {
        tree.put("type", struct.getClass().getSimpleName());
      }
      addFields(struct, tree);
      return tree;
    }
    if (value instanceof List<?> list) {
      Iterable<Object> trees = () -> list.stream().map(this::element).iterator();
      return trees;
    }
    if (value instanceof BinaryValue binary) {
      return HexFormat.of().formatHex(binary.toByteArray());
    }
    return value instanceof Boolean || value instanceof Number ? value : value.toString();
  }

  private Object element(Object element) {
    return tree(element instanceof RowGroup group ? chosen(group) : element);
  }

  /** Members of a union may have the same fields, or none: then only their name differs. */
  private static boolean isUnionMember(Record struct) {
    Class<?> union = struct.getClass().getDeclaringClass();
    return union != null && union.isSealed();
  }

  private RowGroup chosen(RowGroup group) {
    if (columns == null) {
      return group;
    }
    return new RowGroup(
        IntStream.range(0, group.columns().size())
            .filter(columns::contains)
            .mapToObj(column -> group.columns().get(column))
            .filter(chunk -> chunk.metaData() != null)
            .toList(),
        group.totalByteSize(),
        group.numRows(),
        group.sortingColumns(),
        group.fileOffset(),
        group.totalCompressedSize(),
        group.ordinal());
  }

  private static Object get(Record struct, Method accessor) {
    try {
      return accessor.invoke(struct);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(struct.getClass() + " does not tell " + accessor, e);
    }
  }

  /** As parquet.thrift spells it; its few camel-cased names come out in snake case too. */
  private static String snakeCase(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }
}
