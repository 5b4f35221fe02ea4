// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.ValidityBits;
import io.arrowparquet.variant.value.VariantBuilder;
import org.apache.arrow.vector.FieldVector;

/**
 * Appends the rows of one Arrow vector to a builder, as the {@link CastPlan} had them written.
 *
 * <p>Bound to its vector when made: buffers are proved long enough for the vector's rows then, so
 * that {@link #write} may go by addresses. {@link #isNull} comes before {@code write}, and refuses
 * a row that the vector does not have. Borrows the vector. Nothing is allocated for a row.
 */
abstract class ColumnWriter {
  private final String path;
  private final ValidityBits validity;

  /** {@code vector} may be null if {@link #isNull} is overridden. */
  ColumnWriter(String path, FieldVector vector) {
    this.path = path;
    this.validity = ValidityBits.of(vector);
  }

  boolean isNull(int row) {
    return validity.isNull(row);
  }

  abstract void write(int row, VariantBuilder out);

  /** Appends elements; what goes wrong names the element of {@code container}, a path. */
  final void writeElements(String container, int start, int end, VariantBuilder out) {
    int row = start;
    try {
      for (; row < end; row++) {
        writeOrNull(row, out);
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw e.at(path).inElement(container, "[" + (row - start) + "]");
    }
  }

  final void writeOrNull(int row, VariantBuilder out) {
    if (isNull(row)) {
      out.appendNull();
    } else {
      write(row, out);
    }
  }

  final String path() {
    return path;
  }

  final ConversionException mismatch(String found, String expected) {
    return new ConversionException(path, found, expected);
  }

  final MalformedVariantException malformed(String what, String found, String expected) {
    return new MalformedVariantException(what, found, expected).at(path);
  }

  static final class NullWriter extends ColumnWriter {
    NullWriter(String path) {
      super(path, null);
    }

    @Override
    boolean isNull(int row) {
      return true;
    }

    @Override
    void write(int row, VariantBuilder out) {
      out.appendNull();
    }
  }
}
