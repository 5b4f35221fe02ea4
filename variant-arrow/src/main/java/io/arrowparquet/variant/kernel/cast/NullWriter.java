// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.value.VariantBuilder;

/** Null: no row has a value. */
final class NullWriter extends ColumnWriter {
  NullWriter(String path) {
    super(path);
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
