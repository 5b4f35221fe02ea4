// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Another source, of which all reads are {@link #readFully}, as those of a caller's own are. */
public class PlainSource implements ByteSource {
  private final ByteSource source;

  public PlainSource(ByteSource source) {
    this.source = source;
  }

  @Override
  public String name() {
    return source.name();
  }

  @Override
  public long length() throws IOException {
    return source.length();
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    source.readFully(position, target);
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
