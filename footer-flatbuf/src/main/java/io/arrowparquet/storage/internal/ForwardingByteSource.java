// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * Passes on the methods with defaults too. The methods here do not call each other. Closing it
 * closes the other source. Threads: as the other source.
 */
public abstract class ForwardingByteSource implements ByteSource {
  private final ByteSource source;

  protected ForwardingByteSource(ByteSource source) {
    this.source = source;
  }

  protected final ByteSource source() {
    return source;
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
  public long knownLength() {
    return source.knownLength();
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    source.readFully(position, target);
  }

  @Override
  public ByteSource.Tail readTail(int most) throws IOException {
    return source.readTail(most);
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    return source.readRanges(ranges, memory);
  }

  @Override
  public ByteBuffer known(ByteRange range) {
    return source.known(range);
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
  public long repeatedRequests() {
    return source.repeatedRequests();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
