// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import io.arrowparquet.variant.internal.UseGuard;
import java.io.Closeable;
import java.io.IOException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * One thread uses a reader at a time, any may close it, and after a failure it throws the same
 * again. {@code S} is a snapshot.
 */
public abstract class GuardedReader<S> extends ArrowReader {
  private final UseGuard guard;

  private volatile S statistics;

  /**
   * {@code name} begins messages: {@code "the reader of a.parquet"}. {@code nothing}: statistics at
   * first.
   */
  protected GuardedReader(String name, S nothing, BufferAllocator allocator) {
    super(allocator);
    this.statistics = nothing;
    this.guard = new UseGuard(name);
  }

  protected abstract boolean load(VectorSchemaRoot root) throws IOException;

  protected abstract S count();

  /** Ends what a call that is under way waits for; may be done again. */
  protected abstract void end() throws IOException;

  /** Frees all but the vectors, when no call is under way. */
  protected abstract void release() throws IOException;

  protected final boolean guarded(UseGuard.Call<Boolean> step) throws IOException {
    return guard.call(
        () -> {
          try {
            return step.run();
          } finally {
            remember();
          }
        });
  }

  protected final void remember() {
    statistics = count();
  }

  @Override
  protected final void ensureInitialized() throws IOException {
    guard.enter();
    try {
      super.ensureInitialized();
    } finally {
      guard.exit();
    }
  }

  /**
   * Loads the next batch into the vectors.
   *
   * @return false at the end, and from then on
   * @throws IOException if reading fails; so every time afterwards, as with every other exception
   * @throws IllegalStateException if the reader is closed, or another thread is using it
   */
  @Override
  public final boolean loadNextBatch() throws IOException {
    return guard.call(this::loadEmptied);
  }

  private boolean loadEmptied() throws IOException {
    prepareLoadNextBatch();
    VectorSchemaRoot root = getVectorSchemaRoot();
    // So that there are not two batches in memory.
    root.clear();
    boolean done = false;
    try {
      boolean loaded = load(root);
      done = true;
      return loaded;
    } finally {
      if (!done) {
        root.clear();
      }
      remember();
    }
  }

  /**
   * What had been read, and what could be left unread, when {@link #loadNextBatch} last returned.
   * Any thread may ask, also of a closed reader.
   */
  public final S statistics() {
    return statistics;
  }

  /**
   * Frees the vectors and everything else. Requests that are under way are cancelled first, so that
   * storage is not waited for, also by another thread that is loading a batch: it gets an {@link
   * IllegalStateException}. What is left is waited for, as the memory is freed: that thread's
   * decoding, and a read that its source neither ends when it is cancelled nor when its thread is
   * interrupted, which those of this library do.
   */
  @Override
  public final void close() throws IOException {
    guard.close(
        this::end,
        () -> {
          // The vectors first.
          Closeable rest = this::release;
          try (rest) {
            super.close(false);
          }
        });
  }

  /**
   * As {@link #close()}: what was handed in stays open, and what was opened here is closed, with
   * either argument.
   */
  @Override
  public final void close(boolean closeReadSource) throws IOException {
    close();
  }

  @Override
  protected final void closeReadSource() {}
}
