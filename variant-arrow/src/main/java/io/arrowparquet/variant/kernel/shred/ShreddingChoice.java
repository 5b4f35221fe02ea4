// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.shred.InferredShredding.Decision;
import io.arrowparquet.variant.value.VariantPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * Decides what one position, and those below it, are shredded as.
 *
 * <p>First each position is decided on its own, from the top; then the columns beyond the greatest
 * number are taken back; then the objects and arrays that are left without a column.
 */
final class ShreddingChoice {
  private static final String ELEMENT = "element";

  private final InferShreddingOptions options;
  private final PathCounts counts;
  private final String path;
  private final String name;
  private final int depth;

  /** What one value here is worth in rows, divided by the number of rows. */
  private final double weight;

  private final TypeChoice typeClass;
  private final List<ShreddingChoice> below = new ArrayList<>();
  private Decision decision;

  private ShreddingChoice(
      InferShreddingOptions options,
      PathCounts counts,
      String path,
      String name,
      int depth,
      double weight) {
    this.options = options;
    this.counts = counts;
    this.path = path;
    this.name = name;
    this.depth = depth;
    this.weight = weight;
    this.typeClass = TypeChoice.mostFrequent(counts, options.widenNumbers());
  }

  static ShreddingChoice of(PathCounts counts, InferShreddingOptions options) {
    long rows = counts.count();
    double weight = rows == 0 ? 0 : 1.0 / rows;
    ShreddingChoice root = new ShreddingChoice(options, counts, "$", "$", 0, weight);
    root.decide(true);
    root.dropColumns();
    root.dropEmpty();
    return root;
  }

  private double share() {
    return weight * typeClass.count();
  }

  private void decide(boolean aboveIsShredded) {
    decision = aboveIsShredded ? alone() : Decision.NOTHING_ABOVE;
    boolean fields = decision == Decision.SHREDDED && is(VariantTypeIds.OBJECT);
    boolean elements = decision == Decision.SHREDDED && is(VariantTypeIds.ARRAY);
    counts
        .fields()
        .forEach(
            (field, seen) -> {
              String fieldPath = path + VariantPath.Step.field(field);
              add(new ShreddingChoice(options, seen, fieldPath, field, depth + 1, weight), fields);
            });
    PathCounts seen = counts.element();
    if (seen != null) {
      double each = weight * counts.count(VariantTypeIds.ARRAY) / seen.count();
      add(new ShreddingChoice(options, seen, path + "[*]", ELEMENT, depth + 1, each), elements);
    }
  }

  private void add(ShreddingChoice child, boolean shredded) {
    below.add(child);
    child.decide(shredded);
  }

  private Decision alone() {
    if (typeClass.count() == 0) {
      return counts.count() == counts.count(VariantTypeIds.NULL)
          ? Decision.ONLY_NULLS
          : Decision.NO_TYPE;
    }
    if (share() < options.minShare()) {
      return Decision.TOO_RARE;
    }
    return isContainer() && depth == options.maxDepth() ? Decision.TOO_DEEP : Decision.SHREDDED;
  }

  private boolean is(int typeId) {
    return typeClass.typeId() == typeId;
  }

  private boolean isContainer() {
    return is(VariantTypeIds.OBJECT) || is(VariantTypeIds.ARRAY);
  }

  private void dropColumns() {
    List<ShreddingChoice> columns = new ArrayList<>();
    addColumns(columns);
    // The sort is stable: of equal shares those stay that come first in the order of the paths.
    columns.sort(Comparator.comparingDouble(ShreddingChoice::share).reversed());
    for (int i = options.maxColumns(); i < columns.size(); i++) {
      columns.get(i).decision = Decision.TOO_MANY_COLUMNS;
    }
  }

  private void addColumns(List<ShreddingChoice> columns) {
    if (decision == Decision.SHREDDED && !isContainer()) {
      columns.add(this);
    }
    below.forEach(child -> child.addColumns(columns));
  }

  private void dropEmpty() {
    below.forEach(ShreddingChoice::dropEmpty);
    boolean empty = below.stream().noneMatch(child -> child.decision == Decision.SHREDDED);
    if (decision == Decision.SHREDDED && isContainer() && empty) {
      decision = Decision.NOTHING_BELOW;
    }
  }

  /** The schema as {@link VariantShred} takes it; a Null where nothing is shredded. */
  Field schema() {
    if (decision != Decision.SHREDDED) {
      return Field.nullable(name, ArrowType.Null.INSTANCE);
    }
    if (!isContainer()) {
      return typeClass.primitive().field(name);
    }
    List<Field> children =
        below.stream()
            .filter(child -> child.decision == Decision.SHREDDED)
            .map(ShreddingChoice::schema)
            .toList();
    return new Field(name, FieldType.nullable(type()), children);
  }

  private ArrowType type() {
    if (decision != Decision.SHREDDED) {
      return null;
    }
    if (is(VariantTypeIds.OBJECT)) {
      return ArrowType.Struct.INSTANCE;
    }
    return is(VariantTypeIds.ARRAY) ? ArrowType.List.INSTANCE : typeClass.primitive().arrowType();
  }

  List<InferredShredding.Path> paths() {
    List<InferredShredding.Path> paths = new ArrayList<>();
    addPaths(paths);
    return paths;
  }

  private void addPaths(List<InferredShredding.Path> paths) {
    Map<String, Long> types = new LinkedHashMap<>();
    counts.types().forEach((key, count) -> types.put(TypeChoice.name(key), count));
    boolean widened = decision == Decision.SHREDDED && typeClass.widened();
    InferredShredding.Column column = new InferredShredding.Column(type(), share(), widened);
    paths.add(new InferredShredding.Path(path, types, decision, column));
    below.forEach(child -> child.addPaths(paths));
  }

  /**
   * A type that a position could be shredded as, and how many of its values have it.
   *
   * @param primitive the type; of objects and arrays only the type id means anything
   * @param widened whether some of those values are of a narrower type
   */
  private record TypeChoice(long count, VariantPrimitive primitive, boolean widened) {
    private static final TypeChoice NONE =
        new TypeChoice(0, VariantPrimitive.of(VariantTypeIds.NULL), false);

    int typeId() {
      return primitive.typeId();
    }

    private TypeChoice plus(TypeChoice other) {
      boolean wider = other.typeId() > typeId();
      return new TypeChoice(count + other.count, wider ? other.primitive : primitive, true);
    }

    /** Of equally frequent types that of the smallest id. */
    static TypeChoice mostFrequent(PathCounts counts, boolean widen) {
      Map<Integer, TypeChoice> choices = new TreeMap<>();
      counts
          .types()
          .forEach(
              (key, count) -> {
                VariantPrimitive primitive = primitive(key, widen);
                if (primitive != null) {
                  TypeChoice choice = new TypeChoice(count, primitive, false);
                  choices.merge(widen ? widest(key) : key, choice, TypeChoice::plus);
                }
              });
      TypeChoice best = NONE;
      for (TypeChoice choice : choices.values()) {
        best = choice.count() > best.count() ? choice : best;
      }
      return best;
    }

    private static int widest(int key) {
      return PathCounts.key(VariantTypeIds.widest(PathCounts.typeId(key)), PathCounts.scale(key));
    }

    private static VariantPrimitive primitive(int key, boolean widen) {
      int typeId = PathCounts.typeId(key);
      if (!VariantTypeIds.isDecimal(typeId)) {
        return typeId == VariantTypeIds.NULL ? null : VariantPrimitive.of(typeId);
      }
      int scale = PathCounts.scale(key);
      int digits = PrimitiveType.of(typeId).digits();
      if (scale <= digits) {
        return VariantPrimitive.ofDecimal(digits, scale);
      }
      // A column's scale is never greater than its precision: only a wider one can have this scale.
      return widen
          ? VariantPrimitive.ofDecimal(PrimitiveType.ofDecimal(scale).digits(), scale)
          : null;
    }

    static String name(int key) {
      int typeId = PathCounts.typeId(key);
      if (VariantTypeIds.isDecimal(typeId)) {
        return VariantTypeIds.name(typeId) + "(" + PathCounts.scale(key) + ")";
      }
      return typeId == VariantTypeIds.TRUE ? "boolean" : VariantTypeIds.name(typeId);
    }
  }
}
