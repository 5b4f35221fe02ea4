// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.ValidityBits;
import io.arrowparquet.variant.value.VariantBuilder;
import org.apache.arrow.vector.BaseIntVector;

/** A dictionary-encoded vector: the value that a row's index points at. */
final class IndexedWriter extends ColumnWriter {
  private final ValidityBits validity;
  private final BaseIntVector indices;
  private final int size;
  private final ColumnWriter values;

  /**
   * A writer of what indices point at.
   *
   * @param size number of rows that {@code values} has
   */
  IndexedWriter(String path, BaseIntVector indices, int size, ColumnWriter values) {
    super(path);
    this.validity = ValidityBits.of(indices);
    this.indices = indices;
    this.size = size;
    this.values = values;
    BufferChecks.requireIndices(indices);
  }

  @Override
  boolean isNull(int row) {
    return validity.isNull(row) || values.isNull(index(row));
  }

  @Override
  void write(int row, VariantBuilder out) {
    values.write(index(row), out);
  }

  private int index(int row) {
    long index = indices.getValueAsLong(row);
    if (index < 0 || index >= size) {
      throw malformed("dictionary index", Long.toString(index), "0 to " + (size - 1));
    }
    return (int) index;
  }
}
