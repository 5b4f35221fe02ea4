// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.kernel.decode.NaturalPlan.NaturalPlace;
import io.arrowparquet.variant.kernel.internal.build.Target.RowTarget;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * One position of the rows; its type is derived from its values.
 *
 * <pre>
 *   NOTHING  only nulls so far: they are counted
 *   SINGLE   one type: its member has every row, nulls among them
 *   UNION    several: rows are recorded as type code and offset, nulls are rows of the Null member
 * </pre>
 *
 * <p>A position moves down that list only. Finished rows are not moved: the counted nulls are put
 * before a member's first value, and the rows of a single member become rows of a union by pointing
 * at them.
 */
final class NaturalNode implements RowTarget {
  private static final int NO_KIND = -1;

  private final NaturalPlan plan;
  private final NaturalPlace place;
  private final List<NaturalMember> members = new ArrayList<>();

  private int count;
  private int singleKind = NO_KIND;
  private NaturalMember single;

  /** The first member of each kind; null before there is a union. */
  private NaturalMember[] firstOfKind;

  private GrowableBuffer types;
  private GrowableBuffer offsets;

  NaturalNode(NaturalPlan plan, NaturalPlace place) {
    this.plan = plan;
    this.place = place;
  }

  /** Each of its parts is started when it is made. */
  @Override
  public void start(BufferAllocator allocator) {}

  @Override
  public int count() {
    return count;
  }

  @Override
  public void putMissing() {
    addNulls(1);
  }

  @Override
  public void put(VariantCursor value) {
    int kind = plan.kind(value.typeId());
    if (kind != singleKind || !single.builder().take(value)) {
      putOther(value, kind);
    }
    count++;
  }

  void putAt(int row, VariantCursor value) {
    padTo(row);
    put(value);
  }

  void padTo(int rows) {
    if (count < rows) {
      addNulls(rows - count);
    }
  }

  /** For a position without rows: a whole column of one type, ended by {@link #endColumn}. */
  VectorBuilder startColumn(int typeId) {
    singleKind = plan.kind(typeId);
    single = newMember(singleKind);
    return single.builder();
  }

  void endColumn(int rows) {
    count += rows;
  }

  @Override
  public void addNulls(int rows) {
    if (types != null) {
      appendMissing(rows);
    } else if (single != null) {
      single.builder().addNulls(rows);
    }
    count += rows;
  }

  private void putOther(VariantCursor value, int kind) {
    if (kind == VariantTypeIds.NULL && plan.missingKind() == VariantTypeIds.NULL) {
      addNulls(1);
      count--;
    } else if (types == null && single == null && kind != VariantTypeIds.NULL) {
      startSingle(value, kind);
    } else {
      if (types == null) {
        startUnion();
      }
      putInUnion(value, kind);
    }
  }

  private void startSingle(VariantCursor value, int kind) {
    single = newMember(kind);
    single.builder().addNulls(count);
    singleKind = kind;
    take(single, value);
  }

  private static void take(NaturalMember member, VariantCursor value) {
    if (!member.builder().take(value)) {
      throw new IllegalStateException(
          "a new " + member.name() + " takes a " + VariantTypeIds.name(value.typeId()));
    }
  }

  /** Points at the rows of the single member, and at the Null member where those are null. */
  private void startUnion() {
    types = plan.newBuffer();
    offsets = plan.newBuffer();
    firstOfKind = new NaturalMember[NaturalPlan.VARIANT + 1];
    if (single == null) {
      appendMissing(count);
      return;
    }
    firstOfKind[single.kind()] = single;
    VectorBuilder builder = single.builder();
    int rows = builder.count();
    boolean hasNulls = builder.validity.zeros() != 0;
    for (int row = 0; row < rows; row++) {
      if (hasNulls && !builder.validity.get(row)) {
        appendMissing(1);
      } else {
        types.appendByte(single.code());
        offsets.appendInt(row);
      }
    }
    singleKind = NO_KIND;
    single = null;
  }

  private void putInUnion(VariantCursor value, int kind) {
    NaturalMember first = firstOfKind[kind];
    if (first != null && first.builder().take(value)) {
      append(first);
    } else {
      putInFurther(value, kind);
    }
  }

  private void putInFurther(VariantCursor value, int kind) {
    // By index: an iterator would be an object a row wherever the compiler cannot remove it.
    for (int i = 0; i < members.size(); i++) {
      NaturalMember member = members.get(i);
      // The first has been asked: its code is the kind.
      if (member.kind() == kind && member.code() != kind && member.builder().take(value)) {
        append(member);
        return;
      }
    }
    NaturalMember member = isFull() ? member(NaturalPlan.VARIANT) : newMember(kind);
    take(member, value);
    append(member);
  }

  /** Whether only the Variant member, and the one for missing rows, have room left. */
  private boolean isFull() {
    int others = 0;
    for (NaturalMember member : members) {
      others += member.kind() == plan.missingKind() || member.kind() == NaturalPlan.VARIANT ? 0 : 1;
    }
    return others >= plan.options().maxUnionMembers() - 2;
  }

  private void append(NaturalMember member) {
    types.appendByte(member.code());
    offsets.appendInt(member.builder().count() - 1);
  }

  private void appendMissing(int rows) {
    if (rows == 0) {
      return;
    }
    NaturalMember member = member(plan.missingKind());
    int first = member.builder().count();
    member.builder().addNulls(rows);
    for (int i = 0; i < rows; i++) {
      types.appendByte(member.code());
      offsets.appendInt(first + i);
    }
  }

  private NaturalMember member(int kind) {
    NaturalMember first = firstOfKind[kind];
    return first == null ? newMember(kind) : first;
  }

  private NaturalMember newMember(int kind) {
    int same = 0;
    for (NaturalMember member : members) {
      same += member.kind() == kind ? 1 : 0;
    }
    NaturalMember member = plan.newMember(kind, same, place);
    members.add(member);
    if (firstOfKind != null && same == 0) {
      firstOfKind[kind] = member;
    }
    // In the order of their codes, so that the type does not depend on the order of the rows.
    members.sort(Comparator.comparingInt(NaturalMember::code));
    return member;
  }

  @Override
  public Field naturalField(String name) {
    if (types == null) {
      return single == null
          ? Field.nullable(name, ArrowType.Null.INSTANCE)
          : single.builder().naturalField(name);
    }
    List<Field> children = new ArrayList<>();
    for (NaturalMember member : members) {
      children.add(member.builder().naturalField(member.name()));
    }
    int[] codes = members.stream().mapToInt(NaturalMember::code).toArray();
    ArrowType union = new ArrowType.Union(UnionMode.Dense, codes);
    return new Field(name, FieldType.nullable(union), children);
  }

  @Override
  public void load(FieldVector vector) {
    if (types == null && single == null) {
      vector.loadFieldBuffers(new ArrowFieldNode(count, count), List.of());
    } else if (types == null) {
      single.builder().load(vector);
    } else {
      VectorMemory.load(vector, count, 0, types, offsets);
      List<FieldVector> vectors = vector.getChildrenFromFields();
      for (int i = 0; i < vectors.size(); i++) {
        members.get(i).builder().load(vectors.get(i));
      }
    }
  }

  @Override
  public void release() {
    for (NaturalMember member : members) {
      member.builder().release();
    }
    if (types != null) {
      types.release();
      offsets.release();
    }
  }

  /** {@code code}: the type code in a union; codes are in the order of the members. */
  record NaturalMember(int kind, int code, String name, VectorBuilder builder) {}
}
