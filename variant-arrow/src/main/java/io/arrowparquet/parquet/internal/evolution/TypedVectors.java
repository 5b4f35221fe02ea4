// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.internal.encoding.DictionaryIndices;
import io.arrowparquet.parquet.internal.evolution.FieldAdapters.FieldAdapter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.VectorTypes;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Vectors of the types that options ask for, made of finished batches. Owns a batch; close it in
 * any case. One thread at a time.
 */
public final class TypedVectors implements AutoCloseable {
  private final Schema schema;

  /** Null where batches are given out as they are decoded. */
  private final VectorSchemaRoot own;

  private final List<FieldAdapter> adapters = new ArrayList<>();

  /** By id of the dictionary. */
  private final Map<Long, DictionaryIndices> dictionaries = new HashMap<>();

  /**
   * Vectors of which none is made yet.
   *
   * @param decoded schema of the finished batches, with columns that are indices already as values
   * @param indicesOf those columns, by name
   * @throws InvalidRequestException if the options name a column that is not there, or not of such
   *     a type
   */
  public TypedVectors(
      Schema decoded,
      Map<String, DictionaryIndices> indicesOf,
      ParquetReadOptions options,
      BufferAllocator allocator) {
    this.schema = new Schema(typed(decoded.getFields(), options), decoded.getCustomMetadata());
    boolean isSame = schema.getFields().equals(decoded.getFields());
    this.own =
        isSame
            ? null
            : VectorSchemaRoot.create(
                DictionaryIndices.schema(decoded, indicesOf.keySet()), allocator);
    FieldAdapters all = new FieldAdapters(allocator, Map.of());
    for (int i = 0; !isSame && i < decoded.getFields().size(); i++) {
      Field from = decoded.getFields().get(i);
      Field to = schema.getFields().get(i);
      if (to.getDictionary() == null || from.getDictionary() != null) {
        adapters.add(all.adapter(from, to));
        continue;
      }
      DictionaryIndices known = indicesOf.get(from.getName());
      DictionaryIndices made = known == null ? new DictionaryIndices(options.batchBytes()) : known;
      dictionaries.put(to.getDictionary().getId(), made);
      adapters.add(
          known == null
              ? (source, target, rows) -> made.encode(source, target, rows, allocator)
              : FieldAdapters::transfer);
    }
  }

  /** The schema as Arrow's readers have it from messages: dictionaries by the type of values. */
  public Schema schema() {
    return schema;
  }

  /** The schema of the batches. */
  public static Schema schema(Schema decoded, ParquetReadOptions options) {
    return new Schema(fields(decoded.getFields(), options), decoded.getCustomMetadata());
  }

  /** The fields of the batches. */
  public static List<Field> fields(List<Field> decoded, ParquetReadOptions options) {
    List<Field> fields = typed(decoded, options);
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      if (field.getDictionary() != null && decoded.get(i).getDictionary() == null) {
        fields.set(
            i, FieldUnion.with(field, field.isNullable(), DictionaryIndices.TYPE, List.of()));
      }
    }
    return fields;
  }

  /**
   * What makes indices of the columns that are to have some, by name, but for one that has the name
   * of another.
   *
   * @param decoded schema of the values
   */
  public static Map<String, DictionaryIndices> indices(Schema decoded, ParquetReadOptions options) {
    Map<String, DictionaryIndices> indices = new HashMap<>();
    if (!options.types().dictionaries().isEmpty()) {
      Set<String> met = new HashSet<>();
      for (Field field : typed(decoded.getFields(), options)) {
        if (!met.add(field.getName())) {
          indices.remove(field.getName());
        } else if (field.getDictionary() != null) {
          indices.put(field.getName(), new DictionaryIndices(options.batchBytes()));
        }
      }
    }
    return indices;
  }

  /** The schema of {@link #decoded}. */
  public Schema decodedSchema() {
    return own == null ? schema : own.getSchema();
  }

  /**
   * The empty vectors to decode the next batch into: {@code root}'s where those are the same.
   *
   * @param found dictionaries of the schema, by id; null where it has none
   * @param holdsRows whether rows are decoded already that were not given out
   */
  public VectorSchemaRoot decoded(
      VectorSchemaRoot root, @Nullable Map<Long, Dictionary> found, boolean holdsRows) {
    if (own == null) {
      return root;
    }
    own.clear();
    dictionaries.forEach((id, own) -> own.begin(found.get(id).getVector(), !holdsRows));
    return own;
  }

  /**
   * Converts the batch in {@link #decoded}.
   *
   * @return true
   */
  public boolean convert(VectorSchemaRoot root) {
    if (own == null) {
      return true;
    }
    int rows = own.getRowCount();
    for (int i = 0; i < adapters.size(); i++) {
      adapters.get(i).adapt(own.getVector(i), root.getVector(i), rows);
    }
    dictionaries.values().forEach(DictionaryIndices::end);
    root.setRowCount(rows);
    return true;
  }

  @Override
  public void close() {
    if (own != null) {
      own.close();
    }
  }

  private static List<Field> typed(List<Field> decoded, ParquetReadOptions options) {
    Types types = new Types(options.types(), new HashSet<>());
    List<Field> fields = new ArrayList<>();
    Set<String> callers = new HashSet<>();
    options.rowColumns().forEach(column -> callers.add(column.field().getName()));
    int columns = decoded.size() - options.variantPaths().size();
    for (int i = 0; i < decoded.size(); i++) {
      Field field = decoded.get(i);
      boolean isCallers = i >= columns || callers.contains(field.getName());
      fields.add(isCallers ? field : types.column(field, i));
    }
    types.requireMet();
    return fields;
  }

  /** {@code met} receives the paths asked for that there are. */
  private record Types(VectorTypes wanted, Set<String> met) {
    void requireMet() {
      for (String name : wanted.dictionaries()) {
        require(name, "a column of text or bytes");
      }
      for (String path : wanted.fixedSizeLists().keySet()) {
        require(path, "a list");
      }
    }

    private void require(String path, String expected) {
      if (!met.contains(path)) {
        throw new InvalidRequestException(path, "no such column", expected);
      }
    }

    Field column(Field field, int number) {
      ArrowType type = field.getType();
      if (!wanted.dictionaries().contains(field.getName())
          || !(type instanceof ArrowType.Utf8 || type instanceof ArrowType.Binary)) {
        return field(field, field.getName());
      }
      met.add(field.getName());
      DictionaryEncoding encoding =
          new DictionaryEncoding(number, false, (ArrowType.Int) DictionaryIndices.TYPE);
      return new Field(
          field.getName(),
          new FieldType(field.isNullable(), type, encoding, field.getMetadata()),
          List.of());
    }

    private Field field(Field field, String path) {
      if (field.getType() instanceof ParquetVariantType || field.getDictionary() != null) {
        return field;
      }
      List<Field> children = new ArrayList<>();
      boolean isMap = field.getType() instanceof ArrowType.Map;
      for (Field child : field.getChildren()) {
        // Between a map and its keys and values Arrow has a struct.
        children.add(field(child, isMap ? path : FieldUnion.path(path, child.getName())));
      }
      return FieldUnion.with(field, field.isNullable(), type(field.getType(), path), children);
    }

    private ArrowType type(ArrowType type, String path) {
      return switch (type.getTypeID()) {
        case Utf8, LargeUtf8 ->
            wanted.views()
                ? ArrowType.Utf8View.INSTANCE
                : wanted.large() ? ArrowType.LargeUtf8.INSTANCE : type;
        case Binary, LargeBinary ->
            wanted.views()
                ? ArrowType.BinaryView.INSTANCE
                : wanted.large() ? ArrowType.LargeBinary.INSTANCE : type;
        case List, LargeList -> list(type, path);
        case Date -> wanted.date64() ? new ArrowType.Date(DateUnit.MILLISECOND) : type;
        default -> type;
      };
    }

    private ArrowType list(ArrowType type, String path) {
      Integer size = wanted.fixedSizeLists().get(path);
      if (size != null) {
        met.add(path);
        return new ArrowType.FixedSizeList(size);
      }
      return wanted.large() ? ArrowType.LargeList.INSTANCE : type;
    }
  }
}
