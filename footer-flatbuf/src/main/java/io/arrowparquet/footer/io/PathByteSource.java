// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io;

import io.arrowparquet.footer.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A local file, read by position. The file must not change while it is open.
 *
 * <p>Threads: may be shared.
 */
public final class PathByteSource implements ByteSource {
  private final Path path;
  private final FileChannel channel;
  private final long length;

  private PathByteSource(Path path, FileChannel channel) throws IOException {
    this.path = path;
    this.channel = channel;
    this.length = channel.size();
  }

  /**
   * Opens a file; the caller closes the source.
   *
   * @throws IOException if the file cannot be opened
   */
  public static PathByteSource open(Path path) throws IOException {
    // A folder can be opened as if it were a file, and fails at the first read without its name.
    if (Files.isDirectory(path)) {
      throw new FileSystemException(path.toString(), null, "is a directory");
    }
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    try {
      return new PathByteSource(path, channel);
    } catch (IOException e) {
      channel.close();
      throw e;
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
  public void readFully(long position, ByteBuffer target) throws IOException {
    long next = position;
    while (target.hasRemaining()) {
      int count = channel.read(target, next);
      if (count < 0) {
        throw new EOFException(
            path + ": ends at " + next + ", " + target.remaining() + " bytes before expected");
      }
      next += count;
    }
  }

  /**
   * The bytes from {@code position} on, mapped into memory: nothing is read until it is touched.
   */
  ByteBuffer map(long position, int size) throws IOException {
    return channel.map(FileChannel.MapMode.READ_ONLY, position, size);
  }

  /** A file that is open already; closing the source closes the channel. */
  static PathByteSource over(FileChannel channel, Path path) throws IOException {
    return new PathByteSource(path, channel);
  }

  /** Appends the first {@code keep} bytes of this file to another, then {@code ending}. */
  void copyTo(FileChannel out, long keep, ByteBuffer ending) throws IOException {
    copyTo(out, 0, keep);
    while (ending.hasRemaining()) {
      out.write(ending);
    }
  }

  /** Appends {@code count} bytes of this file, from {@code position} on, to another. */
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
  public void close() throws IOException {
    channel.close();
  }
}
