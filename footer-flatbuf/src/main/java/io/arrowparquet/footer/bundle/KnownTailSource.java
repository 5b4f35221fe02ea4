// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle;

import io.arrowparquet.footer.ByteRange;
import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.ReadHints;
import io.arrowparquet.footer.SourceTail;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** A source whose end was read already, which saves the request for it. */
record KnownTailSource(ByteSource source, SourceTail tail) implements ByteSource {

  /** Reads the end. */
  static KnownTailSource read(ByteSource source, int most) throws IOException {
    return new KnownTailSource(source, source.readTail(most));
  }

  @Override
  public String name() {
    return source.name();
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
      return source.readTail(most);
    }
    known.position(known.limit() - (int) wanted);
    return new SourceTail(tail.length(), known.slice());
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    source.readFully(position, target);
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    return source.readRanges(ranges, memory);
  }

  @Override
  public ReadHints hints() {
    return source.hints();
  }

  @Override
  public String version() {
    return source.version();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
