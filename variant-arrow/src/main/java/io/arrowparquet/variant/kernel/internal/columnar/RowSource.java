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
import java.util.function.IntFunction;

/**
 * The rows of a column, one after another.
 *
 * @param rows gives a row's Variant, shown until the next call; null if there is none
 * @param metadata shows the dictionary of the row given last
 * @param release gives back the memory that showing rows takes
 */
public record RowSource(
    int count, IntFunction<VariantCursor> rows, VariantMetadata metadata, Runnable release)
    implements AutoCloseable {

  /** The rows of a column, borrowed; owns the memory that shredded ones are put together in. */
  public static RowSource of(ParquetVariantVector column, VariantLimits limits) {
    VariantReader reader = new VariantReader(column, limits);
    return new RowSource(reader.count(), reader::seek, reader.metadata(), reader::close);
  }

  @Override
  public void close() {
    release.run();
  }

  /**
   * Gives every row in order to a visitor, SQL null as null; what goes wrong names its row.
   *
   * @param names numbers the names of the rows' dictionaries: translated when a row's dictionary
   *     differs from that of the row before
   * @param addNewNames whether names that are not in the table are added to it
   */
  public void visit(NameTable names, boolean addNewNames, Consumer<VariantCursor> visitor) {
    int row = 0;
    try {
      long bound = -1;
      for (; row < count; row++) {
        VariantCursor value = rows.apply(row);
        if (value != null && metadata.generation() != bound) {
          names.bind(metadata, addNewNames);
          bound = metadata.generation();
        }
        visitor.accept(value);
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw e.atRow(row);
    }
  }
}
