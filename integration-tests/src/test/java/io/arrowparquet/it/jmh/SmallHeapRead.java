// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;

/** Opens and reads: what a JVM with a small heap runs. */
public final class SmallHeapRead {
  private SmallHeapRead() {}

  /**
   * {@code file FILE}, {@code set FOLDER} or {@code bundle BUNDLE}, of which the column {@code c0}
   * is read: prints columns and rows.
   */
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[1]);
    try (RootAllocator allocator = new RootAllocator();
        ArrowReader reader = open(arguments[0], path, allocator)) {
      int columns = reader.getVectorSchemaRoot().getFieldVectors().size();
      System.out.println(columns + " " + rows(reader));
    }
  }

  private static ArrowReader open(String what, Path path, BufferAllocator allocator)
      throws IOException {
    ParquetReadOptions all = ParquetReadOptions.defaults();
    return switch (what) {
      case "set" -> ParquetFileSet.open(List.of(path)).read(all, allocator);
      case "bundle" -> {
        ParquetReadOptions first = all.withColumns(List.of("c0"));
        try (FooterBundle bundle = FooterBundle.open(path)) {
          yield ParquetFileSet.open(bundle, path.getParent(), BundleTrust.STAT, first, stale -> {})
              .read(first, allocator);
        }
      }
      default -> ParquetArrowReader.open(path, all, allocator);
    };
  }

  private static long rows(ArrowReader reader) throws IOException {
    long rows = 0;
    while (reader.loadNextBatch()) {
      rows += reader.getVectorSchemaRoot().getRowCount();
    }
    return rows;
  }
}
