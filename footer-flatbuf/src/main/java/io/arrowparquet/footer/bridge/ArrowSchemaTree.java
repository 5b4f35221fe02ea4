// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.bridge.ArrowSchemaNode.Kind;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.flat.SchemaTree;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.EdgeInterpolationAlgorithm;
import io.arrowparquet.footer.model.LogicalType.GeographyType;
import io.arrowparquet.footer.model.LogicalType.GeometryType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * Schema elements, in depth-first order, to the tree of Arrow's vectors.
 *
 * <pre>
 *   group (LIST) { repeated group list { element } }        List of element
 *   group (LIST) { repeated element }                       legacy: List of element
 *   group (LIST) { repeated group array|x_tuple { y } }     legacy: List of Struct(y)
 *   group (LIST) { repeated group x { repeated y } }        legacy: List of Struct(List of y)
 *   group (MAP)  { repeated group key_value { key; value }} Map
 *   group (MAP)  { repeated group key_value { key }}        a set: List of key
 *   repeated x, outside of LIST and MAP                     List of x
 * </pre>
 */
final class ArrowSchemaTree {
  /** What a CRS begins with that the file's metadata has under a key, and one that is a number. */
  private static final String PROJJSON = "projjson:";

  private static final String SRID = "srid:";
  private static final String CRS84 = "OGC:CRS84";

  private final FlatFooter footer;

  private record Element(
      int number,
      String name,
      int column,
      FieldRepetitionType repetition,
      LogicalType logicalType,
      Map<String, String> metadata,
      SchemaElementView view,
      List<Element> children) {
    boolean isRepeated() {
      return repetition == FieldRepetitionType.REPEATED;
    }

    boolean isOptional() {
      return repetition == FieldRepetitionType.OPTIONAL;
    }

    boolean isLeaf() {
      return column >= 0;
    }

    boolean is(LogicalType.Kind kind) {
      return logicalType != null && logicalType.kind() == kind;
    }
  }

  /** Levels of a place: what has been passed on the way to it. */
  private record Levels(int definition, int repetition, int slot, int depth) {
    Levels optional() {
      return new Levels(definition + 1, repetition, slot, depth);
    }

    Levels repeated() {
      return new Levels(definition + 1, repetition + 1, definition + 1, depth);
    }

    Levels down() {
      SchemaTree.requireDepth(depth + 1);
      return new Levels(definition, repetition, slot, depth + 1);
    }
  }

  ArrowSchemaTree(FlatFooter footer) {
    this.footer = footer;
  }

  List<ArrowSchemaNode> read() {
    if (footer.elementCount() == 0) {
      return List.of();
    }
    Element root = readElement(0);
    Map<Integer, Element> elements = new HashMap<>();
    elements.put(0, root);
    for (int i = 1; i < footer.elementCount(); i++) {
      add(i, elements);
    }
    return children(root, new Levels(0, 0, 0, 0));
  }

  /** The nodes of some of the root's children: elements of these numbers. */
  List<ArrowSchemaNode> read(Iterable<Integer> rootChildren) {
    Element root = readElement(0);
    Map<Integer, Element> elements = new HashMap<>();
    for (int first : rootChildren) {
      elements.put(0, root);
      // Elements are in depth-first order: a child's descendants follow it.
      int i = first;
      do {
        add(i++, elements);
      } while (i < footer.elementCount() && footer.parentElement(i) > 0);
      elements.clear();
    }
    return children(root, new Levels(0, 0, 0, 0));
  }

  private void add(int number, Map<Integer, Element> elements) {
    Element element = readElement(number);
    Element parent = elements.get(footer.parentElement(number));
    if (parent == null) {
      throw new CorruptFooterException(
          "parent of schema element " + number,
          Integer.toString(footer.parentElement(number)),
          "an element on the way to the root");
    }
    elements.put(number, element);
    parent.children().add(element);
  }

  private Element readElement(int number) {
    SchemaElementView view = footer.schemaElement(number);
    int column = footer.elementColumn(number);
    if (column >= 0) {
      requireCertain(footer, column);
    }
    Map<String, String> metadata = new LinkedHashMap<>();
    if (view.hasFieldId()) {
      metadata.put(ArrowSchema.FIELD_ID, Integer.toString(view.fieldId()));
    }
    LogicalType annotation = ArrowSchemaType.annotation(view);
    if (column < 0 && annotation instanceof LogicalType.FileType) {
      metadata.put(ArrowSchema.ANNOTATION, LogicalType.Kind.FILE.name());
    }
    return new Element(
        number,
        view.name(),
        column,
        view.repetition(),
        annotation,
        metadata,
        view,
        new ArrayList<>());
  }

  /** Children with at least one column below them: others leave no trace in the file. */
  private List<ArrowSchemaNode> children(Element group, Levels levels) {
    List<ArrowSchemaNode> nodes = new ArrayList<>();
    for (Element child : group.children()) {
      ArrowSchemaNode node = field(child, levels.down());
      if (node != null) {
        nodes.add(node);
      }
    }
    return nodes;
  }

  private ArrowSchemaNode field(Element element, Levels levels) {
    if (element.isRepeated()) {
      ArrowSchemaNode item = value(element, element.name(), levels.repeated(), false);
      return item == null ? null : list(element, levels, false, item);
    }
    return value(
        element,
        element.name(),
        element.isOptional() ? levels.optional() : levels,
        element.isOptional());
  }

  /** The element itself, its repetition accounted for; null if no column is below it. */
  private ArrowSchemaNode value(Element element, String name, Levels levels, boolean nullable) {
    if (element.isLeaf()) {
      return leaf(element, name, levels, nullable);
    }
    if (element.children().size() == 1 && element.children().get(0).isRepeated()) {
      if (element.is(LogicalType.Kind.LIST)) {
        return annotatedList(element, name, levels, nullable);
      }
      if (element.is(LogicalType.Kind.MAP) && !element.children().get(0).isLeaf()) {
        return annotatedMap(element, name, levels, nullable);
      }
    }
    List<ArrowSchemaNode> children = children(element, levels);
    if (children.isEmpty()) {
      return null;
    }
    String extension = element.is(LogicalType.Kind.VARIANT) ? ArrowSchema.VARIANT_EXTENSION : null;
    FieldType type = type(element, ArrowType.Struct.INSTANCE, nullable, extension);
    return node(Kind.STRUCT, element, name, type, levels, children);
  }

  private ArrowSchemaNode leaf(Element element, String name, Levels levels, boolean nullable) {
    ArrowType type = ArrowSchemaType.of(element.view(), element.logicalType());
    boolean isUuid = element.is(LogicalType.Kind.UUID) && type instanceof ArrowType.FixedSizeBinary;
    // A Null vector is nullable by nature.
    boolean canBeNull = nullable || type instanceof ArrowType.Null;
    FieldType fieldType = type(element, type, canBeNull, isUuid ? "arrow.uuid" : null);
    if (type instanceof ArrowType.Binary && isGeospatial(element)) {
      Map<String, String> metadata = new LinkedHashMap<>(element.metadata());
      metadata.put(ExtensionType.EXTENSION_METADATA_KEY_NAME, ArrowSchema.WKB_EXTENSION);
      metadata.put(ExtensionType.EXTENSION_METADATA_KEY_METADATA, geoArrow(element.logicalType()));
      fieldType = new FieldType(canBeNull, type, null, metadata);
    }
    return node(Kind.LEAF, element, name, fieldType, levels, List.of());
  }

  private static boolean isGeospatial(Element element) {
    return element.is(LogicalType.Kind.GEOMETRY) || element.is(LogicalType.Kind.GEOGRAPHY);
  }

  /** GeoArrow's metadata: the CRS, and how edges run if they are not straight. */
  private String geoArrow(LogicalType annotation) {
    String crs =
        annotation instanceof GeometryType geometry
            ? geometry.crs()
            : ((GeographyType) annotation).crs();
    String edges = "";
    if (annotation instanceof GeographyType geography) {
      boolean isSpherical = geography.algorithmNumber() == null;
      EdgeInterpolationAlgorithm algorithm =
          isSpherical ? EdgeInterpolationAlgorithm.SPHERICAL : geography.algorithm();
      edges = algorithm == null ? "" : ",\"edges\":\"" + lowerCase(algorithm) + "\"";
    }
    String projJson =
        crs != null && crs.startsWith(PROJJSON) ? value(crs.substring(PROJJSON.length())) : null;
    if (projJson != null) {
      return "{\"crs\":" + projJson + ",\"crs_type\":\"projjson\"" + edges + "}";
    }
    if (crs != null && crs.startsWith(SRID)) {
      String number = quoted(crs.substring(SRID.length()));
      return "{\"crs\":" + number + ",\"crs_type\":\"srid\"" + edges + "}";
    }
    boolean isDefault = crs == null || crs.isEmpty();
    String type = isDefault ? ",\"crs_type\":\"authority_code\"" : "";
    return "{\"crs\":" + quoted(isDefault ? CRS84 : crs) + type + edges + "}";
  }

  private static String lowerCase(EdgeInterpolationAlgorithm algorithm) {
    return algorithm.name().toLowerCase(Locale.ROOT);
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isPlain = c >= ' ' && c != '"' && c != '\\';
      json.append(isPlain ? String.valueOf(c) : String.format(Locale.ROOT, "\\u%04x", (int) c));
    }
    return json.append('"').toString();
  }

  /** What the file's metadata has under a key; null if there is none. */
  private String value(String key) {
    for (int i = 0; i < footer.keyValueCount(); i++) {
      if (key.equals(footer.key(i))) {
        return footer.value(i);
      }
    }
    return null;
  }

  private ArrowSchemaNode annotatedList(
      Element list, String name, Levels levels, boolean nullable) {
    Element repeated = list.children().get(0);
    Levels inner = levels.down().repeated();
    ArrowSchemaNode item;
    if (isElementItself(list, repeated)) {
      item = value(repeated, repeated.name(), inner, false);
    } else {
      item = field(repeated.children().get(0), inner.down());
    }
    return item == null ? null : list(list, name, levels, nullable, item);
  }

  /** Whether the repeated child is the element, as in legacy layouts, and not a wrapper of it. */
  private static boolean isElementItself(Element list, Element repeated) {
    return repeated.isLeaf()
        || repeated.children().size() != 1
        || repeated.children().get(0).isRepeated()
        || repeated.name().equals("array")
        || repeated.name().equals(list.name() + "_tuple");
  }

  private ArrowSchemaNode annotatedMap(Element map, String name, Levels levels, boolean nullable) {
    Element entries = map.children().get(0);
    Levels inner = levels.down().repeated();
    if (entries.children().size() == 1) {
      ArrowSchemaNode key = field(entries.children().get(0), inner.down());
      return key == null ? null : list(map, name, levels, nullable, key);
    }
    List<ArrowSchemaNode> pair = children(entries, inner);
    if (pair.size() != 2) {
      ArrowSchemaNode item = value(entries, entries.name(), inner, false);
      return item == null ? null : list(map, name, levels, nullable, item);
    }
    List<ArrowSchemaNode> named =
        List.of(
            renamed(pair.get(0), MapVector.KEY_NAME, false),
            renamed(pair.get(1), MapVector.VALUE_NAME, pair.get(1).field().isNullable()));
    ArrowSchemaNode struct =
        node(
            Kind.STRUCT,
            entries,
            MapVector.DATA_VECTOR_NAME,
            type(entries, ArrowType.Struct.INSTANCE, false, null),
            inner,
            named);
    FieldType type = type(map, new ArrowType.Map(false), nullable, null);
    return node(Kind.MAP, map, name, type, levels, List.of(struct));
  }

  private static ArrowSchemaNode renamed(ArrowSchemaNode node, String name, boolean nullable) {
    Field field = node.field();
    FieldType type = new FieldType(nullable, field.getType(), null, field.getMetadata());
    return node.with(new Field(name, type, field.getChildren()), node.children());
  }

  private static ArrowSchemaNode list(
      Element element, Levels levels, boolean nullable, ArrowSchemaNode item) {
    return list(element, element.name(), levels, nullable, item);
  }

  private static ArrowSchemaNode list(
      Element element, String name, Levels levels, boolean nullable, ArrowSchemaNode item) {
    FieldType type = type(element, ArrowType.List.INSTANCE, nullable, null);
    return node(Kind.LIST, element, name, type, levels, List.of(item));
  }

  /** A repeated element is a list and its items: the extension, if any, is that of the items. */
  private static FieldType type(
      Element element, ArrowType type, boolean nullable, String extension) {
    Map<String, String> metadata = new LinkedHashMap<>(element.metadata());
    if (extension != null) {
      metadata.put(ExtensionType.EXTENSION_METADATA_KEY_NAME, extension);
      metadata.put(ExtensionType.EXTENSION_METADATA_KEY_METADATA, "");
    }
    return new FieldType(nullable, type, null, metadata);
  }

  private static ArrowSchemaNode node(
      Kind kind,
      Element element,
      String name,
      FieldType type,
      Levels levels,
      List<ArrowSchemaNode> children) {
    return new ArrowSchemaNode(
        kind,
        new Field(name, type, ArrowSchemaNode.fields(children)),
        element.number(),
        kind == Kind.LEAF ? element.column() : -1,
        levels.definition(),
        levels.repetition(),
        levels.slot(),
        children);
  }

  /** Finds the root's children that paths lead into, columns first: those are looked up. */
  static final class RootChildren {
    private RootChildren() {}

    static SortedSet<Integer> of(FlatFooter footer, Collection<String> dottedPaths) {
      SortedSet<Integer> children = new TreeSet<>();
      List<String> groups = new ArrayList<>();
      for (String path : dottedPaths) {
        List<Integer> columns = footer.findColumns(path);
        if (columns.isEmpty()) {
          groups.add(path);
        }
        columns.forEach(column -> children.add(rootChild(footer, column)));
      }
      if (!groups.isEmpty()) {
        addByName(footer, groups, children);
      }
      return children;
    }

    private static int rootChild(FlatFooter footer, int column) {
      int element = footer.columnElement(column);
      int parent = footer.parentElement(element);
      for (int depth = 1; parent > 0; depth++) {
        SchemaTree.requireDepth(depth);
        element = parent;
        parent = footer.parentElement(element);
      }
      return element;
    }

    private static void addByName(
        FlatFooter footer, List<String> paths, SortedSet<Integer> children) {
      SchemaElementView view = new SchemaElementView();
      for (int element = 1; element < footer.elementCount(); element++) {
        if (footer.parentElement(element) == 0) {
          String name = footer.schemaElement(element, view).name();
          if (paths.stream().anyMatch(path -> path.equals(name) || path.startsWith(name + "."))) {
            children.add(element);
          }
        }
      }
    }
  }

  /**
   * A guess of a type would give other values than the file has.
   *
   * @throws UnsupportedOperationException if the footer leaves it open
   */
  static void requireCertain(FlatFooter footer, int column) {
    if (footer.isTypeDoubtful(column)) {
      throw new UnsupportedOperationException(
          "column "
              + footer.columnPath(column)
              + ": the FlatBuffers footer of another writer does not say whether its timestamps are"
              + " in UTC, or its values intervals; FooterReader.withCertainTypes uses the Thrift"
              + " footer then");
    }
  }
}
