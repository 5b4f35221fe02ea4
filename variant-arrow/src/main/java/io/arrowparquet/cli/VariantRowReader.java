// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.shared.FileArgument;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;

/** Reads one Variant column of a file, a batch of rows at a time, and puts it together. */
final class VariantRowReader {
  private final FileArgument file;
  private final String column;

  /**
   * The column to read.
   *
   * @param column dotted path of the Variant group; naming it is enough where the file lacks the
   *     annotation
   */
  public VariantRowReader(FileArgument file, String column) {
    this.file = file;
    this.column = column;
  }

  /** Takes a batch of unshredded rows. */
  @FunctionalInterface
  public interface Batches {
    /** The vector is closed afterwards; rows in exceptions are the vector's. */
    void accept(ParquetVariantVector rows, BufferAllocator allocator);
  }

  /** Reads chosen row groups, or all where {@code rowGroups} is null. */
  public void read(List<Integer> rowGroups, Batches batches) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of(column))
            .withVariantColumns(Set.of(column))
            .withRowGroups(rowGroups);
    try (BufferAllocator allocator = new RootAllocator();
        ByteSource bytes = file.open();
        ParquetArrowReader reader = ParquetArrowReader.open(bytes, options, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      long row = 0;
      while (reader.loadNextBatch()) {
        try (ParquetVariantVector rows = VariantUnshred.unshred(find(root), allocator)) {
          batches.accept(rows, allocator);
        } catch (MalformedVariantException e) {
          throw RowErrors.in(file + ": " + column, row, e);
        }
        row += root.getRowCount();
      }
    }
  }

  private ParquetVariantVector find(VectorSchemaRoot root) throws IOException {
    ValueVector found = root.getFieldVectors().get(0);
    // Only the columns asked for were read, so each group on the way has one child.
    while (found instanceof StructVector group) {
      found = group.getChildrenFromFields().get(0);
    }
    if (found instanceof ParquetVariantVector variant) {
      return variant;
    }
    String type = ((FieldVector) found).getField().getType().toString();
    throw new IOException(
        file + ": " + column + " is not a Variant column outside of lists: " + type);
  }
}
