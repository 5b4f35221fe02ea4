// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.PrimitiveType.Kind;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Which members of a union a value of each type is offered to, best first. */
final class UnionCandidates {
  /** How well a member suits: the type itself, one that widens it, any value at all. */
  private static final int EXACT = 0;

  private static final int WIDER = 1;
  private static final int CONVERTED = 2;
  private static final int ANYTHING = 3;
  private static final int NEVER = 4;

  private UnionCandidates() {}

  /** The numbers of the members to try, by Variant type. */
  static int[][] of(List<Field> members) {
    int[][] candidates = new int[VariantTypeIds.COUNT][];
    for (int typeId = 0; typeId < candidates.length; typeId++) {
      List<Integer> chosen = new ArrayList<>();
      for (int rank = EXACT; rank < NEVER; rank++) {
        for (int member = 0; member < members.size(); member++) {
          if (rank(typeId, members.get(member)) == rank) {
            chosen.add(member);
          }
        }
      }
      candidates[typeId] = chosen.stream().mapToInt(Integer::intValue).toArray();
    }
    return candidates;
  }

  private static int rank(int typeId, Field member) {
    ArrowType type = member.getType();
    if (type instanceof ParquetVariantType) {
      return ANYTHING;
    }
    return switch (typeId) {
      case VariantTypeIds.OBJECT -> rankObject(type);
      case VariantTypeIds.ARRAY -> rankArray(type);
      case VariantTypeIds.NULL -> rankNull(member);
      default ->
          PrimitiveType.isPrimitive(typeId)
              ? rankPrimitive(typeId, VariantPrimitive.of(member), type)
              : NEVER;
    };
  }

  private static int rankNull(Field member) {
    if (member.getType() instanceof ArrowType.Null) {
      return EXACT;
    }
    return member.isNullable() ? CONVERTED : NEVER;
  }

  private static int rankObject(ArrowType type) {
    return switch (type.getTypeID()) {
      case Struct -> EXACT;
      case Map -> WIDER;
      case Union -> CONVERTED;
      default -> NEVER;
    };
  }

  private static int rankArray(ArrowType type) {
    return switch (type.getTypeID()) {
      // First, because it takes only arrays of its length and leaves the others.
      case FixedSizeList -> EXACT;
      case List, LargeList, ListView, LargeListView -> WIDER;
      case Union -> CONVERTED;
      default -> NEVER;
    };
  }

  private static int rankPrimitive(int typeId, VariantPrimitive member, ArrowType type) {
    if (type.isComplex()) {
      return type instanceof ArrowType.Union ? CONVERTED : NEVER;
    }
    if (member == null || member.typeId() == VariantTypeIds.NULL) {
      return member == null ? CONVERTED : NEVER;
    }
    PrimitiveType valueType = PrimitiveType.of(typeId);
    PrimitiveType memberType = member.type();
    boolean integers = valueType.kind() == Kind.INTEGER && memberType.kind() == Kind.INTEGER;
    if (valueType == memberType || (valueType.widest() == memberType.widest() && !integers)) {
      return EXACT;
    }
    return integers ? WIDER : CONVERTED;
  }
}
