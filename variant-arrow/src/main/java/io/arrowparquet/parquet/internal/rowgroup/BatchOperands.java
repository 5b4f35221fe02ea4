// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import io.arrowparquet.parquet.internal.filter.RawColumns;
import io.arrowparquet.parquet.internal.filter.RowLogic;
import io.arrowparquet.parquet.internal.filter.TruthSet;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import io.arrowparquet.parquet.internal.filter.VectorLocation;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.kernel.decode.VariantGet;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
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

/**
 * The operands of a filter in the vectors of a batch; Variant paths are decoded when they are first
 * asked for. Owns what it has decoded.
 */
final class BatchOperands implements RowLogic.Operands, AutoCloseable {
  private final RawColumns columns;
  private final List<Operand> operands;
  private final List<VariantGet> paths;
  private final VectorSchemaRoot raw;
  private final BufferAllocator allocator;
  private final FieldVector[] taken;

  /**
   * Operands.
   *
   * @param operands by number
   * @param paths for each operand what decodes it; null for one that is a column
   * @param raw vectors of the columns, borrowed
   */
  BatchOperands(
      RawColumns columns,
      List<Operand> operands,
      List<VariantGet> paths,
      VectorSchemaRoot raw,
      BufferAllocator allocator) {
    this.columns = columns;
    this.operands = operands;
    this.paths = paths;
    this.raw = raw;
    this.allocator = allocator;
    this.taken = new FieldVector[operands.size()];
  }

  /** Nulls of groups above are those of the vector, too. */
  @Override
  public FieldVector vector(int operand) {
    Operand wanted = operands.get(operand);
    if (wanted instanceof VariantProjection || !columns.path(wanted).hidesNulls()) {
      return ownVector(operand);
    }
    if (taken[operand] == null) {
      FieldVector own = ownVector(operand);
      byte[] truths = new byte[own.getValueCount()];
      columns.location(wanted).markNulls(raw, truths.length, truths);
      taken[operand] = NullableVectors.withNulls(own, truths, allocator);
    }
    return taken[operand];
  }

  private FieldVector ownVector(int operand) {
    VectorLocation location = columns.location(operands.get(operand));
    if (paths.get(operand) == null) {
      return location.find(raw);
    }
    if (taken[operand] == null) {
      taken[operand] = paths.get(operand).get((ParquetVariantVector) location.find(raw), allocator);
    }
    return taken[operand];
  }

  @Override
  public void test(int operand, ValueSet set, int rows, byte[] truths) {
    set.test(ownVector(operand), rows, truths);
  }

  @Override
  public void testElements(int operand, ValueSet set, int rows, byte[] truths) {
    ListElements.test(ownVector(operand), set, rows, truths);
  }

  @Override
  public void markNulls(int operand, int rows, byte[] truths) {
    if (paths.get(operand) == null) {
      columns.location(operands.get(operand)).markNulls(raw, rows, truths);
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

  /** Searches lists for an element of a set. */
  private static final class ListElements {
    private ListElements() {}

    /**
     * Finds out which lists have such an element.
     *
     * @param vector of lists
     * @param truths receives {@link TruthSet#TRUE} per row with one, {@link TruthSet#UNKNOWN} for
     *     one without, but with a null, and {@link TruthSet#FALSE} for others; for null lists any
     */
    static void test(FieldVector vector, ValueSet set, int rows, byte[] truths) {
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
  }

  /** Required columns below groups that may be null, as vectors with the groups' nulls. */
  private static final class NullableVectors {
    private NullableVectors() {}

    /**
     * The same values with other nulls.
     *
     * @param vector of values that have no children; its buffers are shared
     * @param truths {@link TruthSet#UNKNOWN} for rows that are null
     * @return the caller's to close
     */
    static FieldVector withNulls(FieldVector vector, byte[] truths, BufferAllocator allocator) {
      Field field = vector.getField();
      FieldType type = new FieldType(true, field.getType(), null, field.getMetadata());
      List<ArrowBuf> buffers = new ArrayList<>(vector.getFieldBuffers());
      FieldVector result = new Field(field.getName(), type, null).createVector(allocator);
      boolean done = false;
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
        done = true;
        return result;
      } finally {
        if (!done) {
          result.close();
        }
      }
    }
  }
}
