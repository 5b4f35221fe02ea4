// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Streams of one file, each of which has a position, and so serves one thread at a time: as many as
 * threads read at the same time.
 */
public final class StreamPool<S extends Closeable> implements Closeable {
  private final String name;
  private final Opener<S> opener;
  private final Deque<S> idle = new ArrayDeque<>();
  private final List<S> open = new ArrayList<>();
  private boolean isClosed;

  @FunctionalInterface
  public interface Opener<S> {
    S open() throws IOException;
  }

  @FunctionalInterface
  public interface Use<S> {
    void with(S stream) throws IOException;
  }

  public StreamPool(String name, Opener<S> opener) throws IOException {
    this.name = name;
    this.opener = opener;
    S first = opener.open();
    open.add(first);
    idle.add(first);
  }

  /** A stream whose use fails is not used again. */
  public void use(Use<S> use) throws IOException {
    S stream = take();
    try {
      use.with(stream);
    } catch (Throwable e) {
      synchronized (this) {
        open.remove(stream);
      }
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
    S more = opener.open();
    synchronized (this) {
      open.add(more);
    }
    return more;
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
      open.remove(stream);
    }
    stream.close();
  }

  /** Closes the idle streams; others are closed by those who use them. */
  @Override
  public void close() throws IOException {
    List<S> closing;
    synchronized (this) {
      isClosed = true;
      closing = new ArrayList<>(idle);
      idle.clear();
      open.removeAll(closing);
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
