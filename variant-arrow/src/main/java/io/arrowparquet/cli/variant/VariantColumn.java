// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.variant;

import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.KeyOptions;
import io.arrowparquet.cli.rows.RowErrors;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

public final class VariantColumn {
  @Parameters(
      paramLabel = "FILE",
      converter = FileArgument.Converter.class,
      description = "A Parquet file: a path or a URI.")
  private FileArgument file;

  @Option(
      names = "--column",
      paramLabel = "NAME",
      required = true,
      description = "The Variant column, by dotted path.")
  private String column;

  public static VariantColumn of(FileArgument file, String column) {
    VariantColumn named = new VariantColumn();
    named.file = file;
    named.column = column;
    return named;
  }

  FileArgument file() {
    return file;
  }

  String column() {
    return column;
  }

  @Override
  public String toString() {
    return file + ": " + column;
  }

  /** Reads the column alone; naming it is enough where the file lacks the annotation. */
  ParquetReadOptions options() {
    return KeyOptions.reading().withColumns(List.of(column)).withVariantColumns(Set.of(column));
  }

  /** Whether another batch is wanted. */
  @FunctionalInterface
  interface Batches {
    boolean accept(VectorSchemaRoot batch, BufferAllocator allocator) throws IOException;
  }

  void forEachBatch(ParquetReadOptions options, Batches batches) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        ByteSource bytes = file.open();
        ParquetArrowReader reader = ParquetArrowReader.open(bytes, options, allocator)) {
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      long first = 0;
      try {
        while (reader.loadNextBatch() && batches.accept(batch, allocator)) {
          first += batch.getRowCount();
        }
      } catch (MalformedVariantException | ConversionException e) {
        throw RowErrors.in(toString(), first, e);
      }
    }
  }

  /**
   * All row groups where {@code rowGroups} is null. Each batch is put together, and closed
   * afterwards.
   */
  public void read(List<Integer> rowGroups, BiConsumer<ParquetVariantVector, BufferAllocator> rows)
      throws IOException {
    forEachBatch(
        options().withRowGroups(rowGroups),
        (batch, allocator) -> {
          try (ParquetVariantVector whole = VariantUnshred.unshred(find(batch), allocator)) {
            rows.accept(whole, allocator);
          }
          return true;
        });
  }

  ParquetVariantVector find(VectorSchemaRoot root) throws IOException {
    FieldVector found = root.getVector(0);
    // Only the columns asked for were read, so each group on the way has one child.
    while (found instanceof StructVector group) {
      found = group.getChildrenFromFields().get(0);
    }
    if (found instanceof ParquetVariantVector variant) {
      return variant;
    }
    String type = found.getField().getType().toString();
    throw new IOException(this + " is not a Variant column outside of lists: " + type);
  }
}
