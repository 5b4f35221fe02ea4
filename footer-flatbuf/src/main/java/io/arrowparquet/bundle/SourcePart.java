// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A range of a source as a source of its own, which closes the other. Threads may share it. */
final class SourcePart implements ByteSource {
  private final ByteSource whole;
  private final long offset;
  private final long length;

  private SourcePart(ByteSource whole, long offset, long length) {
    this.whole = whole;
    this.offset = offset;
    this.length = length;
  }

  /**
   * A part.
   *
   * @throws CorruptFooterException if the range is not inside the source
   */
  static SourcePart of(ByteSource whole, long offset, long length) throws IOException {
    long most = whole.length();
    if (offset < 0 || length < 0 || offset > most - length) {
      throw new CorruptFooterException(
              "place of a footer bundle",
              offset,
              length + " bytes",
              "a range of the " + most + " bytes")
          .in(whole.name());
    }
    return new SourcePart(whole, offset, length);
  }

  @Override
  public String name() {
    return whole.name();
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    if (position < 0 || position > length - target.remaining()) {
      throw new EOFException(
          name() + ": " + target.remaining() + " bytes at " + position + " of " + length);
    }
    whole.readFully(offset + position, target);
  }

  @Override
  public ReadHints hints() {
    return whole.hints();
  }

  @Override
  public String version() {
    return whole.version();
  }

  @Override
  public void close() throws IOException {
    whole.close();
  }
}
