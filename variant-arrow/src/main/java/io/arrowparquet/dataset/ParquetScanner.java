// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.util.List;
import org.apache.arrow.dataset.scanner.ScanTask;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/** One scan: a task for each row group, or all of them as one reader. */
// Tasks are deprecated in favour of scanBatches, but the one way that Arrow has to scan on many
// threads.
@SuppressWarnings("deprecation")
final class ParquetScanner implements Scanner {
  private final ParquetFileSet files;
  private final ParquetReadOptions options;
  private final Schema schema;
  private final BufferAllocator allocator;

  ParquetScanner(
      ParquetFileSet files, ParquetReadOptions options, Schema schema, BufferAllocator allocator) {
    this.files = files;
    this.options = options;
    this.schema = schema;
    this.allocator = allocator;
  }

  @Override
  public ArrowReader scanBatches() {
    return files.read(options, allocator);
  }

  @Override
  public Iterable<? extends ScanTask> scan() {
    return files.fragments().stream().map(RowGroupTask::new).toList();
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public void close() {}

  /** Reads one row group; each execution makes a reader of its own. */
  private final class RowGroupTask implements ScanTask {
    private final ParquetFragment fragment;

    RowGroupTask(ParquetFragment fragment) {
      this.fragment = fragment;
    }

    @Override
    public ArrowReader execute() {
      return files.read(List.of(fragment), options, allocator);
    }

    @Override
    public void close() {}
  }
}
