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

  private UnionWriter(
      String path, FieldVector vector, ArrowBuf types, ArrowBuf offsets, ColumnWriter[] members) {
    super(path, null);
    this.rows = vector.getValueCount();
    this.types = types;
    this.offsets = offsets;
    this.members = members;
    this.memberOf = new int[TYPE_IDS];
    Arrays.fill(memberOf, UNKNOWN);
    this.sizes =
        vector.getChildrenFromFields().stream().mapToInt(FieldVector::getValueCount).toArray();
    BufferChecks.requireLength(vector, "type id", types, rows);
    if (offsets != null) {
      BufferChecks.requireLength(vector, "offset", offsets, (long) rows * Integer.BYTES);
    }
  }

  /** A writer whose members are in the order of the vector's children. */
  static UnionWriter dense(String path, DenseUnionVector vector, List<ColumnWriter> members) {
    UnionWriter writer =
        new UnionWriter(
            path,
            vector,
            vector.getTypeBuffer(),
            vector.getOffsetBuffer(),
            members.toArray(new ColumnWriter[0]));
    for (int typeId = 0; typeId <= Byte.MAX_VALUE; typeId++) {
      if (vector.getVectorByType((byte) typeId) instanceof FieldVector member) {
        writer.memberOf[typeId] = indexOf(vector, member);
      }
    }
    // Arrow Java has -1 where no member was chosen.
    writer.memberOf[TYPE_IDS - 1] = UNSET;
    return writer;
  }

  /** A writer whose members are in the order of the vector's children. */
  static UnionWriter sparse(String path, UnionVector vector, List<ColumnWriter> members) {
    UnionWriter writer =
        new UnionWriter(
            path, vector, vector.getTypeBuffer(), null, members.toArray(new ColumnWriter[0]));
    boolean[] seen = new boolean[TYPE_IDS];
    for (int row = 0; row < writer.rows; row++) {
      seen[writer.typeId(row)] = true;
    }
    // The ids in the vector's field differ from those in its buffer where they came from another
    // implementation; only this look-up knows both. It must not be asked for ids not in use, since
    // it adds members for them.
    for (int typeId = 0; typeId <= Byte.MAX_VALUE; typeId++) {
      if (seen[typeId]) {
        FieldVector member = (FieldVector) vector.getVectorByType(typeId);
        writer.memberOf[typeId] = member == null ? UNSET : indexOf(vector, member);
      }
    }
    return writer;
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
