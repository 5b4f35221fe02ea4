// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.variant.internal.UseGuard;
import java.io.Closeable;
import java.io.IOException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/** A scan as an Arrow reader. Threads and use after closing are as with a {@link FileSetReader}. */
final class ScanReader extends ArrowReader {
  private final ParquetScan scan;
  private final UseGuard guard = new UseGuard("the reader of a scan");

  ScanReader(ParquetScan scan, BufferAllocator allocator) {
    super(allocator);
    this.scan = scan;
  }

  @Override
  protected Schema readSchema() {
    return scan.schema();
  }

  @Override
  protected void ensureInitialized() throws IOException {
    guard.enter();
    try {
      super.ensureInitialized();
    } finally {
      guard.exit();
    }
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    return guard.call(
        () -> {
          prepareLoadNextBatch();
          VectorSchemaRoot root = getVectorSchemaRoot();
          root.clear();
          boolean done = false;
          try {
            boolean loaded = scan.load(root);
            done = true;
            return loaded;
          } finally {
            if (!done) {
              root.clear();
            }
          }
        });
  }

  @Override
  public long bytesRead() {
    return scan.statistics().bytesRead();
  }

  @Override
  public void close() throws IOException {
    // The scan first: a call that waits for a batch ends then.
    Closeable vectors = () -> guard.close(() -> super.close(false));
    try (vectors) {
      scan.close();
    }
  }

  /** As {@link #close()}: the scan is this reader's own. */
  @Override
  public void close(boolean closeReadSource) throws IOException {
    close();
  }

  @Override
  protected void closeReadSource() {}
}
