// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BundleBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.zip.CRC32;

/** Bytes of a bundle in the order of writing, with their places. For one thread. */
final class BundleOutput {
  private static final int BUFFER_BYTES = 1 << 20;

  private final WritableByteChannel channel;
  private final BundleBytes buffer = new BundleBytes(BUFFER_BYTES);
  private long flushed;

  BundleOutput(WritableByteChannel channel) {
    this.channel = channel;
  }

  /** Where the next bytes are written. */
  long position() {
    return flushed + buffer.size();
  }

  /** Writes some bytes; returns where they are. */
  BundlePlace write(byte[] bytes, int length) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, length);
    BundlePlace place = new BundlePlace(position(), length, (int) crc.getValue());
    buffer.write(bytes, 0, length);
    if (buffer.size() >= BUFFER_BYTES) {
      flush();
    }
    return place;
  }

  BundlePlace write(byte[] bytes) throws IOException {
    return write(bytes, bytes.length);
  }

  void flush() throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(buffer.array(), 0, buffer.size());
    while (rest.hasRemaining()) {
      channel.write(rest);
    }
    flushed += buffer.size();
    buffer.clear();
  }
}
