// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantReader;
import java.util.function.Consumer;

public interface RowSource extends AutoCloseable {
  int count();

  /** The row's Variant, shown until the next call; null if there is none. */
  VariantCursor seek(int row);

  VariantMetadata metadata();

  @Override
  void close();

  /**
   * Gives every row in order to a visitor, SQL null as null; what goes wrong names its row.
   *
   * @param names numbers the names of the rows' dictionaries: translated when a row's dictionary
   *     differs from that of the row before
   * @param addNewNames whether names that are not in the table are added to it
   */
  default void visit(NameTable names, boolean addNewNames, Consumer<VariantCursor> visitor) {
    int row = 0;
    try {
      int count = count();
      long bound = -1;
      for (; row < count; row++) {
        VariantCursor value = seek(row);
        if (value != null && metadata().generation() != bound) {
          names.bind(metadata(), addNewNames);
          bound = metadata().generation();
        }
        visitor.accept(value);
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw e.atRow(row);
    }
  }

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
