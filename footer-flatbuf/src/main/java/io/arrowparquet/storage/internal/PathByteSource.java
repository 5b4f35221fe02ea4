// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A local file, read by position. The file must not change while it is open.
 *
 * <p>Threads: may be shared. An interrupt ends the reads of the interrupted thread alone: they
 * throw {@link ClosedByInterruptException}, and the thread stays interrupted. The JDK closes the
 * channel then; the next read of any other thread opens the file again, and compares length, time
 * of the last change and inode with those of the file that was opened first. A difference is a
 * {@link FileSystemException} that names the file.
 */
public final class PathByteSource implements ByteSource {
  private final Path path;
  private final long length;

  /** Of the file as it was opened; null where the channel is the caller's, who opens it again. */
  private final FileIdentity identity;

  /** Changed under this object's lock; reading through it needs none. */
  private volatile FileChannel channel;

  private boolean isClosed;

  private volatile boolean isKept;

  private PathByteSource(Path path, FileIdentity identity) {
    this.path = path;
    this.identity = identity;
    this.length = identity.length();
    this.isKept = true;
  }

  private PathByteSource(Path path, FileChannel channel, FileIdentity identity) throws IOException {
    this.path = path;
    this.channel = channel;
    this.identity = identity;
    this.length = channel.size();
  }

  public static PathByteSource open(Path path) throws IOException {
    // Before opening: of a file that is replaced in between, opening again says that it changed.
    FileIdentity identity = FileIdentity.of(path);
    FileChannel channel = openChannel(path);
    try {
      return new PathByteSource(path, channel, identity);
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  private static FileChannel openChannel(Path path) throws IOException {
    try {
      return FileChannel.open(path, StandardOpenOption.READ);
    } catch (UnsupportedOperationException e) {
      String scheme = path.getFileSystem().provider().getScheme();
      throw FileIdentity.problem(
          path,
          "cannot be read by position, since file system "
              + scheme
              + " has no file channels; copy the file, or pass a ByteSource of your own",
          e);
    }
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public String version() {
    return identity == null ? null : identity.toString();
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    long base = position - target.position();
    withChannel(open -> readFully(open, base, target));
  }

  private Void readFully(FileChannel open, long base, ByteBuffer target) throws IOException {
    while (target.hasRemaining()) {
      long next = base + target.position();
      if (ChannelPieces.read(open, target, next) < 0) {
        throw new EOFException(
            path + ": ends at " + next + ", " + target.remaining() + " bytes before expected");
      }
    }
    return null;
  }

  /** Done once more with another channel where that was closed meanwhile. */
  @FunctionalInterface
  private interface Use<T> {
    T with(FileChannel open) throws IOException;
  }

  private <T> T withChannel(Use<T> use) throws IOException {
    while (true) {
      if (Thread.currentThread().isInterrupted()) {
        // Using the channel would throw the same, and close it for all others.
        throw new ClosedByInterruptException();
      }
      FileChannel open = channel;
      if (open == null) {
        reopen(null, new ClosedChannelException());
        continue;
      }
      try {
        return use.with(open);
      } catch (ClosedByInterruptException e) {
        // An interrupt closes the channel after it has set the flag: the thread may have cleared
        // it.
        Thread.currentThread().interrupt();
        throw e;
      } catch (ClosedChannelException e) {
        reopen(open, e);
      }
    }
  }

  private void reopen(FileChannel closed, ClosedChannelException cause) throws IOException {
    boolean isOpened = openAgain(closed, cause);
    // Closes another file, under that one's lock: never under this one's.
    if (isOpened && isKept) {
      OpenFiles.add(this);
    }
  }

  private synchronized boolean openAgain(FileChannel closed, ClosedChannelException cause)
      throws IOException {
    if (isClosed || identity == null) {
      throw cause;
    }
    if (channel != closed) {
      return false;
    }
    FileChannel again = openChannel(path);
    try {
      // After opening: what is at the path now was so when it was opened, or would differ.
      identity.requireSame(path);
    } catch (Throwable e) {
      again.close();
      throw e;
    }
    channel = again;
    return true;
  }

  /**
   * Another source of this file, for a footer that is fetched in parts: open while it is used. Null
   * where the channel is the caller's, and cannot be opened again.
   */
  public PathByteSource kept() {
    return identity == null ? null : new PathByteSource(path, identity);
  }

  /** As {@link #kept}, without opening the file again: says that it will not be closed for good. */
  public void keep() throws IOException {
    isKept = true;
    OpenFiles.add(this);
  }

  public boolean isKept() {
    return isKept;
  }

  public synchronized void release() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }

  public FileChannel channel() {
    return channel;
  }

  ByteBuffer map(Mappings mappings, long position, int size) throws IOException {
    return withChannel(
        open -> {
          requireLength(open, position + size);
          try {
            return mappings.map(open, position, size);
          } catch (UnsupportedOperationException e) {
            return null;
          } catch (IOException e) {
            if (e.getCause() instanceof OutOfMemoryError) {
              return null;
            }
            throw e;
          }
        });
  }

  public void requireWhole() throws IOException {
    withChannel(open -> requireLength(open, length));
  }

  private Void requireLength(FileChannel open, long expected) throws IOException {
    long found = open.size();
    if (found < expected) {
      String sizes = "found " + found + " bytes, expected at least " + expected;
      throw new EOFException(path + ": was truncated while it was open: " + sizes);
    }
    return null;
  }

  /** A file that is open already; closing the source closes the channel. */
  public static PathByteSource over(FileChannel channel, Path path) throws IOException {
    return new PathByteSource(path, channel, null);
  }

  public void copyTo(FileChannel out, long keep, ByteBuffer ending) throws IOException {
    copyTo(out, 0, keep);
    ChannelPieces.write(out, ending);
  }

  void copyTo(FileChannel out, long position, long count) throws IOException {
    long done = 0;
    while (done < count) {
      long step = channel.transferTo(position + done, count - done, out);
      if (step <= 0) {
        throw new EOFException(path + ": ends before offset " + (position + count));
      }
      done += step;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    isClosed = true;
    release();
  }

  /**
   * Files that stay open for the parts of footers that are asked for next. There are few, whatever
   * the number of footers: one that has to make room is closed, and opens itself again when it is
   * read. That of a footer that is not used any more is closed by the garbage collector.
   */
  private static final class OpenFiles {
    private static final int MAX = 16;

    private static final Deque<WeakReference<PathByteSource>> OPEN = new ArrayDeque<>();

    private OpenFiles() {}

    /**
     * The caller holds no lock of a file: two that make room for each other would wait for ever.
     */
    static void add(PathByteSource file) throws IOException {
      PathByteSource oldest = null;
      synchronized (OPEN) {
        OPEN.removeIf(other -> other.get() == file || other.get() == null);
        OPEN.addLast(new WeakReference<>(file));
        if (OPEN.size() > MAX) {
          oldest = OPEN.removeFirst().get();
        }
      }
      if (oldest != null) {
        oldest.release();
      }
    }
  }
}
