// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;

/** A table in memory, which may be read any number of times. */
final class TableBatches implements AutoCloseable {
  private final Schema schema;
  private final List<VectorSchemaRoot> batches = new ArrayList<>();

  private TableBatches(Schema schema) {
    this.schema = schema;
  }

  /** The rows of a file; the caller closes them. */
  static TableBatches of(Path file, int batchRows, BufferAllocator allocator) throws IOException {
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(
            file, ParquetReadOptions.defaults().withBatchSize(batchRows), allocator)) {
      TableBatches table = new TableBatches(reader.getVectorSchemaRoot().getSchema());
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = VectorSchemaRoot.create(table.schema, allocator);
        move(reader.getVectorSchemaRoot(), batch);
        table.batches.add(batch);
      }
      return table;
    }
  }

  private static void move(VectorSchemaRoot from, VectorSchemaRoot to) {
    try (ArrowRecordBatch record = new VectorUnloader(from).getRecordBatch()) {
      new VectorLoader(to).load(record);
    }
  }

  Schema schema() {
    return schema;
  }

  List<VectorSchemaRoot> batches() {
    return batches;
  }

  /** A reader that copies no bytes. */
  ArrowReader reader(BufferAllocator allocator) {
    return new Reader(allocator);
  }

  @Override
  public void close() {
    batches.forEach(VectorSchemaRoot::close);
  }

  private final class Reader extends ArrowReader {
    private int next;

    Reader(BufferAllocator allocator) {
      super(allocator);
    }

    @Override
    public boolean loadNextBatch() throws IOException {
      if (next == batches.size()) {
        return false;
      }
      move(batches.get(next), getVectorSchemaRoot());
      next++;
      return true;
    }

    @Override
    public long bytesRead() {
      return 0;
    }

    @Override
    protected void closeReadSource() {}

    @Override
    protected Schema readSchema() {
      return schema;
    }
  }
}
