// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.internal.ListRanges;
import io.arrowparquet.variant.internal.ValidityBits;
import io.arrowparquet.variant.value.VariantBuilder;
import org.apache.arrow.vector.FieldVector;

/** List, LargeList, their views, and Map where its keys are no names: an array. */
final class ListWriter extends ColumnWriter {
  private final ValidityBits validity;
  private final ListRanges ranges;
  private final ColumnWriter elements;

  ListWriter(String path, FieldVector vector, ColumnWriter elements) {
    super(path);
    this.validity = ValidityBits.of(vector);
    this.ranges = new ListRanges(vector);
    this.elements = elements;
  }

  @Override
  boolean isNull(int row) {
    return validity.isNull(row);
  }

  @Override
  void write(int row, VariantBuilder out) {
    ranges.seek(row);
    int end = ranges.end();
    out.startArray();
    elements.writeElements(path(), ranges.start(), end, out);
    out.endArray();
  }
}
