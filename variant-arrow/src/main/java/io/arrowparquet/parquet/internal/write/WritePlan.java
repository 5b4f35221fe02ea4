// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.DecimalType;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.parquet.internal.write.NodeWriter.Levels;
import io.arrowparquet.parquet.internal.write.StructNodeWriter.RequiredNull;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.ListRanges;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * From Arrow fields to the elements of a Parquet schema and the writers of their columns.
 *
 * <pre>
 *   List of x      group f (LIST) { repeated group list { x element } }
 *   Map of k, v    group f (MAP) { repeated group key_value { required k key; v value } }
 *   Struct         group, (FILE) where the field's metadata says so
 *   Variant        group (VARIANT(1)), see VariantPlan
 *   others         a column, see LeafType
 * </pre>
 */
final class WritePlan {
  private final BufferAllocator allocator;
  private final DictionaryProvider dictionaries;
  private final Map<String, VariantForm> forms;
  private final Set<String> variants = new HashSet<>();
  private final List<LeafNodeWriter> leaves = new ArrayList<>();
  private final List<String> metadataPaths = new ArrayList<>();
  private final List<String> valuePaths = new ArrayList<>();

  WritePlan(
      BufferAllocator allocator, DictionaryProvider dictionaries, Map<String, VariantForm> forms) {
    this.allocator = allocator;
    this.dictionaries = dictionaries;
    this.forms = forms;
  }

  List<Planned> fields(List<Field> fields) {
    if (fields.isEmpty()) {
      throw new UnsupportedColumnException(null, "a schema without columns", "at least one");
    }
    List<Planned> planned = children(fields, "", Levels.TOP);
    for (String path : forms.keySet()) {
      if (!variants.contains(path)) {
        throw new InvalidRequestException(path, "no Variant column", "one, to be shredded");
      }
    }
    return planned;
  }

  List<LeafNodeWriter> leaves() {
    return leaves;
  }

  DictionaryProvider dictionaries() {
    return dictionaries;
  }

  Set<String> variants() {
    return variants;
  }

  List<String> metadataPaths() {
    return metadataPaths;
  }

  List<String> valuePaths() {
    return valuePaths;
  }

  private List<Planned> children(List<Field> fields, String prefix, Levels levels) {
    List<Planned> planned = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      String path = prefix + field.getName();
      if (!names.add(field.getName())) {
        throw new InvalidRequestException(path, "two fields of this name", "one");
      }
      planned.add(node(field, field.getName(), path, levels, field.isNullable()));
    }
    return planned;
  }

  private Planned node(Field field, String name, String path, Levels levels, boolean nullable) {
    if (field.getDictionary() != null) {
      return decoded(field, name, path, levels, nullable);
    }
    if (field.getType() instanceof ParquetVariantType) {
      variants.add(path);
      VariantForm form = forms.getOrDefault(path, VariantForm.AS_IT_IS);
      return new VariantPlan(this, form, allocator).group(field, name, path, levels, nullable);
    }
    return switch (VariantPrimitive.storage(field.getType()).getTypeID()) {
      case Struct -> struct(field, name, path, levels, nullable);
      case List, LargeList, FixedSizeList, ListView, LargeListView ->
          list(field, name, path, levels, nullable);
      case Map -> map(field, name, path, levels, nullable);
      default -> leaf(field, name, path, levels, nullable);
    };
  }

  private Planned decoded(Field field, String name, String path, Levels levels, boolean nullable) {
    long id = field.getDictionary().getId();
    Dictionary dictionary = dictionaries == null ? null : dictionaries.lookup(id);
    if (dictionary == null) {
      throw new UnsupportedColumnException(
          path, "dictionary " + id + ", which is not known", "a DictionaryProvider that has it");
    }
    FieldVector values = dictionary.getVector();
    Planned planned = node(values.getField(), name, path, levels, nullable);
    NodeWriter writer = new DecodedWriter(path, levels, nullable, planned.writer(), values);
    return new Planned(planned.elements(), writer, planned.field());
  }

  Planned leaf(Field field, String name, String path, Levels levels, boolean nullable) {
    LeafType leaf = LeafType.of(field);
    if (leaf == null) {
      throw new UnsupportedColumnException(
          path, "type " + field.getType(), "a type that Parquet has");
    }
    boolean optional = nullable || field.getType() instanceof ArrowType.Null;
    LeafNodeWriter writer = leaf.maker().make(path, levels, optional);
    return leaf(field, name, writer, leaf.physical(), leaf.length(), leaf.logical());
  }

  Planned metadata(BytesLeaf writer) {
    metadataPaths.add(writer.path());
    return bytes(VariantForm.PLAIN_METADATA, ShreddedLayout.METADATA, writer);
  }

  Planned value(Field field, BytesLeaf writer) {
    valuePaths.add(writer.path());
    return bytes(field, ShreddedLayout.VALUE, writer);
  }

  private Planned bytes(Field field, String name, BytesLeaf writer) {
    return leaf(field, name, writer, PhysicalType.BYTE_ARRAY, 0, null);
  }

  private Planned leaf(
      Field field,
      String name,
      LeafNodeWriter writer,
      PhysicalType physical,
      int length,
      LogicalType logical) {
    leaves.add(writer);
    DecimalType decimal = logical instanceof DecimalType type ? type : null;
    // It never became a logical type.
    boolean isInterval = VariantPrimitive.storage(field.getType()) instanceof ArrowType.Interval;
    SchemaElement element =
        new SchemaElement(
            physical.number(),
            physical == PhysicalType.FIXED_LEN_BYTE_ARRAY ? length : null,
            repetition(writer.isNullable()).number(),
            name,
            null,
            isInterval ? (Integer) ConvertedType.INTERVAL.number() : converted(logical),
            decimal == null ? null : (Integer) decimal.scale(),
            decimal == null ? null : (Integer) decimal.precision(),
            id(field),
            logical);
    return new Planned(List.of(element), writer, renamed(field, name, writer.isNullable(), null));
  }

  private static Integer converted(LogicalType logical) {
    ConvertedType converted = ConvertedType.impliedBy(logical);
    return converted == null ? null : (Integer) converted.number();
  }

  private Planned struct(Field field, String name, String path, Levels levels, boolean nullable) {
    if (field.getChildren().isEmpty()) {
      throw new UnsupportedColumnException(path, "a Struct without fields", "one field or more");
    }
    List<Planned> children = children(field.getChildren(), path + ".", levels.optional(nullable));
    return struct(field, name, path, levels, nullable, children);
  }

  /** A group whose children are those of the vectors, in their order. */
  static Planned struct(
      Field field,
      String name,
      String path,
      Levels levels,
      boolean nullable,
      List<Planned> children) {
    NodeWriter writer = structWriter(path, levels, nullable, children);
    boolean isFile =
        LogicalType.Kind.FILE.name().equals(field.getMetadata().get(ArrowSchema.ANNOTATION));
    LogicalType annotation = isFile ? new LogicalType.FileType() : null;
    return group(field, name, nullable, annotation, children, writer);
  }

  private static NodeWriter structWriter(
      String path, Levels levels, boolean nullable, List<Planned> children) {
    int[] ordinals = IntStream.range(0, children.size()).toArray();
    return new StructNodeWriter(
        path, levels, nullable, RequiredNull.ERROR, writers(children), ordinals);
  }

  static Planned group(
      Field field,
      String name,
      boolean nullable,
      LogicalType logical,
      List<Planned> children,
      NodeWriter writer) {
    List<Field> fields = children.stream().map(Planned::field).toList();
    return new Planned(
        group(name, repetition(nullable), id(field), logical, children),
        writer,
        renamed(field, name, nullable, fields));
  }

  static List<SchemaElement> group(
      String name,
      FieldRepetitionType repetition,
      Integer id,
      LogicalType logical,
      List<Planned> children) {
    List<SchemaElement> elements = new ArrayList<>();
    elements.add(
        new SchemaElement(
            null,
            null,
            repetition == null ? null : repetition.number(),
            name,
            children.size(),
            converted(logical),
            null,
            null,
            id,
            logical));
    children.forEach(child -> elements.addAll(child.elements()));
    return elements;
  }

  static List<NodeWriter> writers(List<Planned> children) {
    return children.stream().map(Planned::writer).toList();
  }

  private Planned list(Field field, String name, String path, Levels levels, boolean nullable) {
    Field child = field.getChildren().get(0);
    Levels below = levels.optional(nullable).repeated();
    Planned element = node(child, "element", path + ".list.element", below, child.isNullable());
    return list(field, name, path, levels, nullable, element);
  }

  static Planned list(
      Field field, String name, String path, Levels levels, boolean nullable, Planned element) {
    NodeWriter writer = new ListNodeWriter(path, levels, nullable, element.writer());
    Planned entry = new Planned(repeated("list", List.of(element)), writer, element.field());
    return group(field, name, nullable, new LogicalType.ListType(), List.of(entry), writer);
  }

  private static List<SchemaElement> repeated(String name, List<Planned> children) {
    return group(name, FieldRepetitionType.REPEATED, null, null, children);
  }

  private Planned map(Field field, String name, String path, Levels levels, boolean nullable) {
    Field entries = field.getChildren().get(0);
    List<Field> pair = entries.getChildren();
    Levels below = levels.optional(nullable).repeated();
    String prefix = path + ".key_value.";
    Planned key = node(pair.get(0), "key", prefix + "key", below, false);
    Planned value = node(pair.get(1), "value", prefix + "value", below, pair.get(1).isNullable());
    NodeWriter entry = structWriter(path, below, false, List.of(key, value));
    Field both = renamed(entries, entries.getName(), false, List.of(key.field(), value.field()));
    NodeWriter writer = new ListNodeWriter(path, levels, nullable, entry);
    Planned child = new Planned(repeated("key_value", List.of(key, value)), entry, both);
    return group(field, name, nullable, new LogicalType.MapType(), List.of(child), writer);
  }

  private static FieldRepetitionType repetition(boolean nullable) {
    return nullable ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED;
  }

  private static Integer id(Field field) {
    String id = field.getMetadata().get(ArrowSchema.FIELD_ID);
    try {
      return id == null ? null : (Integer) Integer.parseInt(id);
    } catch (NumberFormatException e) {
      throw new UnsupportedColumnException(
          field.getName(), ArrowSchema.FIELD_ID + " " + id, "a number of 32 bits");
    }
  }

  private static Field renamed(Field field, String name, boolean nullable, List<Field> children) {
    FieldType type = new FieldType(nullable, field.getType(), null, field.getMetadata());
    return new Field(name, type, children);
  }

  /**
   * @param elements its own in the file, and those below it
   * @param field as Arrow's readers are to see it again
   */
  record Planned(List<SchemaElement> elements, NodeWriter writer, Field field) {}

  /** A list or a map: an entry has as many entries below it as elements, or one that says none. */
  private static final class ListNodeWriter extends NodeWriter {
    private final NodeWriter element;
    private final int repetition;
    private final Slots entries = new Slots();
    private ListRanges ranges;

    /** A list; {@code element} was planned one repetition below {@code levels}. */
    ListNodeWriter(String path, Levels levels, boolean nullable, NodeWriter element) {
      super(path, levels, nullable);
      this.element = element;
      this.repetition = levels.repetition() + 1;
    }

    private ListNodeWriter(ListNodeWriter same, NodeWriter part) {
      super(same);
      element = part;
      repetition = same.repetition;
    }

    @Override
    List<NodeWriter> parts() {
      return element.parts().stream()
          .<NodeWriter>map(part -> new ListNodeWriter(this, part))
          .toList();
    }

    @Override
    void start(FieldVector vector) {
      FieldVector list = VariantPrimitive.storage(vector);
      super.start(list);
      ranges = new ListRanges(list);
      element.start(list.getChildrenFromFields().get(0));
    }

    @Override
    void write(Slots slots) {
      addEntries(slots, entries, isNullable());
      element.write(entries);
    }

    @Override
    void addEntries(int row, int firstRepetition, Slots below) {
      ranges.seek(row);
      int start = ranges.start();
      int end = ranges.end();
      if (start == end) {
        below.addAbsent(definition(), firstRepetition);
        return;
      }
      below.addRun(start, end - start, firstRepetition, repetition);
    }

    @Override
    void end() {
      super.end();
      ranges = null;
      element.end();
    }
  }

  /** A dictionary-encoded column: its entries are those of the dictionary that it points at. */
  private static final class DecodedWriter extends NodeWriter {
    private final NodeWriter values;
    private final FieldVector dictionary;
    private final Slots entries = new Slots();
    private BaseIntVector indices;

    /**
     * @param values writes the dictionary's values; as nullable as the column
     * @param dictionary borrowed
     */
    DecodedWriter(
        String path, Levels levels, boolean nullable, NodeWriter values, FieldVector dictionary) {
      super(path, levels, nullable);
      this.values = values;
      this.dictionary = dictionary;
    }

    @Override
    void start(FieldVector vector) {
      super.start(vector);
      indices = (BaseIntVector) vector;
      BufferChecks.requireIndices(indices);
      values.start(dictionary);
    }

    @Override
    void write(Slots slots) {
      addEntries(slots, entries, isNullable());
      values.write(entries);
    }

    @Override
    void addEntries(int row, int firstRepetition, Slots below) {
      long index = indices.getValueAsLong(row);
      if (index < 0 || index >= dictionary.getValueCount()) {
        throw new MalformedVariantException(
            "dictionary index", Long.toString(index), "0 to " + (dictionary.getValueCount() - 1));
      }
      below.addAnywhere((int) index, firstRepetition);
    }

    @Override
    void end() {
      super.end();
      indices = null;
      values.end();
    }
  }
}
