// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;

/**
 * One way to read Variant columns. Serves one column after another, also after one has failed.
 *
 * @param name class and method, {@code VariantDecode.decode}, and after a blank what is special
 * @param operation makes a vector that is the caller's to close, or something that is told as text
 */
public record Kernel(
    String name, BiFunction<ParquetVariantVector, BufferAllocator, Object> operation) {
  /** Runs the kernel over all rows and tells as text what it made. */
  public String outcome(ParquetVariantVector column, BufferAllocator allocator) {
    Object made = operation.apply(column, allocator);
    if (!(made instanceof FieldVector vector)) {
      return String.valueOf(made);
    }
    try (vector) {
      int hash = 0;
      for (int row = 0; row < vector.getValueCount(); row++) {
        hash = 31 * hash + hash(vector, row);
      }
      return vector.getField() + " " + vector.getValueCount() + " " + hash;
    }
  }

  /** Arrow 18 cannot hash short values of views. */
  private static int hash(FieldVector vector, int row) {
    return vector instanceof BaseVariableWidthViewVector
        ? String.valueOf(vector.getObject(row)).hashCode()
        : vector.hashCode(row);
  }

  /** Runs the kernel and closes what it made. */
  public void run(ParquetVariantVector column, BufferAllocator allocator) {
    if (operation.apply(column, allocator) instanceof FieldVector vector) {
      vector.close();
    }
  }

  /** Whether it may refuse sound values, as being of another type than it was asked for. */
  public boolean isStrict() {
    return name.endsWith(" strict");
  }

  /** The names of kernels. */
  public static List<String> names(List<Kernel> kernels) {
    return kernels.stream().map(Kernel::name).toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
