// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.plan;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.flatbuf.ColumnChunkView;
import io.arrowparquet.footer.flatbuf.EncodingsView;
import io.arrowparquet.footer.io.ParquetFooter;
import io.arrowparquet.footer.metadata.Encoding;
import io.arrowparquet.footer.metadata.PageType;
import io.arrowparquet.variant.CorruptPageException;
import io.arrowparquet.variant.UnsupportedColumnException;
import io.arrowparquet.variant.parquet.internal.column.DictionaryVectors;
import io.arrowparquet.variant.parquet.internal.fetch.ChunkBytes;
import io.arrowparquet.variant.parquet.internal.fetch.ChunkFetcher;
import io.arrowparquet.variant.parquet.internal.fetch.ChunkInput;
import io.arrowparquet.variant.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.variant.parquet.internal.page.DictionaryPage;
import io.arrowparquet.variant.parquet.internal.page.PageLimits;
import io.arrowparquet.variant.parquet.internal.page.PageReader;
import io.arrowparquet.variant.parquet.internal.page.PageReaders;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/**
 * Reads the dictionaries that have every value of a column chunk. A dictionary that is damaged is
 * not used: the damage shows where the chunk's rows are read.
 *
 * <pre>
 *   dictionary_page_offset   data_page_offset
 *   | dictionary page        | data pages ... |
 * </pre>
 */
final class Dictionaries {
  private final ParquetFooter file;
  private final ChunkFetcher fetcher;
  private final ParquetReadOptions options;
  private final BufferAllocator allocator;
  private final DictionaryVectors vectors;

  Dictionaries(
      ParquetFooter file,
      ChunkFetcher fetcher,
      ParquetReadOptions options,
      BufferAllocator allocator) {
    this.file = file;
    this.fetcher = fetcher;
    this.options = options;
    this.allocator = allocator;
    this.vectors = new DictionaryVectors(file.footer(), allocator);
  }

  /** Requests made to the source. */
  long requests() {
    return fetcher.requests();
  }

  /** Bytes of dictionaries, and of what is read between them, so far. */
  long bytesRead() {
    return fetcher.bytesRead();
  }

  /** Whether every page of values is known to be dictionary-encoded, by facts that agree. */
  boolean has(int rowGroup, int column) {
    ColumnChunkView chunk = file.footer().chunk(rowGroup, column);
    long end = chunk.startOffset() + chunk.totalCompressedSize();
    return chunk.hasDictionaryPage()
        && chunk.dataPageOffset() <= end
        && isFullyEncoded(chunk.encodings(), chunk.isFullyDictionaryEncoded());
  }

  /**
   * The list of encodings has those of the levels and of the dictionary page itself among the
   * others. PLAIN is the dictionary page's, or that of pages behind a dictionary that was given up:
   * only counts of pages, or a flag made from them, say which.
   */
  private static boolean isFullyEncoded(EncodingsView encodings, boolean flag) {
    boolean dictionary = false;
    boolean plain = false;
    for (int i = 0; i < encodings.count(); i++) {
      Encoding encoding = encodings.encoding(i);
      if (isDictionary(encoding)) {
        dictionary = true;
      } else if (encoding == Encoding.PLAIN) {
        plain = true;
      } else if (encoding != Encoding.RLE && encoding != Encoding.BIT_PACKED) {
        return false;
      }
    }
    if (!dictionary) {
      return false;
    }
    return encodings.hasStats() ? countsAgree(encodings) : flag || !plain;
  }

  private static boolean countsAgree(EncodingsView encodings) {
    boolean dictionary = false;
    for (int i = 0; i < encodings.statsCount(); i++) {
      PageType type = encodings.statsPageType(i);
      boolean data = type == PageType.DATA_PAGE || type == PageType.DATA_PAGE_V2;
      boolean ofDictionary = isDictionary(encodings.statsEncoding(i));
      int pages = encodings.statsPageCount(i);
      if (pages < 0 || type == null || (data && !ofDictionary && pages != 0)) {
        return false;
      }
      dictionary |= data && pages > 0;
    }
    return dictionary;
  }

  private static boolean isDictionary(Encoding encoding) {
    return encoding == Encoding.PLAIN_DICTIONARY || encoding == Encoding.RLE_DICTIONARY;
  }

  /** Bytes of the dictionary page of a chunk that {@link #has} one, in the file. */
  long bytes(int rowGroup, int column) {
    return range(rowGroup, column).length();
  }

  private ChunkRange range(int rowGroup, int column) {
    ColumnChunkView chunk = file.footer().chunk(rowGroup, column);
    long start = chunk.dictionaryPageOffset();
    return new ChunkRange(start, chunk.dataPageOffset() - start);
  }

  /**
   * Reads dictionaries.
   *
   * @param leaves of which each has a dictionary
   * @param kept takes over the bytes of the dictionaries that can be used
   * @return by column the values, which the caller closes; nothing for dictionaries that cannot be
   *     used
   */
  Map<Integer, FieldVector> load(int rowGroup, List<ArrowSchemaNode> leaves, KeptDictionaries kept)
      throws IOException {
    List<ChunkRange> ranges = new ArrayList<>();
    leaves.forEach(leaf -> ranges.add(range(rowGroup, leaf.column())));
    Map<Integer, FieldVector> found = new HashMap<>();
    List<ChunkBytes> fetched = new ArrayList<>(fetcher.fetch(ranges));
    boolean done = false;
    PageLimits limits = new PageLimits(options.maxPageBytes(), options.checkCrc());
    try (PageReaders readers = new PageReaders(limits, options.nativeCodecs(), 0, allocator)) {
      for (int i = 0; i < leaves.size(); i++) {
        FieldVector values = decode(rowGroup, leaves.get(i), fetched.get(i), readers);
        if (values != null) {
          int column = leaves.get(i).column();
          found.put(column, values);
          kept.keep(column, fetched.set(i, null));
        }
      }
      done = true;
    } finally {
      fetched.stream().filter(Objects::nonNull).forEach(ChunkBytes::close);
      if (!done) {
        found.values().forEach(FieldVector::close);
      }
    }
    return found;
  }

  private FieldVector decode(
      int rowGroup, ArrowSchemaNode leaf, ChunkBytes bytes, PageReaders readers)
      throws IOException {
    ColumnChunkView chunk = file.footer().chunk(rowGroup, leaf.column());
    List<ChunkRange> parts = List.of(bytes.range());
    try (PageReader reader =
        readers.open(new Borrowed(bytes), parts, new long[] {-1}, chunk.codec())) {
      int next = reader.next();
      DictionaryPage page = reader.dictionary();
      // A data page here, or a dictionary of nothing: the footer is wrong about the chunk.
      return next >= 0 || page == null || page.numValues() == 0 ? null : vectors.decode(leaf, page);
    } catch (CorruptPageException | CorruptFooterException | UnsupportedColumnException e) {
      return null;
    }
  }

  /** Bytes that stay the caller's to close. */
  private record Borrowed(ChunkBytes bytes) implements ChunkInput {
    @Override
    public void copy(long offset, byte[] target, int at, int length) {
      bytes.copy(offset, target, at, length);
    }

    @Override
    public long address(long offset, int length) {
      return bytes.address(offset, length);
    }

    @Override
    public boolean hasRoom(long offset, long length) {
      return bytes.hasRoom(offset, length);
    }

    @Override
    public boolean isWhole() {
      return true;
    }

    @Override
    public void close() {}
  }
}
