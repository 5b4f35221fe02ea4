// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.page;

import io.arrowparquet.footer.metadata.CompressionCodec;
import io.arrowparquet.variant.parquet.internal.codec.PageDecompressor;
import io.arrowparquet.variant.parquet.internal.fetch.ChunkBytes;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Makes page readers that share one decompressor per codec, and the memory that compressed bytes
 * are in. One thread at a time.
 */
public final class PageReaders {
  private final Map<CompressionCodec, PageDecompressor> decompressors =
      new EnumMap<>(CompressionCodec.class);
  private final PageLimits limits;
  private final PageScratch scratch = new PageScratch();

  /** Readers that check pages against {@code limits}. */
  public PageReaders(PageLimits limits) {
    this.limits = limits;
  }

  /** Whether pages of this codec can be read; false for null. */
  public boolean supports(CompressionCodec codec) {
    return codec != null && decompressor(codec) != null;
  }

  /** A reader of all the chunk's pages, at its first page; borrows {@code chunk}. */
  public PageReader open(ChunkBytes chunk, CompressionCodec codec) {
    return open(List.of(chunk), new long[] {-1}, codec);
  }

  /**
   * A reader of parts of a chunk; borrows them.
   *
   * @param parts at least one, ascending: a dictionary page, or a data page each
   * @param firstRows for each part the row its data page begins with, or -1
   */
  public PageReader open(List<ChunkBytes> parts, long[] firstRows, CompressionCodec codec) {
    PageDecompressor decompressor = decompressor(codec);
    if (decompressor == null) {
      throw new IllegalArgumentException("codec " + codec);
    }
    return new PageReader(parts, firstRows, decompressor, limits, scratch);
  }

  private PageDecompressor decompressor(CompressionCodec codec) {
    return decompressors.computeIfAbsent(codec, PageDecompressor::of);
  }
}
