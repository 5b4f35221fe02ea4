// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.value.Variant;
import io.arrowparquet.variant.value.VariantBatchBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** The same few Variants in every form that storage can have; owns them and their dictionary. */
final class SampleColumn implements AutoCloseable {
  /** What the storage is. */
  enum Form {
    BINARY,
    LARGE_BINARY,
    BINARY_VIEW,
    DICTIONARY,
    RUNS,
    SHREDDED,
    /** No {@code value} at the top; only for {@link #OBJECTS}. */
    WITHOUT_VALUE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A row each; null is SQL null. */
  private static final List<String> JSON =
      Arrays.asList(
          "{\"id\":1,\"tags\":[\"new\",\"a tag that is not a short string of at most sixty-three"
              + " bytes, to be sure\"],\"user\":{\"name\":\"Ann\"}}",
          null,
          "{\"id\":\"x\",\"more\":[1.25,null,true]}",
          "null",
          "[3,{\"id\":2}]",
          "{\"id\":1,\"tags\":[],\"user\":{}}",
          "\"text\"",
          null,
          "7.50");

  private static final List<String> OBJECT_JSON =
      Arrays.asList("{\"id\":1,\"tags\":[\"a\"]}", null, "{}", "{\"tags\":[],\"id\":\"x\"}");

  /** The rows of every form but one. */
  static final List<Variant> VALUES = parse(JSON);

  /** The rows of {@link Form#WITHOUT_VALUE}. */
  static final List<Variant> OBJECTS = parse(OBJECT_JSON);

  private static final DictionaryEncoding ENCODING = new DictionaryEncoding(7, false, null);

  private static final ArrowType INT8 = new ArrowType.Int(8, true);

  private final ParquetVariantVector vector;
  private final MapDictionaryProvider dictionaries;

  private SampleColumn(ParquetVariantVector vector, MapDictionaryProvider dictionaries) {
    this.vector = vector;
    this.dictionaries = dictionaries;
  }

  ParquetVariantVector vector() {
    return vector;
  }

  MapDictionaryProvider dictionaries() {
    return dictionaries;
  }

  /** The values that a form's rows are. */
  static List<Variant> values(Form form) {
    return form == Form.WITHOUT_VALUE ? OBJECTS : VALUES;
  }

  static List<Variant> objects(ParquetVariantVector vector) {
    List<Variant> rows = new ArrayList<>();
    for (int row = 0; row < vector.getValueCount(); row++) {
      rows.add(vector.getObject(row));
    }
    return rows;
  }

  private static List<Variant> parse(List<String> json) {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector rows = parse(allocator, json)) {
      return Collections.unmodifiableList(objects(rows));
    }
  }

  private static ParquetVariantVector parse(BufferAllocator allocator, List<String> json) {
    try (VarCharVector text = new VarCharVector("v", allocator)) {
      for (int row = 0; row < json.size(); row++) {
        if (json.get(row) != null) {
          text.setSafe(row, json.get(row).getBytes(StandardCharsets.UTF_8));
        }
      }
      text.setValueCount(json.size());
      return VariantFromJson.parse(text, allocator);
    }
  }

  static SampleColumn of(BufferAllocator allocator, Form form) {
    return switch (form) {
      case SHREDDED -> shredded(allocator);
      case WITHOUT_VALUE -> withoutValue(allocator);
      default -> encoded(allocator, form);
    };
  }

  private static SampleColumn shredded(BufferAllocator allocator) {
    Field schema =
        struct(
            "v",
            Field.nullable("id", INT8),
            new Field(
                "tags",
                FieldType.nullable(ArrowType.List.INSTANCE),
                List.of(Field.nullable("element", ArrowType.Utf8.INSTANCE))),
            struct("user", Field.nullable("name", ArrowType.Utf8.INSTANCE)));
    try (ParquetVariantVector rows = parse(allocator, JSON)) {
      return new SampleColumn(
          new VariantShred(schema, ShredMode.EXACT).shred(rows, allocator),
          new MapDictionaryProvider());
    }
  }

  /** The shredded column whose own {@code value} is null in every row, less that child. */
  private static SampleColumn withoutValue(BufferAllocator allocator) {
    Field schema = struct("v", Field.nullable("id", INT8), Field.nullable("tags", INT8));
    try (ParquetVariantVector rows = parse(allocator, OBJECT_JSON);
        ParquetVariantVector shredded =
            new VariantShred(schema, ShredMode.EXACT).shred(rows, allocator)) {
      List<Field> children = new ArrayList<>(shredded.getField().getChildren());
      children.removeIf(child -> child.getName().equals("value"));
      Field field = new Field("v", FieldType.nullable(ParquetVariantType.INSTANCE), children);
      ParquetVariantVector column = (ParquetVariantVector) field.createVector(allocator);
      StructVector from = shredded.getUnderlyingVector();
      column.allocateNew();
      for (FieldVector child : column.getChildrenFromFields()) {
        from.getChild(child.getName()).makeTransferPair(child).splitAndTransfer(0, 4);
      }
      for (int row = 0; row < 4; row++) {
        if (shredded.isNull(row)) {
          column.setNull(row);
        } else {
          column.getUnderlyingVector().setIndexDefined(row);
        }
      }
      column.setValueCount(4);
      return new SampleColumn(column, new MapDictionaryProvider());
    }
  }

  private static Field struct(String name, Field... children) {
    return new Field(name, FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(children));
  }

  private static SampleColumn encoded(BufferAllocator allocator, Form form) {
    Field field =
        new Field(
            "v",
            FieldType.nullable(ParquetVariantType.INSTANCE),
            List.of(Field.nullable("value", type(form)), metadata(form)));
    ParquetVariantVector column = (ParquetVariantVector) field.createVector(allocator);
    MapDictionaryProvider dictionaries = new MapDictionaryProvider();
    try (VarBinaryVector metadata = new VarBinaryVector("m", allocator);
        VarBinaryVector values = new VarBinaryVector("d", allocator)) {
      build(allocator, metadata, values);
      int rows = VALUES.size();
      column.allocateNew();
      copy(values, column.valueVector());
      FieldVector target = column.getChildrenFromFields().get(1);
      if (form == Form.DICTIONARY) {
        dictionaries.put(new Dictionary(dictionary(metadata, (IntVector) target), ENCODING));
      } else if (form == Form.RUNS) {
        runs(metadata, (RunEndEncodedVector) target);
      } else {
        copy(metadata, target);
      }
      for (int row = 0; row < rows; row++) {
        if (VALUES.get(row) != null) {
          column.getUnderlyingVector().setIndexDefined(row);
        }
      }
      column.setValueCount(rows);
    }
    return new SampleColumn(
        form == Form.DICTIONARY ? column.withDictionaries(dictionaries) : column, dictionaries);
  }

  private static ArrowType type(Form form) {
    return switch (form) {
      case LARGE_BINARY -> ArrowType.LargeBinary.INSTANCE;
      case BINARY_VIEW -> ArrowType.BinaryView.INSTANCE;
      default -> ArrowType.Binary.INSTANCE;
    };
  }

  private static Field metadata(Form form) {
    return switch (form) {
      case DICTIONARY ->
          new Field(
              "metadata", new FieldType(false, new ArrowType.Int(32, true), ENCODING), List.of());
      case RUNS ->
          new Field(
              "metadata",
              FieldType.notNullable(ArrowType.RunEndEncoded.INSTANCE),
              List.of(
                  Field.notNullable("run_ends", new ArrowType.Int(32, true)),
                  Field.notNullable("values", ArrowType.Binary.INSTANCE)));
      default -> Field.notNullable("metadata", type(form));
    };
  }

  private static void build(
      BufferAllocator allocator, VarBinaryVector metadata, VarBinaryVector values) {
    try (VariantBatchBuilder batch = new VariantBatchBuilder(allocator)) {
      for (Variant value : VALUES) {
        if (value == null) {
          batch.appendNull();
        } else {
          value.appendTo(batch.value());
          batch.endRow();
        }
      }
      batch.finish(metadata, values);
    }
  }

  private static void copy(VarBinaryVector from, FieldVector to) {
    for (int row = 0; row < from.getValueCount(); row++) {
      if (from.isNull(row)) {
        continue;
      }
      if (to instanceof VarBinaryVector small) {
        small.setSafe(row, from.get(row));
      } else if (to instanceof LargeVarBinaryVector large) {
        large.setSafe(row, from.get(row));
      } else {
        ((ViewVarBinaryVector) to).setSafe(row, from.get(row));
      }
    }
    to.setValueCount(from.getValueCount());
  }

  /** Each different dictionary once; the index of it in every row. */
  private static VarBinaryVector dictionary(VarBinaryVector metadata, IntVector indices) {
    VarBinaryVector values = new VarBinaryVector("d", metadata.getAllocator());
    int count = 0;
    for (int row = 0; row < metadata.getValueCount(); row++) {
      int index = 0;
      while (index < count && !Arrays.equals(values.get(index), metadata.get(row))) {
        index++;
      }
      if (index == count) {
        values.setSafe(count++, metadata.get(row));
        values.setValueCount(count);
      }
      indices.setSafe(row, index);
    }
    indices.setValueCount(metadata.getValueCount());
    return values;
  }

  private static void runs(VarBinaryVector metadata, RunEndEncodedVector target) {
    IntVector ends = (IntVector) target.getRunEndsVector();
    VarBinaryVector values = (VarBinaryVector) target.getValuesVector();
    int runs = 0;
    for (int row = 0; row < metadata.getValueCount(); row++) {
      if (row == 0 || !Arrays.equals(metadata.get(row), metadata.get(row - 1))) {
        values.setSafe(runs++, metadata.get(row));
      }
      ends.setSafe(runs - 1, row + 1);
    }
    ends.setValueCount(runs);
    values.setValueCount(runs);
    target.setValueCount(metadata.getValueCount());
  }

  @Override
  public void close() {
    vector.close();
    dictionaries.close();
  }
}
