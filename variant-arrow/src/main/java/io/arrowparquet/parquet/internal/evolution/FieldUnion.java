// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * The smallest field that the values of several files' fields fit into, without loss.
 *
 * <p>Fields meet by name; the first file's come first, in its order, and its metadata stays. What
 * one file lacks is nullable. Of two types it is the one that all values of the other fit ({@link
 * Conversion#WIDEN}), of two units of times the finer ({@link Conversion#RESCALE}: values that it
 * cannot hold are errors when read), of large and other strings, binaries and lists the large one,
 * of nulls and another type the other. Instants of one unit are one type for every name of UTC, and
 * have the first one's. Variants keep their shredding where all files agree on it and are
 * unshredded otherwise.
 */
@SuppressWarnings("ReferenceEquality")
public final class FieldUnion {
  private FieldUnion() {}

  /**
   * The fields of both, each once.
   *
   * @throws UnsupportedColumnException if the types of two do not go together
   */
  public static List<Field> merge(List<Field> left, List<Field> right) {
    return merge(new ArrayDeque<>(), left, right);
  }

  /** The fields of the second with the names that the first has for them in another case. */
  public static List<Field> inCaseOf(List<Field> first, List<Field> second) {
    Map<String, Field> known = byKey(first);
    byKey(second);
    return second.stream().map(f -> inCaseOf(known.get(ExactNames.key(f.getName())), f)).toList();
  }

  private static Map<String, Field> byKey(List<Field> fields) {
    Map<String, Field> known = new HashMap<>();
    for (Field field : fields) {
      Field other = known.put(ExactNames.key(field.getName()), field);
      if (other != null) {
        throw ExactNames.collision(field.getName(), other.getName(), field.getName());
      }
    }
    return known;
  }

  private static Field inCaseOf(Field first, Field second) {
    if (first == null || !first.getType().getTypeID().equals(second.getType().getTypeID())) {
      return first == null
          ? second
          : new Field(first.getName(), second.getFieldType(), second.getChildren());
    }
    List<Field> children = new ArrayList<>();
    boolean named = second.getType() instanceof ArrowType.Struct;
    for (int i = 0; !named && i < second.getChildren().size(); i++) {
      children.add(inCaseOf(first.getChildren().get(i), second.getChildren().get(i)));
    }
    return new Field(
        first.getName(),
        second.getFieldType(),
        named ? inCaseOf(first.getChildren(), second.getChildren()) : children);
  }

  private static List<Field> merge(Deque<String> parents, List<Field> left, List<Field> right) {
    Map<String, Field> rest = new LinkedHashMap<>();
    right.forEach(field -> rest.put(field.getName(), field));
    List<Field> merged = new ArrayList<>();
    for (Field field : left) {
      Field other = rest.remove(field.getName());
      merged.add(other == null ? nullable(field) : merge(parents, field, other));
    }
    rest.values().forEach(field -> merged.add(nullable(field)));
    return merged;
  }

  /** The dotted path of a child; that of a list made by Arrow's vector is its element here too. */
  public static String path(String parent, String name) {
    String shown = name.equals(ListVector.DATA_VECTOR_NAME) ? "element" : name;
    return parent.isEmpty() ? shown : parent + "." + shown;
  }

  /** Refuses a name that two fields have, of which one is not among the first. */
  public static void requireDistinct(List<Field> fields, int first) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < fields.size(); i++) {
      String name = fields.get(i).getName();
      if (!names.add(name) && i >= first) {
        throw new InvalidRequestException(name, "two columns of this name", "one");
      }
    }
  }

  /** Whether a Variant's storage is metadata and value alone, as they are when put together. */
  public static boolean isUnshredded(Field variant) {
    return sameChildren(
        variant, new Field(variant.getName(), variant.getFieldType(), ShreddedLayout.UNSHREDDED));
  }

  /** Whether one's vector can become the other's: types and names of struct children are equal. */
  public static boolean sameVectors(Field left, Field right) {
    return left.getType().equals(right.getType()) && sameChildren(left, right);
  }

  private static boolean sameChildren(Field left, Field right) {
    List<Field> children = left.getChildren();
    List<Field> others = right.getChildren();
    if (children.size() != others.size()) {
      return false;
    }
    boolean named =
        left.getType() instanceof ArrowType.Struct || left.getType() instanceof ParquetVariantType;
    for (int i = 0; i < children.size(); i++) {
      if ((named && !children.get(i).getName().equals(others.get(i).getName()))
          || !sameVectors(children.get(i), others.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static Field merge(Deque<String> parents, Field left, Field right) {
    boolean nullable = left.isNullable() || right.isNullable();
    if (left.getType() instanceof ArrowType.Null) {
      return nullable(right);
    }
    if (right.getType() instanceof ArrowType.Null) {
      return nullable(left);
    }
    if (left.getType() instanceof ParquetVariantType
        && right.getType() instanceof ParquetVariantType) {
      List<Field> storage =
          sameVectors(left, right) ? left.getChildren() : ShreddedLayout.UNSHREDDED;
      return with(left, nullable, left.getType(), storage);
    }
    ArrowType type = wider(left.getType(), right.getType());
    if (type == null) {
      parents.addLast(left.getName());
      throw new UnsupportedColumnException(
          parents.stream().reduce("", FieldUnion::path),
          ArrowTypeText.of(right),
          "a type that goes with " + ArrowTypeText.of(left));
    }
    parents.addLast(left.getName());
    List<Field> children =
        type instanceof ArrowType.Struct
            ? merge(parents, left.getChildren(), right.getChildren())
            : mergeInOrder(parents, left, right);
    parents.removeLast();
    return with(left, nullable, type, children);
  }

  /**
   * The children of lists and maps, and the keys and values of a map: writers name them at will.
   */
  private static List<Field> mergeInOrder(Deque<String> parents, Field left, Field right) {
    List<Field> children = new ArrayList<>();
    for (int i = 0; i < left.getChildren().size(); i++) {
      Field child = left.getChildren().get(i);
      Field other = right.getChildren().get(i);
      if (left.getType() instanceof ArrowType.Map) {
        parents.addLast(child.getName());
        List<Field> pair = mergeInOrder(parents, child, other);
        parents.removeLast();
        children.add(with(child, child.isNullable(), child.getType(), pair));
      } else {
        children.add(merge(parents, child, other));
      }
    }
    return children;
  }

  /** The type that holds the values of both, or null. */
  private static ArrowType wider(ArrowType left, ArrowType right) {
    ValueType leftValues = ValueType.of(left);
    ValueType rightValues = ValueType.of(right);
    Conversion toRight = Conversion.between(leftValues, rightValues);
    if (toRight == Conversion.KEEP) {
      return isSmallerOf(left, right) ? right : left;
    }
    if (isWider(toRight)) {
      return right;
    }
    return isWider(Conversion.between(rightValues, leftValues)) ? left : null;
  }

  private static boolean isWider(Conversion conversion) {
    return conversion == Conversion.WIDEN || conversion == Conversion.RESCALE;
  }

  /**
   * Whether the types differ in the width of their offsets alone, those of the first being less.
   */
  public static boolean isSmallerOf(ArrowType small, ArrowType large) {
    return switch (large.getTypeID()) {
      case LargeUtf8 -> small instanceof ArrowType.Utf8;
      case LargeBinary -> small instanceof ArrowType.Binary;
      case LargeList -> small instanceof ArrowType.List;
      default -> false;
    };
  }

  /** Whether both are instants of one unit in UTC, by any name. */
  public static boolean isSameUtc(ArrowType left, ArrowType right) {
    return left instanceof ArrowType.Timestamp a
        && right instanceof ArrowType.Timestamp b
        && a.getUnit() == b.getUnit()
        && VariantPrimitive.isUtc(a.getTimezone())
        && VariantPrimitive.isUtc(b.getTimezone());
  }

  private static Field nullable(Field field) {
    return with(field, true, field.getType(), field.getChildren());
  }

  /** The field itself where it is so already: a new one copies its metadata. */
  static Field with(Field field, boolean nullable, ArrowType type, List<Field> children) {
    if (field.isNullable() == nullable
        && field.getType() == type
        && isSame(field.getChildren(), children)) {
      return field;
    }
    FieldType fieldType = new FieldType(nullable, type, field.getDictionary(), field.getMetadata());
    return new Field(field.getName(), fieldType, children);
  }

  private static boolean isSame(List<Field> fields, List<Field> others) {
    boolean same = fields.size() == others.size();
    for (int i = 0; same && i < fields.size(); i++) {
      same = fields.get(i) == others.get(i);
    }
    return same;
  }
}
