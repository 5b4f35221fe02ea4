// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.parquet.internal.filter.NodePath.VectorLocation;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.kernel.decode.VariantGet;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;

/** One {@link TruthSet} per row of a batch, in arrays that may be longer. */
public class RowLogic implements BoundPredicate.Logic<byte[]> {

  private final BatchOperands operands;
  private final int rows;
  private final TruthArrays arrays;

  /** A result that is used no more goes back to {@code arrays}. */
  public RowLogic(BatchOperands operands, int rows, TruthArrays arrays) {
    this.operands = operands;
    this.rows = rows;
    this.arrays = arrays;
  }

  @Override
  public byte[] contains(int operand, ValueSet set) {
    byte[] truths = arrays.take(rows);
    operands.test(operand, set, rows, truths);
    operands.markNulls(operand, rows, truths);
    return truths;
  }

  @Override
  public byte[] isNull(int operand) {
    if (!operands.hasNulls(operand)) {
      return constant(false);
    }
    byte[] truths = arrays.take(rows);
    Arrays.fill(truths, 0, rows, TruthSet.FALSE);
    operands.markNulls(operand, rows, truths);
    for (int i = 0; i < rows; i++) {
      truths[i] = truths[i] == TruthSet.UNKNOWN ? TruthSet.TRUE : TruthSet.FALSE;
    }
    return truths;
  }

  @Override
  public byte[] listContains(int operand, ValueSet set) {
    byte[] truths = arrays.take(rows);
    BatchOperands.testElements(operands.ownVector(operand), set, rows, truths);
    operands.markNulls(operand, rows, truths);
    return truths;
  }

  @Override
  public byte[] compare(BoundPredicate.Compared comparison) {
    byte[] truths = arrays.take(rows);
    int left = comparison.left();
    int right = comparison.right();
    VectorComparison.compare(
        operands.vector(left), comparison.operator(), operands.vector(right), rows, truths);
    operands.markNulls(left, rows, truths);
    operands.markNulls(right, rows, truths);
    return truths;
  }

  @Override
  public byte[] test(BoundPredicate.Tested condition) {
    List<FieldVector> vectors = condition.operands().stream().map(operands::vector).toList();
    BitSet matches = new BitSet(rows);
    List<Field> fields = vectors.stream().map(FieldVector::getField).toList();
    // Not closed: the vectors are borrowed.
    VectorSchemaRoot columns = new VectorSchemaRoot(fields, vectors, rows);
    condition.custom().rows().test(columns, matches);
    if (matches.length() > rows) {
      throw new IllegalArgumentException(
          "a row test matches row " + (matches.length() - 1) + " of a batch of " + rows + " rows");
    }
    byte[] truths = arrays.take(rows);
    for (int i = 0; i < rows; i++) {
      truths[i] = ValueSet.truth(matches.get(i));
    }
    return truths;
  }

  @Override
  public byte[] constant(boolean value) {
    return arrays.constant(value, rows);
  }

  @Override
  public byte[] and(byte[] left, byte[] right) {
    byte[] known = arrays.joined(left, right, arrays.isFalse);
    if (known != null) {
      return known;
    }
    for (int i = 0; i < rows; i++) {
      left[i] = TruthSet.and(left[i], right[i]);
    }
    arrays.give(right);
    return left;
  }

  @Override
  public byte[] or(byte[] left, byte[] right) {
    byte[] known = arrays.joined(left, right, arrays.isTrue);
    if (known != null) {
      return known;
    }
    for (int i = 0; i < rows; i++) {
      left[i] = TruthSet.or(left[i], right[i]);
    }
    arrays.give(right);
    return left;
  }

  @Override
  public byte[] not(byte[] value) {
    if (arrays.isConstant(value)) {
      return constant(value == arrays.isFalse);
    }
    for (int i = 0; i < rows; i++) {
      value[i] = TruthSet.not(value[i]);
    }
    return value;
  }

  /** Truths of the rows of batches: arrays that are used again. One thread at a time. */
  public static final class TruthArrays {
    private final ArrayDeque<byte[]> free = new ArrayDeque<>();

    /** Of all rows the same, and never changed: nothing is joined with them row by row. */
    private byte[] isTrue = new byte[0];

    private byte[] isFalse = new byte[0];

    byte[] take(int rows) {
      byte[] truths = free.poll();
      return truths == null || truths.length < rows ? new byte[rows] : truths;
    }

    public void give(byte[] truths) {
      if (!isConstant(truths)) {
        free.push(truths);
      }
    }

    boolean isConstant(byte[] truths) {
      return truths == isTrue || truths == isFalse;
    }

    byte[] constant(boolean value, int rows) {
      if (isTrue.length < rows) {
        isTrue = new byte[rows];
        isFalse = new byte[rows];
        Arrays.fill(isTrue, TruthSet.TRUE);
        Arrays.fill(isFalse, TruthSet.FALSE);
      }
      return value ? isTrue : isFalse;
    }

    /**
     * What a constant and another join to: {@code decisive}, or the other; null for no constant.
     */
    byte[] joined(byte[] left, byte[] right, byte[] decisive) {
      if (!isConstant(left) && !isConstant(right)) {
        return null;
      }
      byte[] constant = isConstant(left) ? left : right;
      byte[] other = constant == left ? right : left;
      give(constant == decisive ? other : constant);
      return constant == decisive ? decisive : other;
    }
  }

  /**
   * Where the values of an operand are.
   *
   * @param hidesNulls whether a group above may be null where the vector is not
   * @param path in the Variant column that is there; null for the column itself
   */
  public record OperandPlace(
      VectorLocation location, boolean hidesNulls, @Nullable VariantGet path) {}

  /**
   * Operands in the vectors of a batch. Variant paths are decoded when first asked for, and owned.
   */
  public static final class BatchOperands implements AutoCloseable {
    private final List<OperandPlace> operands;
    private final VectorSchemaRoot raw;
    private final BufferAllocator allocator;
    private final FieldVector[] taken;

    /** Borrows the {@code raw} vectors. */
    public BatchOperands(
        List<OperandPlace> operands, VectorSchemaRoot raw, BufferAllocator allocator) {
      this.operands = operands;
      this.raw = raw;
      this.allocator = allocator;
      this.taken = new FieldVector[operands.size()];
    }

    /** The vector of an operand, borrowed; nulls of groups above are those of the vector, too. */
    FieldVector vector(int operand) {
      if (!operands.get(operand).hidesNulls()) {
        return ownVector(operand);
      }
      if (taken[operand] == null) {
        FieldVector own = ownVector(operand);
        byte[] truths = new byte[own.getValueCount()];
        operands.get(operand).location().markNulls(raw, truths.length, truths);
        taken[operand] = withNulls(own, truths, allocator);
      }
      return taken[operand];
    }

    private FieldVector ownVector(int operand) {
      OperandPlace place = operands.get(operand);
      FieldVector found = place.location().find(raw);
      if (place.path() == null) {
        return found;
      }
      if (taken[operand] == null) {
        taken[operand] = place.path().get((ParquetVariantVector) found, allocator);
      }
      return taken[operand];
    }

    private void test(int operand, ValueSet set, int rows, byte[] truths) {
      set.test(ownVector(operand), rows, truths);
    }

    private boolean hasNulls(int operand) {
      OperandPlace place = operands.get(operand);
      return place.path() == null
          ? place.location().hasNulls(raw)
          : ownVector(operand).getNullCount() > 0;
    }

    private void markNulls(int operand, int rows, byte[] truths) {
      if (operands.get(operand).path() == null) {
        operands.get(operand).location().markNulls(raw, rows, truths);
      } else {
        VectorLocation.markNulls(ownVector(operand), rows, truths);
      }
    }

    @Override
    public void close() {
      for (FieldVector vector : taken) {
        if (vector != null) {
          vector.close();
        }
      }
    }

    /**
     * {@link TruthSet#TRUE} for a list with such an element, {@link TruthSet#UNKNOWN} for one
     * without, but with a null, {@link TruthSet#FALSE} for others; any for a null list.
     */
    private static void testElements(FieldVector vector, ValueSet set, int rows, byte[] truths) {
      boolean large = vector instanceof LargeListVector;
      FieldVector elements =
          large
              ? ((LargeListVector) vector).getDataVector()
              : ((ListVector) vector).getDataVector();
      int count = elements.getValueCount();
      byte[] ofElements = new byte[count];
      set.test(elements, count, ofElements);
      VectorLocation.markNulls(elements, count, ofElements);
      long offsets = vector.getOffsetBuffer().memoryAddress();
      for (int row = 0; row < rows; row++) {
        truths[row] = any(ofElements, offset(offsets, large, row), offset(offsets, large, row + 1));
      }
    }

    private static byte any(byte[] truths, int from, int to) {
      byte found = TruthSet.FALSE;
      for (int i = from; i < to; i++) {
        found = TruthSet.or(found, truths[i]);
      }
      return found;
    }

    private static int offset(long offsets, boolean large, int row) {
      return large
          ? (int) MemoryUtil.getLong(offsets + (long) Long.BYTES * row)
          : MemoryUtil.getInt(offsets + (long) Integer.BYTES * row);
    }

    /** The same values, null for {@link TruthSet#UNKNOWN}. The caller closes the vector. */
    private static FieldVector withNulls(
        FieldVector vector, byte[] truths, BufferAllocator allocator) {
      Field field = vector.getField();
      FieldType type = new FieldType(true, field.getType(), null, field.getMetadata());
      List<ArrowBuf> buffers = new ArrayList<>(vector.getFieldBuffers());
      return VectorMemory.filled(
          new Field(field.getName(), type, null).createVector(allocator),
          result -> {
            try (ArrowBuf validity =
                allocator.buffer(BitVectorHelper.getValidityBufferSize(truths.length))) {
              int nulls = 0;
              for (int i = 0; i < truths.length; i++) {
                boolean isNull = truths[i] == TruthSet.UNKNOWN;
                BitVectorHelper.setValidityBit(validity, i, isNull ? 0 : 1);
                nulls += isNull ? 1 : 0;
              }
              buffers.set(0, validity);
              result.loadFieldBuffers(new ArrowFieldNode(truths.length, nulls), buffers);
            }
          });
    }
  }
}
