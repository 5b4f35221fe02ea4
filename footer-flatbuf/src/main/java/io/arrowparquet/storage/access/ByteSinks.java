// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.access;

import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.internal.ChannelPieces;
import io.arrowparquet.storage.internal.FileReplacement;
import io.arrowparquet.storage.internal.StreamByteSink;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/**
 * Places to write to that are at hand: paths and streams. Other storage has a class of its own in a
 * package of its own, and {@link UriSinks} opens all of it by URI.
 *
 * <p>Threads: any may call it.
 */
public final class ByteSinks {
  private ByteSinks() {}

  /**
   * A file that is written beside its place and put there by {@link ByteSink#commit}, as {@link
   * FileReplacement} says.
   *
   * @param overwrite whether a file that is there is replaced
   * @throws java.nio.file.FileAlreadyExistsException if there is one and it must not be replaced
   * @throws IOException if the file cannot be made
   */
  public static ByteSink path(Path path, boolean overwrite) throws IOException {
    FileReplacement.Pending pending = new FileReplacement(path, overwrite).begin();
    return new ByteSink() {
      @Override
      public String name() {
        return path.toString();
      }

      @Override
      public void write(ByteBuffer bytes) throws IOException {
        ChannelPieces.write(pending.channel(), bytes);
      }

      @Override
      public void commit() throws IOException {
        pending.commit();
      }

      @Override
      public void close() throws IOException {
        pending.close();
      }
    };
  }

  /**
   * A sink as a channel. Closing the channel closes the sink, which is committed by its owner
   * before.
   */
  public static WritableByteChannel channel(ByteSink sink) {
    return new WritableByteChannel() {
      private boolean isClosed;

      @Override
      public int write(ByteBuffer bytes) throws IOException {
        if (isClosed) {
          throw new ClosedChannelException();
        }
        int count = bytes.remaining();
        sink.write(bytes);
        return count;
      }

      @Override
      public boolean isOpen() {
        return !isClosed;
      }

      @Override
      public void close() throws IOException {
        isClosed = true;
        sink.close();
      }
    };
  }

  /**
   * A stream, which is flushed by {@link ByteSink#commit} and closed with the sink, committed or
   * not: what was written cannot be taken back, but without its end it is not a Parquet file.
   *
   * @param name what error messages call it
   */
  public static ByteSink stream(String name, OutputStream stream) {
    return new StreamByteSink(name, stream);
  }
}
