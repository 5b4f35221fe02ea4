// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.value.VariantCursor;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/**
 * DenseUnion and sparse Union: each value goes to the first member of just its type, else to the
 * first that can take it. A union has no nulls of its own: Variant null and what is missing go to
 * the Null member if there is one, else they are nulls of the first member.
 */
public final class UnionBuilder extends VectorBuilder {
  private final boolean dense;
  private final byte[] typeIds;
  private final VectorBuilder[] members;

  /** For each Variant type the members to try, in order. */
  private final int[][] candidates;

  private final int nullMember;
  private final GrowableBuffer types = own(new GrowableBuffer());
  private final GrowableBuffer offsets = own(new GrowableBuffer());
  private int count;

  UnionBuilder(
      Target target,
      boolean dense,
      byte[] typeIds,
      List<VectorBuilder> members,
      int[][] candidates,
      int nullMember) {
    super(target);
    this.dense = dense;
    this.typeIds = typeIds.clone();
    this.members = members.toArray(new VectorBuilder[0]);
    members.forEach(this::own);
    this.candidates = candidates;
    this.nullMember = nullMember;
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

  /** Records a row that has just been appended to a member. */
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
      load(vector, count, 0, types, offsets);
    } else {
      load(vector, count, 0, types);
    }
    List<FieldVector> vectors = vector.getChildrenFromFields();
    for (int i = 0; i < members.length; i++) {
      members[i].load(vectors.get(i));
    }
  }
}
