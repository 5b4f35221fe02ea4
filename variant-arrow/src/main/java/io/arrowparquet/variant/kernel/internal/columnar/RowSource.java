// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantReader;

/** One Variant for each row of a column. */
public interface RowSource extends AutoCloseable {
  int count();

  /** The row's Variant, shown until the next call; null if there is none. */
  VariantCursor seek(int row);

  /** The dictionary of the row last sought. */
  VariantMetadata metadata();

  @Override
  void close();

  /** The rows themselves. */
  static RowSource of(ParquetVariantVector column, VariantLimits limits) {
    VariantReader reader = new VariantReader(column, limits);
    return new RowSource() {
      @Override
      public int count() {
        return reader.count();
      }

      @Override
      public VariantCursor seek(int row) {
        return reader.seek(row);
      }

      @Override
      public VariantMetadata metadata() {
        return reader.metadata();
      }

      @Override
      public void close() {
        reader.close();
      }
    };
  }
}
