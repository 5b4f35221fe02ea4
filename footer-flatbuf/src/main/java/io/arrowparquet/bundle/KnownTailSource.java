// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ForwardingByteSource;
import io.arrowparquet.storage.SourceTail;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A source whose end was read already, which saves the request for it. */
final class KnownTailSource extends ForwardingByteSource {
  private final SourceTail tail;

  private KnownTailSource(ByteSource source, SourceTail tail) {
    super(source);
    this.tail = tail;
  }

  /** Reads the end. */
  static KnownTailSource read(ByteSource source, int most) throws IOException {
    return new KnownTailSource(source, source.readTail(most));
  }

  @Override
  public long length() {
    return tail.length();
  }

  @Override
  public SourceTail readTail(int most) throws IOException {
    ByteBuffer known = tail.bytes().slice();
    long wanted = Math.min(most, tail.length());
    if (wanted > known.remaining()) {
      return source().readTail(most);
    }
    known.position(known.limit() - (int) wanted);
    return new SourceTail(tail.length(), known.slice());
  }
}
