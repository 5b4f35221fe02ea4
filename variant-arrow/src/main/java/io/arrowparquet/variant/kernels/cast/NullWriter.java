// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels.cast;

import io.arrowparquet.variant.encoding.VariantBuilder;

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
