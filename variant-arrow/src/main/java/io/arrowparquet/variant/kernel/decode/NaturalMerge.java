// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.internal.build.ListBuilder;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * The natural type of rows whose parts have had natural types found already.
 *
 * <p>A type is seen as its members by kind: one for a type alone, none for Null. What both have is
 * merged kind by kind; what is left with several kinds is a union.
 *
 * <p>Two equal types are their own merged type. Otherwise a union has a Null member where a part
 * may have nulls or lack the position: where that part's type is a union with such a member, is no
 * union (any other natural type is nullable and does not say whether there are nulls), or belongs
 * to a Struct without that child.
 */
final class NaturalMerge {
  private NaturalMerge() {}

  static Field merge(Field left, Field right) {
    if (sameType(left, right)) {
      return left;
    }
    SortedMap<Integer, Field> members = members(left);
    for (Map.Entry<Integer, Field> entry : members(right).entrySet()) {
      members.merge(entry.getKey(), entry.getValue(), NaturalMerge::mergeMembers);
    }
    if (isUnion(left) && isUnion(right)) {
      return union(left.getName(), members);
    }
    if (isUnion(left) || isUnion(right) || members.size() > 1) {
      return unionWithNull(left.getName(), members);
    }
    return members.isEmpty()
        ? Field.nullable(left.getName(), ArrowType.Null.INSTANCE)
        : named(left.getName(), members.get(members.firstKey()));
  }

  private static boolean sameType(Field left, Field right) {
    return left.getFieldType().equals(right.getFieldType())
        && left.getChildren().equals(right.getChildren());
  }

  private static Field orMissing(Field field) {
    return isUnion(field) ? unionWithNull(field.getName(), members(field)) : field;
  }

  private static Field unionWithNull(String name, SortedMap<Integer, Field> members) {
    members.putIfAbsent(
        VariantTypeIds.NULL, VariantPrimitive.of(VariantTypeIds.NULL).field("null"));
    return union(name, members);
  }

  private static boolean isUnion(Field field) {
    return field.getType() instanceof ArrowType.Union;
  }

  private static Field union(String name, SortedMap<Integer, Field> members) {
    List<Field> children = new ArrayList<>();
    members.forEach((kind, field) -> children.add(named(memberName(kind, field), field)));
    int[] codes = members.keySet().stream().mapToInt(Integer::intValue).toArray();
    ArrowType type = new ArrowType.Union(UnionMode.Dense, codes);
    return new Field(name, FieldType.nullable(type), children);
  }

  /** A further member of a kind keeps its name; the first is named for its kind. */
  private static String memberName(int kind, Field field) {
    return kind > NaturalPlan.VARIANT ? field.getName() : NaturalPlan.memberName(kind);
  }

  private static SortedMap<Integer, Field> members(Field field) {
    TreeMap<Integer, Field> members = new TreeMap<>();
    if (field.getType() instanceof ArrowType.Union union) {
      int[] codes = union.getTypeIds();
      for (int i = 0; i < codes.length; i++) {
        members.put(codes[i], field.getChildren().get(i));
      }
    } else if (!(field.getType() instanceof ArrowType.Null)) {
      members.put(kind(field), field);
    }
    return members;
  }

  private static int kind(Field field) {
    ArrowType type = field.getType();
    if (type instanceof ParquetVariantType) {
      return NaturalPlan.VARIANT;
    }
    if (type instanceof ArrowType.Struct) {
      return VariantTypeIds.OBJECT;
    }
    if (type instanceof ArrowType.List) {
      return VariantTypeIds.ARRAY;
    }
    VariantPrimitive primitive = VariantPrimitive.of(field);
    if (primitive == null) {
      throw new IllegalArgumentException("no natural type of a Variant: " + type);
    }
    return VariantTypeIds.widest(primitive.typeId());
  }

  private static Field mergeMembers(Field left, Field right) {
    if (sameType(left, right)) {
      return left;
    }
    ArrowType type = left.getType();
    if (type instanceof ArrowType.Struct) {
      return mergeStructs(left, right);
    }
    if (type instanceof ArrowType.List) {
      Field element = merge(left.getChildren().get(0), right.getChildren().get(0));
      // Lists that never had an element do not all name it alike.
      return new Field(
          left.getName(), left.getFieldType(), List.of(named(ListBuilder.ELEMENT, element)));
    }
    if (type instanceof ArrowType.Int leftInt
        && right.getType() instanceof ArrowType.Int rightInt) {
      return leftInt.getBitWidth() >= rightInt.getBitWidth() ? left : right;
    }
    return type instanceof ArrowType.Decimal ? mergeDecimals(left, right) : left;
  }

  private static Field mergeStructs(Field left, Field right) {
    TreeMap<byte[], Field> children = new TreeMap<>(Arrays::compareUnsigned);
    for (Field child : left.getChildren()) {
      children.put(utf8(child), child);
    }
    Set<byte[]> alone = new TreeSet<>(Arrays::compareUnsigned);
    alone.addAll(children.keySet());
    for (Field child : right.getChildren()) {
      byte[] name = utf8(child);
      Field other = children.get(name);
      children.put(name, other == null ? orMissing(child) : merge(other, child));
      alone.remove(name);
    }
    alone.forEach(name -> children.compute(name, (key, child) -> orMissing(child)));
    return new Field(left.getName(), left.getFieldType(), new ArrayList<>(children.values()));
  }

  private static byte[] utf8(Field field) {
    return field.getName().getBytes(StandardCharsets.UTF_8);
  }

  private static Field mergeDecimals(Field left, Field right) {
    ArrowType.Decimal a = (ArrowType.Decimal) left.getType();
    ArrowType.Decimal b = (ArrowType.Decimal) right.getType();
    int scale = Math.max(a.getScale(), b.getScale());
    int digits = Math.max(a.getPrecision() - a.getScale(), b.getPrecision() - b.getScale()) + scale;
    ArrowType type = new ArrowType.Decimal(PrimitiveType.ofDecimal(digits).digits(), scale, 128);
    return new Field(left.getName(), FieldType.nullable(type), null);
  }

  private static Field named(String name, Field field) {
    return new Field(name, field.getFieldType(), field.getChildren());
  }
}
