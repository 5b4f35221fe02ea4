// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.PrimitiveType.Kind;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * DenseUnion and sparse Union: each value goes to the first member of just its type, else to the
 * first that can take it. A union has no nulls of its own: Variant null and what is missing go to
 * the Null member if there is one, else they are nulls of the first member.
 */
public final class UnionBuilder extends VectorBuilder {
  private static final int EXACT = 0;
  private static final int WIDER = 1;
  private static final int CONVERTED = 2;
  private static final int ANYTHING = 3;
  private static final int NEVER = 4;

  private final boolean dense;
  private final byte[] typeIds;
  private final VectorBuilder[] members;
  private final int[][] candidates;
  private final int nullMember;
  private final GrowableBuffer types = own(new GrowableBuffer());
  private final GrowableBuffer offsets = own(new GrowableBuffer());
  private int count;

  UnionBuilder(Target target, List<VectorBuilder> members) {
    super(target);
    ArrowType.Union type = (ArrowType.Union) target.field().getType();
    List<Field> fields = target.field().getChildren();
    this.dense = type.getMode() == UnionMode.Dense;
    this.members = members.toArray(new VectorBuilder[0]);
    members.forEach(this::own);
    this.candidates = candidates(fields);
    this.typeIds = new byte[fields.size()];
    int firstNull = 0;
    for (int i = typeIds.length - 1; i >= 0; i--) {
      typeIds[i] = (byte) (type.getTypeIds() == null ? i : type.getTypeIds()[i]);
      firstNull = fields.get(i).getType() instanceof ArrowType.Null ? i : firstNull;
    }
    this.nullMember = firstNull;
  }

  /** For each Variant type the numbers of the members that a value is offered to, best first. */
  static int[][] candidates(List<Field> members) {
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

  @Override
  public boolean take(VariantCursor value) {
    for (int member : candidates[value.typeId()]) {
      if (members[member].take(value)) {
        appendRow(member);
        return true;
      }
    }
    return false;
  }

  private void appendRow(int member) {
    types.appendByte(typeIds[member]);
    if (dense) {
      offsets.appendInt(members[member].count() - 1);
    } else {
      for (int i = 0; i < members.length; i++) {
        if (i != member) {
          members[i].addNulls(1);
        }
      }
    }
    count++;
  }

  @Override
  public void start(BufferAllocator allocator) {
    super.start(allocator);
    count = 0;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public void addNulls(int rows) {
    for (int i = 0; i < rows; i++) {
      members[nullMember].addNulls(1);
      appendRow(nullMember);
    }
  }

  @Override
  public void load(FieldVector vector) {
    if (dense) {
      VectorMemory.load(vector, count, 0, types, offsets);
    } else {
      VectorMemory.load(vector, count, 0, types);
    }
    List<FieldVector> vectors = vector.getChildrenFromFields();
    for (int i = 0; i < members.length; i++) {
      members[i].load(vectors.get(i));
    }
  }
}
