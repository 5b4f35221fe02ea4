// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.storage.ByteSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;

/**
 * A file whose beginning has gone to a sink already; its end is in memory and can be changed, as
 * footers are after they were written.
 *
 * <pre>
 *   |--------- in the sink ---------|------ in memory ------|
 *   0                             sent                     size
 * </pre>
 *
 * <p>For one thread. Closing it leaves the sink open.
 */
final class SinkChannel extends FileChannel {
  /** What a reader of footers reads at first stays in memory. */
  private static final int KEPT_BYTES = FooterReader.DEFAULT_TAIL_GUESS;

  private static final int SENT_AT_ONCE = 1 << 20;

  private final ByteSink sink;
  private byte[] tail = new byte[SENT_AT_ONCE + 2 * KEPT_BYTES];
  private int filled;
  private long sent;
  private long position;
  private boolean holdsBack;

  SinkChannel(ByteSink sink) {
    this.sink = sink;
  }

  /** From here on nothing goes to the sink, so that what is written can be changed. */
  void holdBack() {
    holdsBack = true;
  }

  void sendRest() throws IOException {
    send(filled);
  }

  private void send(int count) throws IOException {
    sink.write(ByteBuffer.wrap(tail, 0, count));
    System.arraycopy(tail, count, tail, 0, filled - count);
    filled -= count;
    sent += count;
  }

  private int index(long at) throws IOException {
    if (at < sent || at > size()) {
      throw new IOException(
          sink.name() + ": position " + at + " is not in memory: " + sent + " to " + size());
    }
    return (int) (at - sent);
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    int at = index(position);
    int count = source.remaining();
    int needed = Math.addExact(at, count);
    if (needed > tail.length) {
      tail = Arrays.copyOf(tail, (int) Math.min(Integer.MAX_VALUE - 8L, needed * 3L / 2));
    }
    source.get(tail, at, count);
    filled = Math.max(filled, needed);
    position += count;
    if (!holdsBack && filled >= SENT_AT_ONCE + KEPT_BYTES) {
      send(filled - KEPT_BYTES);
    }
    return count;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    int count = read(target, position);
    position += Math.max(0, count);
    return count;
  }

  @Override
  public int read(ByteBuffer target, long at) throws IOException {
    int from = index(at);
    int count = Math.min(target.remaining(), filled - from);
    target.put(tail, from, count);
    return count == 0 && target.hasRemaining() ? -1 : count;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public FileChannel position(long newPosition) throws IOException {
    index(newPosition);
    position = newPosition;
    return this;
  }

  @Override
  public long size() {
    return sent + filled;
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    if (size < size()) {
      filled = index(size);
      position = Math.min(position, size);
    }
    return this;
  }

  @Override
  public void force(boolean metaData) {
    // The sink publishes what it has, and not before.
  }

  @Override
  protected void implCloseChannel() {}

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
    long written = 0;
    for (int i = offset; i < offset + length; i++) {
      written += write(sources[i]);
    }
    return written;
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int write(ByteBuffer source, long at) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferTo(long from, long count, WritableByteChannel target) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long at, long count) {
    throw new UnsupportedOperationException();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long from, long size) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock lock(long from, long size, boolean shared) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock tryLock(long from, long size, boolean shared) {
    throw new UnsupportedOperationException();
  }
}
