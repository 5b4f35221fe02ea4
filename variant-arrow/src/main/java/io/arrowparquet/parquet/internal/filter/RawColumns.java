// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.bridge.ArrowSchemaNode.Kind;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.statistics.NearPaths;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.encoding.DictionaryIndices;
import io.arrowparquet.parquet.internal.encoding.FixedConversion;
import io.arrowparquet.parquet.internal.filter.NodePath.VectorLocation;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.value.VariantPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * What has to be decoded for some options: first the columns asked for, then Variant columns pruned
 * down to the paths asked for, last what only the filter looks at.
 */
public final class RawColumns {
  private static final int MOST_BYTES = Integer.MAX_VALUE / Byte.SIZE;

  /** Of decimals, which have 32 bytes in vectors; many are converted at a time. */
  private static final int MOST_DECIMAL_BYTES = 1024;

  private final FlatFooter footer;
  private final List<ArrowSchemaNode> schema;
  private final List<ArrowSchemaNode> schemaWithVariants;
  private final List<ArrowSchemaNode> nodes;
  private final int outputs;
  private final int kept;
  private final Set<Integer> nameless = new HashSet<>();
  private final Map<Operand, VectorLocation> locations = new LinkedHashMap<>();
  private final Map<Operand, NodePath> paths = new LinkedHashMap<>();

  /** Refuses columns that do not exist or are not what they are used as. */
  public RawColumns(FlatFooter footer, ParquetReadOptions options, Set<Operand> operands) {
    this.footer = footer;
    Set<String> variants = new LinkedHashSet<>(options.variantColumns());
    options.variantPaths().forEach(projection -> variants.add(projection.column()));
    Set<VariantProjection> filtered = new LinkedHashSet<>();
    for (Operand operand : operands) {
      if (operand instanceof VariantProjection projection) {
        variants.add(projection.column());
        filtered.add(projection);
      }
    }
    this.schema = new LeafTypes(footer, options, variants).of(schema(options, operands, variants));
    this.schemaWithVariants = VariantColumns.apply(footer, schema, variants);
    this.nodes =
        new ArrayList<>(
            VariantColumns.applyWherePresent(
                footer, ColumnProjection.apply(footer, schema, options.columns()), variants));
    this.outputs = nodes.size();
    addVariants(new LinkedHashSet<>(options.variantPaths()));
    this.kept = nodes.size();
    filtered.removeAll(locations.keySet());
    addVariants(filtered);
    Map<Operand, NodePath> groups = new LinkedHashMap<>();
    for (Operand operand : operands) {
      if (operand instanceof Operand.Column column) {
        addColumn(column, groups);
      }
    }
    groups.forEach(this::addGroup);
    requireVectors(nodes, false);
  }

  /**
   * Has columns that the options ask for as indices decoded to these, where only their values are
   * asked for: nothing is made of them, and no filter looks at them.
   */
  public Map<String, DictionaryIndices> decodeIndices(ParquetReadOptions options) {
    Map<String, DictionaryIndices> indices = new HashMap<>();
    if (options.types().dictionaries().isEmpty()) {
      return indices;
    }
    Set<String> others = new HashSet<>(RowColumnPlaces.sources(options));
    options.rowColumns().forEach(column -> others.add(column.field().getName()));
    options.variantPaths().forEach(path -> others.add(path.target().getName()));
    locations.values().forEach(used -> others.add(nodes.get(used.root()).field().getName()));
    Set<String> met = new HashSet<>();
    for (ArrowSchemaNode node : nodes.subList(0, outputs)) {
      if (!met.add(node.field().getName())) {
        others.add(node.field().getName());
      }
    }
    nodes.replaceAll(
        node -> {
          String name = node.field().getName();
          ArrowType type = node.field().getType();
          if (others.contains(name)
              || !options.types().dictionaries().contains(name)
              || !(type instanceof ArrowType.Utf8 || type instanceof ArrowType.Binary)) {
            return node;
          }
          indices.put(name, new DictionaryIndices(options.batchBytes()));
          return node.with(DictionaryIndices.field(node.field()), List.of());
        });
    return indices;
  }

  /**
   * Vectors and pages could not count values of no bytes. Arrow counts the bits of longer ones in
   * an int. A struct has one field of a name: Arrow's would keep the last.
   */
  private void requireVectors(List<ArrowSchemaNode> some, boolean ofStruct) {
    Set<String> names = ofStruct ? new HashSet<>() : Set.of();
    for (ArrowSchemaNode node : some) {
      if (ofStruct && !names.add(node.field().getName())) {
        throw new UnsupportedColumnException(
            footer.elementPath(node.element()), "two fields of this name", "one in a struct");
      }
      requireVectors(node.children(), node.kind() == ArrowSchemaNode.Kind.STRUCT);
      SchemaElementView element = footer.schemaElement(node.element());
      int length = element.typeLength();
      boolean isDecimal = node.field().getType() instanceof ArrowType.Decimal;
      int most = isDecimal ? MOST_DECIMAL_BYTES : MOST_BYTES;
      if (element.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY && (length < 1 || length > most)) {
        throw new UnsupportedColumnException(
            footer.columnPath(node.column()),
            PhysicalType.FIXED_LEN_BYTE_ARRAY + " of " + length + " bytes",
            "values of 1 to " + most + " bytes");
      }
    }
  }

  private List<ArrowSchemaNode> schema(
      ParquetReadOptions options, Set<Operand> operands, Set<String> variants) {
    if (options.columns() == null) {
      return ArrowSchema.nodes(footer);
    }
    Set<String> dotted = new LinkedHashSet<>(options.columns());
    for (Operand operand : operands) {
      if (operand instanceof Operand.Column column) {
        dotted.add(column.path());
      }
    }
    Set<String> wanted = new LinkedHashSet<>(dotted);
    wanted.addAll(variants);
    footer.fetch(wanted);
    for (String variant : variants) {
      // Named by a column of theirs they are looked up and not searched for.
      String metadata = variant + "." + ShreddedLayout.METADATA;
      dotted.add(footer.findColumn(metadata) < 0 ? variant : metadata);
    }
    return ArrowSchema.nodes(footer, dotted);
  }

  private void addVariants(Set<VariantProjection> projections) {
    Map<String, List<VariantProjection>> byColumn = new LinkedHashMap<>();
    for (VariantProjection projection : projections) {
      byColumn.computeIfAbsent(projection.column(), c -> new ArrayList<>()).add(projection);
    }
    byColumn.forEach(
        (column, group) -> {
          NodePath whole = NodePath.find(nodes.subList(0, outputs), column);
          boolean there = whole != null && !whole.hidesNulls();
          NodePath path = there ? whole : NodePath.find(schemaWithVariants, column);
          if (path == null) {
            throw new InvalidRequestException(
                column, "a repeated column", "a Variant column with one value per row");
          }
          VectorLocation location =
              there ? path.location() : path.locationAlone(addPruned(path, group));
          for (VariantProjection projection : group) {
            locations.put(projection, location);
            paths.put(projection, path);
          }
        });
  }

  /** Of a column that is not shredded, filters need what paths asked for do. */
  private int addPruned(NodePath path, List<VariantProjection> projections) {
    List<List<VariantPath.Step>> steps =
        projections.stream().map(projection -> projection.path().steps()).toList();
    ArrowSchemaNode pruned = path.alone(VariantPruning.prune(path.column(), steps));
    boolean isNameless =
        projections.stream().allMatch(one -> VariantPruning.isNameless(path.column(), one));
    int same = nodes.subList(outputs, nodes.size()).indexOf(pruned);
    int number = same < 0 ? nodes.size() : outputs + same;
    if (same < 0) {
      nodes.add(pruned);
    }
    if (isNameless && same < 0) {
      nameless.add(number);
    } else if (!isNameless) {
      nameless.remove(number);
    }
    return number;
  }

  private void addColumn(Operand.Column operand, Map<Operand, NodePath> groups) {
    int columns = footer.findColumns(operand.path()).size();
    if (columns > 1) {
      throw new InvalidRequestException(
          operand.path(), columns + " columns of this path", "one: names with dots are ambiguous");
    }
    NodePath path = NodePath.find(nodes.subList(0, outputs), operand.path());
    if (path != null) {
      locations.put(operand, path.location());
      paths.put(operand, path);
      return;
    }
    path = NodePath.find(schema, operand.path());
    if (path == null) {
      throw new InvalidRequestException(
          operand.path(),
          columns == 1 ? "a repeated column" : "no such column",
          "a column of the file with one value per row"
              + (columns == 1 ? "" : NearPaths.hint(footer, operand.path())));
    }
    paths.put(operand, path);
    if (path.column().kind() == Kind.STRUCT) {
      groups.put(operand, path);
    } else {
      addNode(operand, path);
    }
  }

  private void addNode(Operand operand, NodePath path) {
    locations.put(operand, path.locationAlone(nodes.size()));
    nodes.add(path.alone(NodePath.toFirstLeaf(path.column())));
  }

  /** Any column below a group says where it is null: one that is read besides, if there is one. */
  private void addGroup(Operand operand, NodePath path) {
    String name = ((Operand.Column) operand).path();
    for (int node = outputs; node < nodes.size(); node++) {
      NodePath read = NodePath.find(nodes.subList(node, node + 1), name);
      if (read != null && read.column().element() == path.column().element()) {
        locations.put(operand, new VectorLocation(node, read.location().children()));
        return;
      }
    }
    addNode(operand, path);
  }

  public List<ArrowSchemaNode> nodes() {
    return List.copyOf(nodes);
  }

  /** Whether nothing is read of a Variant column that has names, as far as it is shredded. */
  public boolean isNameless(int node) {
    return nameless.contains(node);
  }

  public int outputs() {
    return outputs;
  }

  public int kept() {
    return kept;
  }

  public VectorLocation location(Operand operand) {
    return locations.get(operand);
  }

  public NodePath path(Operand operand) {
    return paths.get(operand);
  }

  /** Null for none. */
  LogicalType annotation(ArrowSchemaNode node) {
    return ArrowSchema.annotation(footer.schemaElement(node.element()));
  }

  public List<ArrowSchemaNode> leaves() {
    return ArrowSchemaNode.leaves(nodes).toList();
  }

  public List<Integer> leafColumns() {
    return leaves().stream().map(ArrowSchemaNode::column).toList();
  }

  /** The types that options ask for, of leaves outside of Variants. */
  private record LeafTypes(FlatFooter footer, ParquetReadOptions options, Set<String> variants) {
    List<ArrowSchemaNode> of(List<ArrowSchemaNode> nodes) {
      boolean isChanged =
          options.types().binaryAsText()
              || options.types().intervals()
              || options.int96Unit() != null
              || options.int96Instants();
      return isChanged ? all(nodes) : nodes;
    }

    private List<ArrowSchemaNode> all(List<ArrowSchemaNode> nodes) {
      return nodes.stream().map(this::one).toList();
    }

    private ArrowSchemaNode one(ArrowSchemaNode node) {
      if (node.kind() != Kind.LEAF) {
        List<ArrowSchemaNode> children = isVariant(node) ? node.children() : all(node.children());
        return children.equals(node.children()) ? node : NodePath.withChildren(node, children);
      }
      Field field = node.field();
      ArrowType type = type(footer.schemaElement(node.element()), field.getType());
      FieldType fieldType = new FieldType(field.isNullable(), type, null, field.getMetadata());
      return type == field.getType()
          ? node
          : node.with(new Field(field.getName(), fieldType, null), List.of());
    }

    private ArrowType int96(ArrowType.Timestamp type) {
      String zone = type.getTimezone();
      return new ArrowType.Timestamp(
          options.int96Unit() == null ? type.getUnit() : options.int96Unit(),
          zone == null && options.int96Instants() ? "UTC" : zone);
    }

    private ArrowType type(SchemaElementView element, ArrowType type) {
      if (element.type() == PhysicalType.INT96) {
        return type instanceof ArrowType.Timestamp timestamp ? int96(timestamp) : type;
      }
      LogicalType annotation = ArrowSchema.annotation(element);
      boolean isInterval =
          type instanceof ArrowType.FixedSizeBinary
              && annotation == null
              && element.typeLength() == FixedConversion.INTERVAL_BYTES
              && element.convertedType() == ConvertedType.INTERVAL;
      if (isInterval && options.types().intervals()) {
        return new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO);
      }
      if (!options.types().binaryAsText()
          || !(annotation == null || annotation.kind() == LogicalType.Kind.ENUM)) {
        return type;
      }
      return type instanceof ArrowType.Binary
          ? ArrowType.Utf8.INSTANCE
          : type instanceof ArrowType.LargeBinary ? ArrowType.LargeUtf8.INSTANCE : type;
    }

    private boolean isVariant(ArrowSchemaNode node) {
      String extension =
          node.field().getMetadata().get(ArrowType.ExtensionType.EXTENSION_METADATA_KEY_NAME);
      return ArrowSchema.VARIANT_EXTENSION.equals(extension)
          || variants.contains(footer.elementPath(node.element()));
    }
  }

  public static final class ColumnProjection {
    private final FlatFooter footer;
    private final List<String> paths;

    /** Those of columns: groups of the same path are not meant. */
    private final Set<String> columns = new HashSet<>();

    private final Set<String> met = new HashSet<>();

    private ColumnProjection(FlatFooter footer, List<String> paths) {
      this.footer = footer;
      this.paths = paths;
      for (String path : paths) {
        if (footer.findColumn(path) >= 0) {
          columns.add(path);
        }
      }
    }

    /**
     * The nodes with a chosen column or group in or below them; all for null. Each path has to meet
     * one.
     */
    public static List<ArrowSchemaNode> apply(
        FlatFooter footer, List<ArrowSchemaNode> nodes, List<String> paths) {
      if (paths == null) {
        return nodes;
      }
      ColumnProjection projection = new ColumnProjection(footer, paths);
      List<ArrowSchemaNode> chosen = projection.choose(nodes);
      for (String path : paths) {
        if (!projection.met.contains(path)) {
          throw new InvalidRequestException(
              path, "no such column", "a column of the file" + NearPaths.hint(footer, path));
        }
      }
      return chosen;
    }

    private List<ArrowSchemaNode> choose(List<ArrowSchemaNode> nodes) {
      List<ArrowSchemaNode> chosen = new ArrayList<>();
      for (ArrowSchemaNode node : nodes) {
        ArrowSchemaNode projected = choose(node);
        if (projected != null) {
          chosen.add(projected);
        }
      }
      return chosen;
    }

    private ArrowSchemaNode choose(ArrowSchemaNode node) {
      if (node.kind() == ArrowSchemaNode.Kind.LEAF) {
        return isChosen(node.column()) ? node : null;
      }
      if (isWhole(node)) {
        return node;
      }
      List<ArrowSchemaNode> children = choose(node.children());
      if (children.isEmpty()) {
        return null;
      }
      if (children.equals(node.children()) || node.kind() == ArrowSchemaNode.Kind.MAP) {
        // A map without its keys or values would be none.
        return node;
      }
      return NodePath.withChildren(node, children);
    }

    /** Whether a group of the root is chosen, and no other path is to be met in it. */
    private boolean isWhole(ArrowSchemaNode node) {
      String name = node.field().getName();
      boolean isGroup =
          footer.parentElement(node.element()) == 0
              && paths.contains(name)
              && !columns.contains(name)
              && paths.stream().noneMatch(path -> path.startsWith(name + "."));
      if (isGroup) {
        met.add(name);
      }
      return isGroup;
    }

    private boolean isChosen(int column) {
      String name = footer.columnPath(column);
      boolean chosen = false;
      for (String path : paths) {
        if (columns.contains(path) ? name.equals(path) : isBelow(column, name, path)) {
          met.add(path);
          chosen = true;
        }
      }
      return chosen;
    }

    /** Whether a group has this path: the dot after it may be one in a name. */
    private boolean isBelow(int column, String name, String group) {
      if (!name.startsWith(group + ".")) {
        return false;
      }
      int element = footer.parentElement(footer.columnElement(column));
      while (element != 0 && !footer.elementPath(element).equals(group)) {
        element = footer.parentElement(element);
      }
      return element != 0;
    }
  }
}
