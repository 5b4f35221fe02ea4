// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.internal.PendingReads;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Guarded by {@link #kept}. No thread loads while it holds that lock. */
final class RecentFooters implements FooterCache {
  private final long most;

  /** The one that was used last is last. */
  private final Map<SourceEntry, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);

  /** What is loaded now; done with null where that failed for its thread alone. */
  private final Map<SourceEntry, CompletableFuture<ParquetFooter>> loads = new HashMap<>();

  private long bytes;

  /** {@code bytes}: as counted when it was loaded; one with an index grows as it is used. */
  private record Kept(ParquetFooter footer, long bytes) {}

  RecentFooters(long most) {
    this.most = most;
  }

  @Override
  public ParquetFooter get(SourceEntry file, Loader loader) throws IOException {
    if (file.length() == SourceEntry.UNKNOWN && file.version() == null) {
      return loader.load();
    }
    while (true) {
      CompletableFuture<ParquetFooter> own = new CompletableFuture<>();
      CompletableFuture<ParquetFooter> other;
      synchronized (kept) {
        Kept known = kept.get(file);
        if (known != null) {
          return known.footer;
        }
        other = loads.putIfAbsent(file, own);
      }
      ParquetFooter loaded = other == null ? load(file, loader, own) : await(file, other);
      if (loaded != null) {
        return loaded;
      }
    }
  }

  private ParquetFooter load(SourceEntry file, Loader loader, CompletableFuture<ParquetFooter> load)
      throws IOException {
    Kept loaded = null;
    Throwable failure = null;
    try {
      ParquetFooter footer = loader.load();
      loaded = new Kept(footer, footer.footer().heapBytes());
      return footer;
    } catch (Throwable e) {
      boolean isOwn = e instanceof Error || Thread.currentThread().isInterrupted();
      failure = isOwn ? null : e;
      throw e;
    } finally {
      synchronized (kept) {
        loads.remove(file);
        if (loaded != null) {
          keep(file, loaded);
        }
      }
      if (failure == null) {
        load.complete(loaded == null ? null : loaded.footer);
      } else {
        load.completeExceptionally(failure);
      }
    }
  }

  private void keep(SourceEntry file, Kept loaded) {
    if (loaded.bytes > most) {
      return;
    }
    kept.put(file, loaded);
    bytes += loaded.bytes;
    Iterator<Kept> oldest = kept.values().iterator();
    while (bytes > most) {
      bytes -= oldest.next().bytes;
      oldest.remove();
    }
  }

  private static ParquetFooter await(SourceEntry file, CompletableFuture<ParquetFooter> load)
      throws IOException {
    try {
      return load.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PendingReads.interrupted(
          SourceEntry.name(file.uri()) + ": the thread was interrupted", e);
    } catch (ExecutionException e) {
      throw PendingReads.rethrown(e.getCause());
    }
  }
}
