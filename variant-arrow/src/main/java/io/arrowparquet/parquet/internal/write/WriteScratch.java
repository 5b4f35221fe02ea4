// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.parquet.internal.codec.PageCompressor;
import io.arrowparquet.parquet.internal.encode.ByteOutput;
import io.arrowparquet.parquet.internal.encode.HybridEncoder;
import io.arrowparquet.parquet.internal.write.LeafColumn.ColumnSettings.Compression;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What a thread needs while it writes one column after another: arrays for a run of values, a page,
 * a compressor. As many as threads write at the same time, so that columns hold only what is
 * theirs.
 */
final class WriteScratch implements AutoCloseable {
  /** Most entries of a run. */
  static final int ENTRIES = 4096;

  private static final int MOST_BYTES = Integer.MAX_VALUE - Long.BYTES;

  final Slots slots = new Slots();
  final int[] rows = new int[ENTRIES];
  final int[] definitions = new int[ENTRIES];
  final int[] ints = new int[ENTRIES];
  final long[] longs = new long[ENTRIES];

  /** Of byte arrays; the first is always 0. */
  final int[] offsets = new int[ENTRIES + 1];

  final ByteOutput page = new ByteOutput();
  final CompactWriter thrift = new CompactWriter();
  final HybridEncoder levels = new HybridEncoder();
  private final int[] multiples = new int[ENTRIES + 1];
  private byte[] bytes = new byte[ENTRIES];
  private final Map<Compression, PageCompressor> compressors = new HashMap<>();

  /** Where values of one length begin, one after another. */
  int[] multiples(int length) {
    if (multiples[1] != length) {
      for (int i = 1; i <= ENTRIES; i++) {
        multiples[i] = i * length;
      }
    }
    return multiples;
  }

  /** An array of at least this many bytes that keeps what the last one had. */
  byte[] bytes(long length) {
    if (length > bytes.length) {
      long larger = Math.max(length, Math.min(MOST_BYTES, 2L * bytes.length));
      bytes = Arrays.copyOf(bytes, Math.toIntExact(larger));
    }
    return bytes;
  }

  PageCompressor compressor(Compression compression) {
    return compressors.computeIfAbsent(
        compression, wanted -> PageCompressor.of(wanted.codec(), wanted.level()));
  }

  @Override
  public void close() {
    compressors.values().forEach(PageCompressor::close);
    compressors.clear();
  }
}
