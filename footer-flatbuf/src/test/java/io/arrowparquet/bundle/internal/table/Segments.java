// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.CRC32;

/** Segments in memory, of footers by path. */
public final class Segments {
  private static final int FILE_BYTES = 1_000_000;

  private Segments() {}

  /** The bytes of a segment that was made within so many bytes of footers. */
  public static byte[] write(Map<String, byte[]> footers, long memory) throws IOException {
    SortedMap<String, byte[]> sorted = new TreeMap<>(BundleFormat::comparePaths);
    sorted.putAll(footers);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ExecutorService workers = Executors.newFixedThreadPool(2);
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try (SegmentWriter writer = new SegmentWriter(Channels.newChannel(out), memory, folder)) {
      for (Map.Entry<String, byte[]> file : sorted.entrySet()) {
        writer.add(identity(file.getKey(), file.getValue()), SplitFooter.of(file.getValue()));
      }
      writer.finish(List.of(), workers, 2);
    } finally {
      workers.shutdownNow();
    }
    return out.toByteArray();
  }

  static BundledFile identity(String path, byte[] thrift) {
    CRC32 crc = new CRC32();
    crc.update(thrift);
    return new BundledFile(
        new BundledFile.Version(
            path, FILE_BYTES, Instant.ofEpochSecond(1_700_000_000L, path.length()), null),
        thrift.length,
        (int) crc.getValue());
  }

  static SegmentReader open(byte[] segment) throws IOException {
    return SegmentReader.open(new BufferByteSource("test", ByteBuffer.wrap(segment)), 1 << 30);
  }
}
