// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import io.arrowparquet.footer.internal.crypto.ChunkDecryptor;
import io.arrowparquet.footer.internal.statistics.WriterQuirks;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.internal.codec.PageDecompressor;
import io.arrowparquet.parquet.internal.fetch.ChunkInput;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.internal.KeptMemory;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Makes page readers that share one decompressor per codec. To be closed after them. One thread at
 * a time.
 */
public final class PageReaders implements AutoCloseable {
  private final Map<ParquetCodec, PageDecompressor> decompressors =
      new EnumMap<>(ParquetCodec.class);
  private final PageHeaders headers;
  private final boolean natives;
  private final BufferAllocator allocator;
  private final ReadCounts counts;
  private final Map<ParquetCodec, String> libraries = new EnumMap<>(ParquetCodec.class);

  public PageReaders(
      PageLimits limits, boolean natives, ReadCounts counts, BufferAllocator allocator) {
    this.headers = new PageHeaders(limits);
    this.natives = natives;
    this.counts = counts;
    this.allocator = allocator;
  }

  /** Whether pages of this codec can be read; false for null. */
  public boolean supports(ParquetCodec codec) {
    return codec != null && decompressor(codec) != null;
  }

  /**
   * Parts of a chunk, ascending: all pages, or a dictionary page, or a data page each.
   *
   * @param firstRows for each part the row its data page begins with; -1 where it is not known, or
   *     where the part has no data page
   * @param ordinals for each part the number of its data page in the chunk; -1 where pages are
   *     counted on from the part before, or the beginning of the chunk
   */
  @SuppressWarnings("ArrayRecordComponent") // made for one reader
  public record PageParts(List<ChunkRange> ranges, long[] firstRows, int[] ordinals) {
    /** The beginning of a chunk, or all of it. */
    public static PageParts start(ChunkRange range) {
      return new PageParts(List.of(range), new long[] {-1}, new int[] {-1});
    }
  }

  /** Borrows the input. {@code decryptor}: null where pages are in plain text. */
  public PageReader open(
      ChunkInput input, PageParts parts, ParquetCodec codec, @Nullable ChunkDecryptor decryptor) {
    PageDecompressor decompressor = decompressor(codec);
    if (decompressor == null) {
      throw new IllegalArgumentException("codec " + codec);
    }
    libraries.put(codec, decompressor.library());
    return new PageReader(
        input,
        parts,
        decompressor,
        headers,
        allocator,
        counts,
        decryptor == null ? null : new EncryptedPages(decryptor, parts.ordinals()));
  }

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
  }

  /** Room for one page after another. To be closed, after which it can be used again. */
  public static final class PageMemory implements AutoCloseable {
    private static final long LEAST = 4 << 10;

    /** Up to here sizes are powers of two, so that longer pages do not need another each time. */
    private static final long MOST_ROUNDED = 64L << 20;

    private final BufferAllocator allocator;
    private final ReadCounts counts;

    /** Null before it is needed. */
    private ArrowBuf buffer;

    public PageMemory(BufferAllocator allocator, ReadCounts counts) {
      this.allocator = allocator;
      this.counts = counts;
    }

    /**
     * The address of room for this many bytes, and {@link Page#SLACK} after them; what is there is
     * lost if it has to grow.
     */
    public long room(long bytes) {
      long needed = Math.max(LEAST, bytes + Page.SLACK);
      if (buffer == null || buffer.capacity() < needed) {
        close();
        long size = needed > MOST_ROUNDED ? needed : Long.highestOneBit(needed - 1) << 1;
        buffer = KeptMemory.take(size, allocator, counts::addFresh);
      }
      return buffer.memoryAddress();
    }

    boolean isAt(long address) {
      return buffer != null && buffer.memoryAddress() == address;
    }

    @Override
    public void close() {
      if (buffer != null) {
        buffer.close();
        buffer = null;
      }
    }
  }

  /**
   * {@code noCrcWhereZero}: a page whose CRC is 0 has none. {@code compressesEveryPage}: data pages
   * of version 2 are compressed although they deny it.
   */
  public record PageLimits(
      int maxPageBytes, boolean checkCrc, boolean noCrcWhereZero, boolean compressesEveryPage) {

    public static PageLimits of(ParquetReadOptions options, String createdBy) {
      WriterQuirks writer = WriterQuirks.of(createdBy);
      return new PageLimits(
          options.maxPageBytes(),
          options.checkCrc(),
          writer.hasNoCrcWhereZero(),
          writer.compressesEveryPage());
    }

    /** Whether a page is compared with the CRC of its header, which may be null. */
    boolean checks(Integer crc) {
      return checkCrc && crc != null && !(crc == 0 && noCrcWhereZero);
    }
  }
}
