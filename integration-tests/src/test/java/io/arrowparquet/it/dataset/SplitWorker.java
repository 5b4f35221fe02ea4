// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetSplit;
import io.arrowparquet.storage.access.ByteSources;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;

/** Reads splits from files, and prints their rows. */
final class SplitWorker {
  private SplitWorker() {}

  public static void main(String[] files) throws Exception {
    try (RootAllocator allocator = new RootAllocator()) {
      for (String file : files) {
        ParquetSplit split = ParquetSplit.from(Files.readAllBytes(Path.of(file)));
        try (FileSetReader reader = split.open(ByteSources.defaults(), allocator)) {
          System.out.print(rows(reader));
        }
      }
    }
  }

  static String rows(FileSetReader reader) throws Exception {
    StringBuilder rows = new StringBuilder();
    while (reader.loadNextBatch()) {
      for (int row = 0; row < reader.getVectorSchemaRoot().getRowCount(); row++) {
        for (FieldVector column : reader.getVectorSchemaRoot().getFieldVectors()) {
          rows.append(column.getName()).append('=').append(column.getObject(row)).append(' ');
        }
        rows.append('\n');
      }
    }
    return rows.toString();
  }
}
