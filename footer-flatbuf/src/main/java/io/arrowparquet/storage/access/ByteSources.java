// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.access;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.BufferByteSource;
import io.arrowparquet.storage.internal.ChannelByteSource;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;

/**
 * Sources of bytes that are at hand: paths, channels, memory. Other storage has a class of its own
 * in a package of its own, and {@link UriSources} opens all of it by URI.
 *
 * <p>Threads: any may call it.
 */
public final class ByteSources {
  private ByteSources() {}

  /**
   * A file of any file system: through its {@link java.nio.channels.FileChannel}, or the plain
   * channel where it has no other. The caller closes the source.
   *
   * @throws FileSystemException if it is a folder, or its file system has no channel that can be
   *     positioned; it names what is missing
   * @throws IOException if the file cannot be opened
   */
  public static ByteSource path(Path path) throws IOException {
    try {
      return PathByteSource.open(path);
    } catch (FileSystemException e) {
      if (!(e.getCause() instanceof UnsupportedOperationException)) {
        throw e;
      }
      return plain(path, e);
    }
  }

  private static ByteSource plain(Path path, FileSystemException noFileChannel) throws IOException {
    SeekableByteChannel channel;
    try {
      channel = Files.newByteChannel(path);
    } catch (UnsupportedOperationException | ProviderNotFoundException e) {
      noFileChannel.addSuppressed(e);
      throw noFileChannel;
    }
    try {
      long size = channel.size();
      channel.position(Math.min(1, size)).position(0);
      return ChannelByteSource.open(path.toString(), channel);
    } catch (UnsupportedOperationException e) {
      try (channel) {
        noFileChannel.addSuppressed(e);
        throw noFileChannel;
      }
    } catch (Throwable e) {
      try (channel) {
        throw e;
      }
    }
  }

  /**
   * A channel, whose position the source changes; closing the source closes the channel.
   *
   * @param name what error messages call it
   * @throws IOException if the channel does not give its size
   */
  public static ByteSource channel(String name, SeekableByteChannel channel) throws IOException {
    return ChannelByteSource.open(name, channel);
  }

  /**
   * The bytes from the buffer's position to its limit, which are borrowed and must not change.
   *
   * @param name what error messages call them
   */
  public static ByteSource memory(String name, ByteBuffer bytes) {
    return new BufferByteSource(name, bytes);
  }
}
