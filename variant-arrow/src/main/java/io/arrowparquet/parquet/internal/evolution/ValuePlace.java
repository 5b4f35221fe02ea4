// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.variant.ConversionException;

/**
 * Where the values of a vector are, for errors.
 *
 * @param path dotted path in the reader's schema
 * @param rows whether a value's number is that of its row in the batch, and not that of an element
 */
public record ValuePlace(String path, boolean rows) {

  /** The place of a child of this name. */
  public ValuePlace child(String name, boolean inRows) {
    return new ValuePlace(FieldUnion.path(path, name), rows && inRows);
  }

  /** The exception for a value that does not fit. */
  public DiagnosedException unfit(int index, String found, String expected) {
    ConversionException unfit = new ConversionException(path, found, expected);
    return rows ? unfit.atRow(index) : unfit;
  }
}
