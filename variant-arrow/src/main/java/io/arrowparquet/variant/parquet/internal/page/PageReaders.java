// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.page;

import io.arrowparquet.footer.thrift.CompressionCodec;
import java.util.EnumMap;
import java.util.Map;

/** Makes page readers that share one decompressor per codec. One thread at a time. */
public final class PageReaders {
  private final Map<CompressionCodec, PageDecompressor> decompressors =
      new EnumMap<>(CompressionCodec.class);
  private final PageLimits limits;

  /** Readers that check pages against {@code limits}. */
  public PageReaders(PageLimits limits) {
    this.limits = limits;
  }

  /** Whether pages of this codec can be read; false for null. */
  public boolean supports(CompressionCodec codec) {
    return codec != null && decompressor(codec) != null;
  }

  /** A reader of the chunk's pages, at its first page; borrows {@code chunk}. */
  public PageReader open(ChunkBytes chunk, CompressionCodec codec) {
    PageDecompressor decompressor = decompressor(codec);
    if (decompressor == null) {
      throw new IllegalArgumentException("codec " + codec);
    }
    return new PageReader(chunk, decompressor, limits);
  }

  private PageDecompressor decompressor(CompressionCodec codec) {
    return decompressors.computeIfAbsent(codec, PageDecompressor::of);
  }
}
