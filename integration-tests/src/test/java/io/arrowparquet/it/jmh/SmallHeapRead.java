// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.variant.dataset.ParquetFileSet;
import io.arrowparquet.variant.parquet.ParquetArrowReader;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;

/** Opens and reads: what a JVM with a small heap runs. */
public final class SmallHeapRead {
  private SmallHeapRead() {}

  /** {@code file FILE} or {@code set FOLDER}: prints columns and rows. */
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[1]);
    ParquetReadOptions all = ParquetReadOptions.ALL;
    try (RootAllocator allocator = new RootAllocator();
        ArrowReader reader =
            arguments[0].equals("set")
                ? ParquetFileSet.open(List.of(path)).read(all, allocator)
                : ParquetArrowReader.open(path, all, allocator)) {
      int columns = reader.getVectorSchemaRoot().getFieldVectors().size();
      System.out.println(columns + " " + rows(reader));
    }
  }

  private static long rows(ArrowReader reader) throws IOException {
    long rows = 0;
    while (reader.loadNextBatch()) {
      rows += reader.getVectorSchemaRoot().getRowCount();
    }
    return rows;
  }
}
