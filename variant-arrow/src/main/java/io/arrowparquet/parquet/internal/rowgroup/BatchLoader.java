// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/** Loads batches into the vectors of the batch before. */
public final class BatchLoader {
  private BatchLoader() {}

  /**
   * Loads a batch.
   *
   * @param batch the caller's to close
   * @param root what its vectors hold is freed first: Arrow loads without harm into empty vectors
   *     only
   * @throws OutOfMemoryException as the allocator threw it; Arrow's loader takes it for a fault of
   *     the batch
   */
  public static void load(ArrowRecordBatch batch, VectorSchemaRoot root) {
    root.clear();
    try {
      new VectorLoader(root).load(batch);
    } catch (IllegalArgumentException e) {
      if (e.getCause() instanceof OutOfMemoryException failed) {
        throw failed;
      }
      throw e;
    }
  }
}
