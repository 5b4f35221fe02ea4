// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Streams of one file: as many as threads read at the same time, since each has a position. */
public final class StreamPool<S extends Closeable> implements Closeable {
  private final String name;
  private final ThreadedRead.Call<S> opener;
  private final Deque<S> idle = new ArrayDeque<>();
  private boolean isClosed;

  @FunctionalInterface
  public interface Use<S> {
    void with(S stream) throws IOException;
  }

  public StreamPool(String name, ThreadedRead.Call<S> opener) throws IOException {
    this.name = name;
    this.opener = opener;
    idle.add(opener.run());
  }

  /** A stream whose use fails is not used again. */
  public void use(Use<S> use) throws IOException {
    S stream = take();
    try {
      use.with(stream);
    } catch (Throwable e) {
      try (stream) {
        throw e;
      }
    }
    giveBack(stream);
  }

  private S take() throws IOException {
    synchronized (this) {
      requireOpen();
      if (!idle.isEmpty()) {
        return idle.pop();
      }
    }
    return opener.run();
  }

  private void requireOpen() throws IOException {
    if (isClosed) {
      throw new IOException(name + ": is closed");
    }
  }

  private void giveBack(S stream) throws IOException {
    synchronized (this) {
      if (!isClosed) {
        idle.push(stream);
        return;
      }
    }
    stream.close();
  }

  @Override
  public void close() throws IOException {
    List<S> closing;
    synchronized (this) {
      isClosed = true;
      closing = new ArrayList<>(idle);
      idle.clear();
    }
    Throwable failure = null;
    for (S stream : closing) {
      try {
        stream.close();
      } catch (Throwable e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw PendingReads.rethrown(failure);
    }
  }
}
