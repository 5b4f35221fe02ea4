// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Borrows the buffer, whose content must not change. Threads may share it. */
public final class BufferByteSource implements ByteSource {
  private final String name;
  private final ByteBuffer bytes;

  public BufferByteSource(String name, ByteBuffer bytes) {
    this.name = name;
    this.bytes = bytes.slice();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long length() {
    return bytes.limit();
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    int count = target.remaining();
    BlockingByteSource.requireInside(name, bytes.limit(), position, count);
    target.put(bytes.slice((int) position, count));
  }

  public ByteBuffer view(long position, int size) {
    return bytes.slice((int) position, size);
  }

  @Override
  public void close() {}
}
