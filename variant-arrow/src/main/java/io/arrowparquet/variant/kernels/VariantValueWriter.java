// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.encoding.VariantBuilder;
import io.arrowparquet.variant.vector.VariantReader;
import io.arrowparquet.variant.vector.VariantVector;
import io.arrowparquet.variant.vector.internal.ValidityBits;

/**
 * A Variant vector, shredded or not: its values, their names moved to the batch's dictionary. Owns
 * the reader's scratch memory until closed.
 */
final class VariantValueWriter extends ColumnWriter implements AutoCloseable {
  private final ValidityBits validity;
  private final VariantReader reader;

  VariantValueWriter(String path, VariantVector vector, VariantLimits limits) {
    super(path);
    this.validity = ValidityBits.of(vector.getUnderlyingVector());
    this.reader = new VariantReader(vector, limits);
  }

  @Override
  boolean isNull(int row) {
    return validity.isNull(row);
  }

  @Override
  void write(int row, VariantBuilder out) {
    try {
      out.append(reader.seek(row));
    } catch (MalformedVariantException e) {
      // The reader knows its own row; the one to name is the row of the whole column.
      throw malformed(e);
    }
  }

  private MalformedVariantException malformed(MalformedVariantException e) {
    String place = e.path() == null ? path() : path() + e.path().substring(1);
    MalformedVariantException here =
        new MalformedVariantException(e.problem(), e.offset(), e.found(), e.expected());
    return here.at(place);
  }

  @Override
  public void close() {
    reader.close();
  }
}
