// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;

/**
 * The rule for all channels: a heap buffer of unknown size is not given to a channel as a whole.
 * The JDK copies it through a direct buffer, which it keeps until the thread ends: each thread
 * would keep as much memory as the largest footer that it has read or written.
 */
public final class ChannelPieces {
  /** Reading in pieces of this size takes no longer than reading at once. */
  private static final int PIECE = 256 << 10;

  private ChannelPieces() {}

  public static int read(FileChannel channel, ByteBuffer target, long position) throws IOException {
    int limit = limitToPiece(target);
    try {
      return channel.read(target, position);
    } finally {
      target.limit(limit);
    }
  }

  public static void write(WritableByteChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int limit = limitToPiece(bytes);
      try {
        channel.write(bytes);
      } finally {
        bytes.limit(limit);
      }
    }
  }

  public static void write(FileChannel channel, ByteBuffer bytes, long position)
      throws IOException {
    int start = bytes.position();
    while (bytes.hasRemaining()) {
      channel.write(bytes, position + bytes.position() - start);
    }
  }

  private static int limitToPiece(ByteBuffer bytes) {
    int limit = bytes.limit();
    if (!bytes.isDirect() && bytes.remaining() > PIECE) {
      bytes.limit(bytes.position() + PIECE);
    }
    return limit;
  }
}
