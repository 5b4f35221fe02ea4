// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.internal.fetch.ChunkInput;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Makes page readers that share one decompressor per codec, and memory that pages are decompressed
 * to. Owns both: to be closed after the readers. One thread at a time.
 */
public final class PageReaders implements AutoCloseable {
  private final Map<ParquetCodec, PageDecompressor> decompressors =
      new EnumMap<>(ParquetCodec.class);
  private final PageLimits limits;
  private final boolean natives;
  private final PageBuffers buffers;

  /** Of the codecs of which pages were read. */
  private final Map<ParquetCodec, String> libraries = new EnumMap<>(ParquetCodec.class);

  /**
   * Makes readers.
   *
   * @param limits what pages are checked against
   * @param natives whether native libraries decompress where they load
   * @param keptBytes of memory for decompressed pages, that is kept while no page is in it
   * @param allocator of that memory
   */
  public PageReaders(
      PageLimits limits, boolean natives, long keptBytes, BufferAllocator allocator) {
    this.limits = limits;
    this.natives = natives;
    this.buffers = new PageBuffers(keptBytes, allocator);
  }

  /** Whether pages of this codec can be read; false for null. */
  public boolean supports(ParquetCodec codec) {
    return codec != null && decompressor(codec) != null;
  }

  /**
   * A reader of a chunk or of parts of it, at its first page.
   *
   * @param input of their bytes, borrowed
   * @param parts at least one, ascending: all pages, or a dictionary page, or a data page each
   * @param firstRows for each part the row its data page begins with, or -1
   */
  public PageReader open(
      ChunkInput input, List<ChunkRange> parts, long[] firstRows, ParquetCodec codec) {
    PageDecompressor decompressor = decompressor(codec);
    if (decompressor == null) {
      throw new IllegalArgumentException("codec " + codec);
    }
    libraries.put(codec, decompressor.library());
    return new PageReader(input, parts, firstRows, decompressor, limits, buffers);
  }

  /** What decompresses, for each codec of which readers were opened. */
  public Map<ParquetCodec, String> libraries() {
    return new EnumMap<>(libraries);
  }

  private PageDecompressor decompressor(ParquetCodec codec) {
    return decompressors.computeIfAbsent(codec, wanted -> PageDecompressor.of(wanted, natives));
  }

  @Override
  public void close() {
    decompressors.values().forEach(PageDecompressor::close);
    decompressors.clear();
    buffers.close();
  }
}
