// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.internal.evolution.FileColumns;
import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.PageIndexDiagnostic;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.variant.ConversionException;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * A file of a set while it is read: it owns the source and the reader. One thread at a time.
 *
 * @param columns how the reader's vectors become those of the common schema
 * @param rowGroups how many row groups are read of it
 */
record OpenedFile(
    SetFile file, ByteSource bytes, ParquetArrowReader reader, FileColumns columns, int rowGroups)
    implements Closeable {

  boolean loadBatch(VectorSchemaRoot root) throws IOException {
    if (!reader.loadNextBatch()) {
      return false;
    }
    try {
      columns.adapt(reader.getVectorSchemaRoot(), root);
    } catch (ConversionException e) {
      throw e.in(file.name());
    }
    return true;
  }

  boolean isAtLastRowGroup() {
    ReadStatistics read = reader.statistics();
    return read.rowGroupsRead() + read.rowGroupsSkipped() == rowGroups;
  }

  List<FileDiagnostic<PageIndexDiagnostic>> diagnostics() {
    return reader.diagnostics().stream().map(found -> new FileDiagnostic<>(file, found)).toList();
  }

  List<FileDiagnostic<FilterDiagnostic>> filterDiagnostics() {
    return reader.filterDiagnostics().stream()
        .map(found -> new FileDiagnostic<>(file, found))
        .toList();
  }

  @Override
  public void close() throws IOException {
    try (bytes;
        reader) {
      // Closes both where one fails.
    }
  }
}
