// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.kernel.cast.ColumnWriter.NullWriter;
import io.arrowparquet.variant.value.VariantBuilder;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.UnionVector;

/**
 * Union, dense or sparse: what the member that the row selects makes of it. A row whose member is
 * of type Null is a Variant null; where another member is null, the row is null.
 */
final class UnionWriter extends ColumnWriter {
  private static final int TYPE_IDS = 1 << Byte.SIZE;
  private static final int UNKNOWN = -1;

  /** The type id of a row that was never set in Arrow Java. */
  private static final int UNSET = -2;

  private final int rows;
  private final ArrowBuf types;

  /** Of a dense union, the row in the member; null for a sparse one. */
  private final ArrowBuf offsets;

  private final ColumnWriter[] members;
  private final int[] sizes;

  /** By type id as an unsigned byte. */
  private final int[] memberOf;

  /** {@code members}: in the order of the vector's children. */
  UnionWriter(String path, FieldVector vector, List<ColumnWriter> members) {
    super(path, null);
    this.rows = vector.getValueCount();
    this.members = members.toArray(new ColumnWriter[0]);
    this.memberOf = new int[TYPE_IDS];
    Arrays.fill(memberOf, UNKNOWN);
    this.sizes =
        vector.getChildrenFromFields().stream().mapToInt(FieldVector::getValueCount).toArray();
    if (vector instanceof DenseUnionVector dense) {
      types = dense.getTypeBuffer();
      offsets = dense.getOffsetBuffer();
      BufferChecks.requireLength(vector, "type id", types, rows);
      BufferChecks.requireLength(vector, "offset", offsets, (long) rows * Integer.BYTES);
      findMembers(dense);
    } else {
      UnionVector sparse = (UnionVector) vector;
      types = sparse.getTypeBuffer();
      offsets = null;
      BufferChecks.requireLength(vector, "type id", types, rows);
      findMembers(sparse);
    }
  }

  private void findMembers(DenseUnionVector vector) {
    for (int typeId = 0; typeId <= Byte.MAX_VALUE; typeId++) {
      if (vector.getVectorByType((byte) typeId) instanceof FieldVector member) {
        memberOf[typeId] = indexOf(vector, member);
      }
    }
    // Arrow Java has -1 where no member was chosen.
    memberOf[TYPE_IDS - 1] = UNSET;
  }

  private void findMembers(UnionVector vector) {
    boolean[] seen = new boolean[TYPE_IDS];
    for (int row = 0; row < rows; row++) {
      seen[typeId(row)] = true;
    }
    // The ids in the vector's field differ from those in its buffer where they came from another
    // implementation; only this look-up knows both. It must not be asked for ids not in use, since
    // it adds members for them.
    for (int typeId = 0; typeId <= Byte.MAX_VALUE; typeId++) {
      if (seen[typeId]) {
        FieldVector member = (FieldVector) vector.getVectorByType(typeId);
        memberOf[typeId] = member == null ? UNSET : indexOf(vector, member);
      }
    }
  }

  private static int indexOf(FieldVector vector, FieldVector member) {
    List<FieldVector> children = vector.getChildrenFromFields();
    for (int i = 0; i < children.size(); i++) {
      if (children.get(i) == member) {
        return i;
      }
    }
    return UNKNOWN;
  }

  private int typeId(int row) {
    return Byte.toUnsignedInt(MemoryUtil.getByte(types.memoryAddress() + row));
  }

  @Override
  boolean isNull(int row) {
    if (row < 0 || row >= rows) {
      throw new IndexOutOfBoundsException("row " + row + " of a union with " + rows + " rows");
    }
    int member = memberOf[typeId(row)];
    if (member == UNSET) {
      return true;
    }
    if (member < 0 || member >= members.length) {
      throw malformed(
          "type id of a union", Integer.toString((byte) typeId(row)), "that of a member");
    }
    ColumnWriter writer = members[member];
    return !(writer instanceof NullWriter) && writer.isNull(place(row, member));
  }

  @Override
  void write(int row, VariantBuilder out) {
    int member = memberOf[typeId(row)];
    members[member].write(place(row, member), out);
  }

  private int place(int row, int member) {
    int place =
        offsets == null
            ? row
            : MemoryUtil.getInt(offsets.memoryAddress() + (long) row * Integer.BYTES);
    if (place < 0 || place >= sizes[member]) {
      throw malformed(
          "row of a union's member", Integer.toString(place), "0 to " + (sizes[member] - 1));
    }
    return place;
  }
}
