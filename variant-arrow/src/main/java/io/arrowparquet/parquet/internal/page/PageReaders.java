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
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Makes page readers that share one decompressor per codec, and memory for decompressed pages. To
 * be closed after them. One thread at a time.
 */
public final class PageReaders implements AutoCloseable {
  private final Map<ParquetCodec, PageDecompressor> decompressors =
      new EnumMap<>(ParquetCodec.class);
  private final PageHeaders headers;
  private final boolean natives;
  private final PageBuffers buffers;
  private final ReadCounts counts;
  private final Map<ParquetCodec, String> libraries = new EnumMap<>(ParquetCodec.class);

  /** {@code keptBytes}: of memory for decompressed pages, kept while no page is in it. */
  public PageReaders(
      PageLimits limits,
      boolean natives,
      long keptBytes,
      ReadCounts counts,
      BufferAllocator allocator) {
    this.headers = new PageHeaders(limits);
    this.natives = natives;
    this.counts = counts;
    this.buffers = new PageBuffers(keptBytes, allocator, counts);
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
        buffers,
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
    buffers.close();
  }

  /** Memory for decompressed pages, used again. A buffer taken is the taker's until given back. */
  public static final class PageBuffers implements AutoCloseable {
    private static final long LEAST = 4 << 10;

    /** By the logarithm of their capacity. */
    private final ArrayDeque<ArrowBuf>[] free;

    private final long mostKept;
    private final BufferAllocator allocator;
    private final ReadCounts counts;
    private long kept;

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic types cannot be made
    public PageBuffers(long mostKept, BufferAllocator allocator, ReadCounts counts) {
      this.mostKept = mostKept;
      this.counts = counts;
      this.allocator = allocator;
      this.free = new ArrayDeque[Long.SIZE];
    }

    /** A buffer of at least this many bytes and {@link Page#SLACK} after them. */
    private ArrowBuf take(long bytes) {
      long needed = Math.max(LEAST, bytes + Page.SLACK);
      if (needed > mostKept) {
        return KeptMemory.take(needed, allocator, counts::addFresh);
      }
      int size = Long.SIZE - Long.numberOfLeadingZeros(needed - 1);
      ArrowBuf found = free[size] == null ? null : free[size].poll();
      if (found == null) {
        return KeptMemory.take(1L << size, allocator, counts::addFresh);
      }
      kept -= found.capacity();
      return found;
    }

    private void give(ArrowBuf buffer) {
      if (buffer == null) {
        return;
      }
      // The allocator may have given more than it was asked for.
      int size = Long.SIZE - 1 - Long.numberOfLeadingZeros(buffer.capacity());
      if (kept + buffer.capacity() > mostKept) {
        buffer.close();
        return;
      }
      if (free[size] == null) {
        free[size] = new ArrayDeque<>();
      }
      free[size].push(buffer);
      kept += buffer.capacity();
    }

    /** Room for one page after another. To be closed, after which it can be used again. */
    public final class PageMemory implements AutoCloseable {
      /** Null before it is needed. */
      private ArrowBuf buffer;

      /** The address of room for this many bytes; what is there is lost if that has to grow. */
      public long room(long bytes) {
        if (buffer == null || buffer.capacity() - Page.SLACK < bytes) {
          close();
          buffer = take(bytes);
        }
        return buffer.memoryAddress();
      }

      boolean isAt(long address) {
        return buffer != null && buffer.memoryAddress() == address;
      }

      @Override
      public void close() {
        ArrowBuf old = buffer;
        buffer = null;
        give(old);
      }
    }

    @Override
    public void close() {
      for (ArrayDeque<ArrowBuf> buffers : free) {
        while (buffers != null && !buffers.isEmpty()) {
          buffers.poll().close();
        }
      }
      kept = 0;
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
