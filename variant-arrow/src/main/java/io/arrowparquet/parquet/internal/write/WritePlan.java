// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.DecimalType;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.parquet.internal.write.NodeWriter.Node;
import io.arrowparquet.parquet.internal.write.StructNodeWriter.RequiredNull;
import io.arrowparquet.parquet.options.ColumnOptions;
import io.arrowparquet.parquet.options.StatisticsMode;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.internal.ListRanges;
import io.arrowparquet.variant.internal.shred.RowMap;
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
  private final List<Leaf> leaves = new ArrayList<>();

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
    List<Planned> planned = children(fields, Node.ROOT);
    for (String path : forms.keySet()) {
      if (!variants.contains(path)) {
        throw new InvalidRequestException(path, "no Variant column", "one, to be shredded");
      }
    }
    return planned;
  }

  /** In the order of the schema. */
  List<Leaf> leaves() {
    return leaves;
  }

  DictionaryProvider dictionaries() {
    return dictionaries;
  }

  Set<String> variants() {
    return variants;
  }

  private List<Planned> children(List<Field> fields, Node group) {
    List<Planned> planned = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      Node node = group.child(field.getName(), field.isNullable());
      if (!names.add(field.getName())) {
        throw new InvalidRequestException(node.dotted(), "two fields of this name", "one");
      }
      planned.add(plan(field, node));
    }
    return planned;
  }

  private Planned plan(Field field, Node node) {
    if (field.getDictionary() != null) {
      return decoded(field, node);
    }
    if (field.getType() instanceof ParquetVariantType) {
      variants.add(node.dotted());
      VariantForm form = forms.getOrDefault(node.dotted(), VariantForm.AS_IT_IS);
      return new VariantPlan(this, form, allocator).group(field, node);
    }
    return switch (VariantPrimitive.storage(field.getType()).getTypeID()) {
      case Struct -> struct(field, node);
      case List, LargeList, FixedSizeList, ListView, LargeListView -> list(field, node);
      case Map -> map(field, node);
      default -> leaf(field, node);
    };
  }

  private Planned decoded(Field field, Node node) {
    long id = field.getDictionary().getId();
    Dictionary dictionary = dictionaries == null ? null : dictionaries.lookup(id);
    if (dictionary == null) {
      throw new UnsupportedColumnException(
          node.dotted(),
          "dictionary " + id + ", which is not known",
          "a DictionaryProvider that has it");
    }
    FieldVector values = dictionary.getVector();
    Planned planned = plan(values.getField(), node);
    NodeWriter writer = new DecodedWriter(node, planned.writer(), values);
    return new Planned(planned.elements(), writer, planned.field());
  }

  Planned leaf(Field field, Node node) {
    LeafType leaf = LeafType.of(field);
    if (leaf == null) {
      throw new UnsupportedColumnException(
          node.dotted(), "type " + field.getType(), "a type that Parquet has");
    }
    return leaf(field, leaf, leaf.maker().apply(node), ColumnOptions.defaults());
  }

  /** Bounds of the metadata column cannot prune anything and would bloat the footer. */
  Planned metadata(BytesLeaf writer) {
    ColumnOptions usual = ColumnOptions.defaults().withStatistics(StatisticsMode.counts());
    return leaf(ShreddedLayout.METADATA_FIELD, LeafType.BYTES, writer, usual);
  }

  /** Residual values seldom repeat: a dictionary would cost time and save nothing. */
  Planned value(Field field, BytesLeaf writer) {
    return leaf(field, LeafType.BYTES, writer, ColumnOptions.defaults().withDictionary(false));
  }

  private Planned leaf(Field field, LeafType type, LeafNodeWriter writer, ColumnOptions usual) {
    Node node = writer.node;
    LogicalType logical = type.logical();
    DecimalType decimal = logical instanceof DecimalType digits ? digits : null;
    // It never became a logical type.
    boolean isInterval = VariantPrimitive.storage(field.getType()) instanceof ArrowType.Interval;
    SchemaElement element =
        new SchemaElement(
            type.physical().number(),
            type.physical() == PhysicalType.FIXED_LEN_BYTE_ARRAY ? type.length() : null,
            repetition(node).number(),
            node.name(),
            null,
            isInterval ? (Integer) ConvertedType.INTERVAL.number() : converted(logical),
            decimal == null ? null : (Integer) decimal.scale(),
            decimal == null ? null : (Integer) decimal.precision(),
            id(field),
            logical);
    leaves.add(new Leaf(writer, element, usual));
    return new Planned(List.of(element), writer, renamed(field, node.name(), node, null));
  }

  private static Integer converted(LogicalType logical) {
    ConvertedType converted = ConvertedType.impliedBy(logical);
    return converted == null ? null : (Integer) converted.number();
  }

  private Planned struct(Field field, Node node) {
    if (field.getChildren().isEmpty()) {
      throw new UnsupportedColumnException(
          node.dotted(), "a Struct without fields", "one field or more");
    }
    return struct(field, node, children(field.getChildren(), node));
  }

  /** A group whose children are those of the vectors, in their order. */
  static Planned struct(Field field, Node node, List<Planned> children) {
    boolean isFile =
        LogicalType.Kind.FILE.name().equals(field.getMetadata().get(ArrowSchema.ANNOTATION));
    LogicalType annotation = isFile ? new LogicalType.FileType() : null;
    return group(field, annotation, children, structWriter(node, children));
  }

  private static NodeWriter structWriter(Node node, List<Planned> children) {
    int[] ordinals = IntStream.range(0, children.size()).toArray();
    return new StructNodeWriter(node, RequiredNull.ERROR, writers(children), ordinals);
  }

  static Planned group(
      Field field, LogicalType logical, List<Planned> children, NodeWriter writer) {
    Node node = writer.node;
    List<Field> fields = children.stream().map(Planned::field).toList();
    return new Planned(
        group(node.name(), repetition(node), id(field), logical, children),
        writer,
        renamed(field, node.name(), node, fields));
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

  private Planned list(Field field, Node node) {
    Field child = field.getChildren().get(0);
    return list(field, node, plan(child, element(node, child.isNullable())));
  }

  /** That of the elements of a list. */
  static Node element(Node list, boolean nullable) {
    return list.repeated("list").child("element", nullable);
  }

  static Planned list(Field field, Node node, Planned element) {
    NodeWriter writer = new ListNodeWriter(node, element.writer());
    Planned entry = new Planned(repeated("list", List.of(element)), writer, element.field());
    return group(field, new LogicalType.ListType(), List.of(entry), writer);
  }

  private static List<SchemaElement> repeated(String name, List<Planned> children) {
    return group(name, FieldRepetitionType.REPEATED, null, null, children);
  }

  private Planned map(Field field, Node node) {
    Field entries = field.getChildren().get(0);
    List<Field> pair = entries.getChildren();
    Node repeated = node.repeated("key_value");
    Planned key = plan(pair.get(0), repeated.child("key", false));
    Planned value = plan(pair.get(1), repeated.child("value", pair.get(1).isNullable()));
    NodeWriter entry = structWriter(repeated, List.of(key, value));
    Field both = renamed(entries, entries.getName(), repeated, List.of(key.field(), value.field()));
    NodeWriter writer = new ListNodeWriter(node, entry);
    Planned child = new Planned(repeated("key_value", List.of(key, value)), entry, both);
    return group(field, new LogicalType.MapType(), List.of(child), writer);
  }

  private static FieldRepetitionType repetition(Node node) {
    return node.nullable() ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED;
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

  private static Field renamed(Field field, String name, Node node, List<Field> children) {
    FieldType type = new FieldType(node.nullable(), field.getType(), null, field.getMetadata());
    return new Field(name, type, children);
  }

  /**
   * @param elements its own in the file, and those below it
   * @param field as Arrow's readers are to see it again
   */
  record Planned(List<SchemaElement> elements, NodeWriter writer, Field field) {}

  /** {@code usual}: the options of such columns where they and their groups are not named. */
  record Leaf(LeafNodeWriter writer, SchemaElement element, ColumnOptions usual) {}

  /** A list or a map: an entry has as many entries below it as elements, or one that says none. */
  private static final class ListNodeWriter extends NodeWriter {
    private final NodeWriter element;
    private final Slots entries = new Slots();
    private ListRanges ranges;

    ListNodeWriter(Node node, NodeWriter element) {
      super(node);
      this.element = element;
    }

    @Override
    List<NodeWriter> parts() {
      return element.parts().stream()
          .<NodeWriter>map(part -> new ListNodeWriter(node, part))
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
      addEntries(slots, entries, node.nullable());
      element.write(entries);
    }

    @Override
    void addEntries(int row, int firstRepetition, Slots below) {
      ranges.seek(row);
      int start = ranges.start();
      int end = ranges.end();
      if (start == end) {
        below.addAbsent(node.definition(), firstRepetition);
        return;
      }
      below.addRun(start, end - start, firstRepetition, node.repetition() + 1);
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
    private RowMap indices;

    /**
     * @param values writes the dictionary's values; as nullable as the column
     * @param dictionary borrowed
     */
    DecodedWriter(Node node, NodeWriter values, FieldVector dictionary) {
      super(node);
      this.values = values;
      this.dictionary = dictionary;
    }

    @Override
    void start(FieldVector vector) {
      super.start(vector);
      BaseIntVector integers = (BaseIntVector) vector;
      indices = new RowMap.Indices(RowMap.IDENTITY, integers, dictionary.getValueCount());
      values.start(dictionary);
    }

    @Override
    void write(Slots slots) {
      addEntries(slots, entries, node.nullable());
      values.write(entries);
    }

    @Override
    void addEntries(int row, int firstRepetition, Slots below) {
      below.addAnywhere(indices.place(row), firstRepetition);
    }

    @Override
    void end() {
      super.end();
      indices = null;
      values.end();
    }
  }
}
