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
import java.util.ArrayList;
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

  /** The bytes of a segment that was made within this many bytes of footers. */
  public static byte[] write(Map<String, byte[]> footers, long memory) throws IOException {
    return write(footers, memory, List.of());
  }

  /** The same with indexes of the first column in the first row group of each file. */
  static byte[] writeIndexed(Map<String, byte[]> footers, long memory) throws IOException {
    return write(footers, memory, List.of(indexes()));
  }

  private static List<ChunkIndex.Packed> indexes() {
    List<ChunkIndex.Packed> indexes = new ArrayList<>();
    for (ChunkIndex.Kind kind : ChunkIndex.Kind.values()) {
      long offset = 100L * (indexes.size() + 1);
      indexes.add(ChunkIndex.Packed.of(0, kind, offset, new byte[] {1, 2, 3}));
    }
    return indexes;
  }

  private static byte[] write(
      Map<String, byte[]> footers, long memory, List<List<ChunkIndex.Packed>> indexes)
      throws IOException {
    SortedMap<String, byte[]> sorted = new TreeMap<>(BundleFormat::comparePaths);
    sorted.putAll(footers);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ExecutorService workers = Executors.newFixedThreadPool(2);
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try (SegmentWriter writer = new SegmentWriter(Channels.newChannel(out), memory, folder)) {
      for (Map.Entry<String, byte[]> file : sorted.entrySet()) {
        BundledFile identity = identity(file.getKey(), file.getValue());
        writer.add(identity, SplitFooter.of(file.getValue()), indexes);
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
