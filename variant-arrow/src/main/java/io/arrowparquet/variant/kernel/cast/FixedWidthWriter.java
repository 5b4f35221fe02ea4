// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.internal.BufferChecks;
import org.apache.arrow.vector.FieldVector;

/** A vector of fixed-width values: the address of each, and which are null. */
abstract class FixedWidthWriter extends ColumnWriter {
  private final long address;
  private final int width;

  /**
   * A writer of values of so many bytes each.
   *
   * @param width bytes of a value, or 0 for bits
   */
  FixedWidthWriter(String path, FieldVector vector, int width) {
    super(path, vector);
    this.width = width;
    long rows = vector.getValueCount();
    long bytes = width == 0 ? (rows + 7) / Byte.SIZE : rows * width;
    BufferChecks.requireLength(vector, "value", vector.getDataBuffer(), bytes);
    this.address = vector.getDataBuffer().memoryAddress();
  }

  /** Address of a row's value; of bits, that of the first row's. */
  final long at(int row) {
    return address + (long) row * width;
  }
}
