// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.PlainSource;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/**
 * What opening a footer costs beside time.
 *
 * @param footer its name
 * @param thriftBytes bytes of the Thrift footer
 * @param flatBytes bytes of the FlatBuffers footer
 * @param fetches reads of the source with the reader's defaults
 * @param fetchedBytes bytes of these reads
 * @param heldBytes heap that an open footer keeps
 */
record OpenFooterFacts(
    String footer,
    int thriftBytes,
    long flatBytes,
    int fetches,
    long fetchedBytes,
    long heldBytes) {
  private static final long ENOUGH_TO_MEASURE = 256L << 20;
  private static final int MOST = 2_000;

  static OpenFooterFacts of(String name, byte[] thrift, byte[] attached) throws IOException {
    Counted source = new Counted(new BufferByteSource(name, ByteBuffer.wrap(attached)));
    ParquetFooter opened = FooterReader.defaults().read(source);
    return new OpenFooterFacts(
        name,
        thrift.length,
        opened.flatbufferLength(),
        source.reads,
        source.bytes,
        held(source, attached.length));
  }

  private static long held(ByteSource source, int size) throws IOException {
    int count = (int) Math.max(1, Math.min(MOST, ENOUGH_TO_MEASURE / size));
    ParquetFooter[] open = new ParquetFooter[count];
    long before = usedHeap();
    try {
      for (int i = 0; i < count; i++) {
        open[i] = FooterReader.defaults().read(source);
      }
      return (usedHeap() - before) / count;
    } finally {
      Reference.reachabilityFence(open);
    }
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Override
  public String toString() {
    return String.format(
        "%s: Thrift %d bytes, FlatBuffers %d (%.2f of it); %d reads of %d bytes; %d bytes held",
        footer,
        thriftBytes,
        flatBytes,
        (double) flatBytes / thriftBytes,
        fetches,
        fetchedBytes,
        heldBytes);
  }

  /** Counts reads. */
  private static final class Counted extends PlainSource {
    private int reads;
    private long bytes;

    Counted(ByteSource source) {
      super(source);
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      reads++;
      bytes += target.remaining();
      super.readFully(position, target);
    }
  }
}
