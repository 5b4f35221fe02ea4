// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/**
 * A channel that can be positioned, as a source: what file systems without {@link
 * java.nio.channels.FileChannel} have. Its bytes must not change while it is open.
 *
 * <p>Reads one after the other, since a channel has one position. Threads: may be shared. An
 * interrupt closes many kinds of channels, and so ends the reads of all threads.
 */
public final class ChannelByteSource implements ByteSource {
  private final String name;
  private final SeekableByteChannel channel;
  private final long length;

  private ChannelByteSource(String name, SeekableByteChannel channel, long length) {
    this.name = name;
    this.channel = channel;
    this.length = length;
  }

  /**
   * A source over a channel, whose position it changes; closing the source closes the channel.
   *
   * @param name what error messages call it
   * @throws IOException if the channel does not give its size
   */
  public static ChannelByteSource open(String name, SeekableByteChannel channel)
      throws IOException {
    return new ChannelByteSource(name, channel, channel.size());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    SourceBounds.require(name, length, position, target.remaining());
    synchronized (channel) {
      channel.position(position);
      while (target.hasRemaining()) {
        if (channel.read(target) < 0) {
          throw new EOFException(name + ": ends " + target.remaining() + " bytes early");
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
