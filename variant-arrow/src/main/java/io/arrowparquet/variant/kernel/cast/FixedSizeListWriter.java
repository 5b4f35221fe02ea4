// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.ValidityBits;
import io.arrowparquet.variant.value.VariantBuilder;
import org.apache.arrow.vector.complex.FixedSizeListVector;

/** FixedSizeList: an array. */
final class FixedSizeListWriter extends ColumnWriter {
  private final ValidityBits validity;
  private final int size;
  private final ColumnWriter elements;

  FixedSizeListWriter(String path, FixedSizeListVector vector, ColumnWriter elements) {
    super(path);
    this.validity = ValidityBits.of(vector);
    this.size = vector.getListSize();
    this.elements = elements;
    long needed = (long) vector.getValueCount() * size;
    if (vector.getDataVector().getValueCount() < needed) {
      throw new MalformedVariantException(
          "number of elements of column " + vector.getName(),
          MalformedVariantException.UNKNOWN,
          Integer.toString(vector.getDataVector().getValueCount()),
          "at least " + needed);
    }
  }

  @Override
  boolean isNull(int row) {
    return validity.isNull(row);
  }

  @Override
  void write(int row, VariantBuilder out) {
    int start = row * size;
    out.startArray();
    elements.writeElements(path(), start, start + size, out);
    out.endArray();
  }
}
