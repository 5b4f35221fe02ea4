// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.ValidityBits;
import io.arrowparquet.variant.value.MalformedPathFinder;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.vector.VariantReader;
import io.arrowparquet.variant.vector.VariantVector;

/**
 * A Variant vector, shredded or not: its values, their names moved to the batch's dictionary. Owns
 * the reader's scratch memory until closed.
 */
final class VariantValueWriter extends ColumnWriter implements AutoCloseable {
  private final ValidityBits validity;
  private final VariantReader reader;
  private final VariantLimits limits;

  VariantValueWriter(String path, VariantVector vector, VariantLimits limits) {
    super(path);
    this.validity = ValidityBits.of(vector.getUnderlyingVector());
    this.limits = limits;
    this.reader = new VariantReader(vector, limits);
  }

  @Override
  boolean isNull(int row) {
    return validity.isNull(row);
  }

  @Override
  void write(int row, VariantBuilder out) {
    VariantCursor value;
    try {
      value = reader.seek(row);
    } catch (MalformedVariantException e) {
      throw malformed(e);
    }
    try {
      out.append(value);
    } catch (MalformedVariantException e) {
      throw MalformedPathFinder.locate(e, value, limits).within(path());
    }
  }

  /** The reader names its own row; the one to name is the row of the whole column. */
  private MalformedVariantException malformed(MalformedVariantException e) {
    MalformedVariantException anywhere =
        new MalformedVariantException(e.problem(), e.offset(), e.found(), e.expected());
    return (e.path() == null ? anywhere : anywhere.at(e.path())).within(path());
  }

  @Override
  public void close() {
    reader.close();
  }
}
