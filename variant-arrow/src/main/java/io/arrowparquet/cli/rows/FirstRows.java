// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.cli.shared.FileArgument;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.kernel.infer.InferShredding;
import io.arrowparquet.variant.kernel.infer.InferredShredding;
import io.arrowparquet.variant.vector.VariantVector;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;

/** Looks at the first rows of a Variant column to find out how it is best shredded. */
public final class FirstRows {
  /** Enough to know by; a file of many more is not read twice. */
  private static final long ROWS = 200_000;

  private FirstRows() {}

  /**
   * What fits the column.
   *
   * @param column dotted path of the Variant group, outside of lists or within
   */
  public static InferredShredding infer(FileArgument file, String column, InferShredding infer)
      throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.ALL.withColumns(List.of(column)).withVariantColumns(Set.of(column));
    try (BufferAllocator allocator = new RootAllocator();
        ByteSource bytes = file.open();
        ParquetArrowReader reader = ParquetArrowReader.open(bytes, options, allocator)) {
      InferredShredding found = infer.infer(List.of());
      long rows = 0;
      while (rows < ROWS && reader.loadNextBatch()) {
        FieldVector vector = reader.getVectorSchemaRoot().getFieldVectors().get(0);
        try {
          found = found.merge(infer.infer(variant(vector)));
        } catch (MalformedVariantException e) {
          throw RowErrors.in(file + ": " + column, rows, e);
        }
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
      return found;
    }
  }

  /** Only the column was read, so each group on the way to it has one child. */
  private static VariantVector variant(FieldVector vector) {
    FieldVector found = vector;
    while (!(found instanceof VariantVector)) {
      found = found.getChildrenFromFields().get(0);
    }
    return (VariantVector) found;
  }
}
