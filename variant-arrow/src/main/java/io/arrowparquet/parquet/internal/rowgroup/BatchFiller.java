// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.internal.FirstFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Joins small batches: what it gives out has at least half the rows or half the bytes asked for,
 * unless the next batch would not have fit in, or there is none. A batch that is large enough
 * passes without a copy. Owns the batches held; close it in any case. One thread at a time.
 */
public final class BatchFiller implements AutoCloseable {
  /** Offsets of 4 bytes count twice as many. */
  private static final long MOST_BYTES = 1 << 30;

  private final Schema schema;
  private final BufferAllocator allocator;
  private final boolean filling;
  private final int mostRows;
  private final long mostBytes;
  private final List<ArrowRecordBatch> held = new ArrayList<>();
  private final FirstFailure failure = new FirstFailure();
  private int rows;
  private long bytes;

  /** Where types of the schema cannot be joined, every batch passes. */
  public BatchFiller(Schema schema, ParquetReadOptions options, BufferAllocator allocator) {
    this.schema = schema;
    this.allocator = allocator;
    this.filling = options.filledBatches() && JoinedBatch.supports(schema);
    this.mostRows = options.batchSize();
    this.mostBytes = Math.min(options.batchBytes(), MOST_BYTES);
  }

  @FunctionalInterface
  public interface Source {
    boolean load(VectorSchemaRoot root) throws IOException;
  }

  /**
   * Loads batches until there is one to give out, in the empty {@code root}. Where the source
   * fails, the rows before come first, and the failure with the call after; an interrupt of the
   * thread comes at once, as the source may go on after it.
   */
  public boolean fill(VectorSchemaRoot root, Source source) throws IOException {
    failure.throwIfSet();
    while (!isLarge(rows, bytes)) {
      try {
        if (!source.load(root)) {
          break;
        }
      } catch (Exception e) {
        FirstFailure thrown = new FirstFailure();
        thrown.set(e);
        // Without memory the rows before cannot be given out, either.
        if (held.isEmpty() || e instanceof OutOfMemoryException || thrown.isInterrupt()) {
          throw e;
        }
        root.clear();
        failure.setFrom(thrown);
        break;
      }
      if (offer(root)) {
        return true;
      }
    }
    return release(root);
  }

  /** Whether rows are held that {@link #fill} gives out, also if the source has no more. */
  public boolean holdsRows() {
    return !held.isEmpty();
  }

  private boolean isLarge(int someRows, long someBytes) {
    return someRows >= mostRows - mostRows / 2 || someBytes >= mostBytes - mostBytes / 2;
  }

  /** Takes a batch, which then has what is to be given out, or is empty. */
  private boolean offer(VectorSchemaRoot batch) {
    int newRows = batch.getRowCount();
    if (!filling || (held.isEmpty() && isLarge(newRows, 0))) {
      return true;
    }
    // The count of nulls is not needed and would take a pass over the bits.
    held.add(new VectorUnloader(batch, false, true).getRecordBatch());
    batch.clear();
    ArrowRecordBatch part = held.get(held.size() - 1);
    long newBytes = part.computeBodyLength();
    boolean fits = newRows <= mostRows - rows && newBytes <= mostBytes - bytes;
    boolean given = !fits && release(batch, held.size() - 1);
    rows += newRows;
    bytes += newBytes;
    return given || (isLarge(rows, bytes) && release(batch));
  }

  private boolean release(VectorSchemaRoot output) {
    return release(output, held.size());
  }

  private boolean release(VectorSchemaRoot output, int count) {
    if (count == 0) {
      return false;
    }
    List<ArrowRecordBatch> parts = held.subList(0, count);
    if (count == 1) {
      load(parts.get(0), output);
    } else {
      try (ArrowRecordBatch joined = JoinedBatch.join(schema, parts, allocator)) {
        load(joined, output);
      }
    }
    parts.forEach(ArrowRecordBatch::close);
    parts.clear();
    rows = 0;
    bytes = 0;
    return true;
  }

  @Override
  public void close() {
    held.forEach(ArrowRecordBatch::close);
    held.clear();
    rows = 0;
    bytes = 0;
  }

  /** Leaves the first rows of a batch, at most {@code most}, and says how many those are. */
  public static long cut(VectorSchemaRoot root, long most) {
    if (root.getRowCount() > most) {
      try (VectorSchemaRoot first = root.slice(0, (int) most)) {
        for (int i = 0; i < first.getFieldVectors().size(); i++) {
          first.getVector(i).makeTransferPair(root.getVector(i)).transfer();
        }
      }
      root.setRowCount((int) most);
    }
    return root.getRowCount();
  }

  /**
   * Frees what the root's vectors hold first: Arrow loads without harm into empty vectors only.
   * Arrow's loader takes an {@link OutOfMemoryException} for a fault of the batch: it is thrown as
   * it was.
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
