// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.EncodingsView;
import io.arrowparquet.footer.internal.crypto.ChunkDecryptor;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.PageHeader;
import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.internal.column.DictionaryVectors;
import io.arrowparquet.parquet.internal.fetch.ChunkBytes;
import io.arrowparquet.parquet.internal.fetch.ChunkFetcher;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.internal.page.PageReader;
import io.arrowparquet.parquet.internal.page.PageReaders;
import io.arrowparquet.parquet.internal.page.PageReaders.PageLimits;
import io.arrowparquet.parquet.internal.page.PageReaders.PageParts;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
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
 * not used: the damage shows where the chunk's rows are read. Owns the pages read until they are
 * taken.
 *
 * <pre>
 *   dictionary_page_offset   data_page_offset
 *   | dictionary page        | data pages ... |
 * </pre>
 *
 * <p>Old writers leave dictionary_page_offset out: data_page_offset is then that of the dictionary
 * page, whose header says how long it is.
 */
public final class Dictionaries implements AutoCloseable {
  /** What the Thrift header of a dictionary page takes at most. */
  private static final long MOST_HEADER = 100;

  private final ParquetFooter file;
  private final ChunkPlaces places;
  private final ChunkFetcher fetcher;
  private final ParquetReadOptions options;
  private final BufferAllocator allocator;
  private final DictionaryVectors vectors;

  /** By column the pages that were read, for the case that rows of {@link #keptOf} are. */
  private final Map<Integer, ChunkBytes> kept = new HashMap<>();

  private int keptOf;

  public Dictionaries(
      ParquetFooter file,
      ChunkPlaces places,
      ChunkFetcher fetcher,
      ParquetReadOptions options,
      BufferAllocator allocator) {
    this.file = file;
    this.places = places;
    this.fetcher = fetcher;
    this.options = options;
    this.allocator = allocator;
    this.vectors = new DictionaryVectors(file.footer(), allocator);
  }

  public boolean has(int rowGroup, int column) {
    ColumnChunkView chunk = file.footer().chunk(rowGroup, column);
    long start = chunk.startOffset();
    return chunk.hasDictionaryPage()
        && chunk.dataPageOffset() <= start + chunk.totalCompressedSize()
        && isFullyEncoded(chunk.encodings(), chunk.isFullyDictionaryEncoded());
  }

  /**
   * The list of encodings has those of the levels and of the dictionary page itself among the
   * others. PLAIN is the dictionary page's, or that of pages after a dictionary that was given up:
   * only counts of pages, or a flag made from them, say which.
   */
  private static boolean isFullyEncoded(EncodingsView encodings, boolean flag) {
    boolean dictionary = false;
    boolean plain = false;
    for (int i = 0; i < encodings.count(); i++) {
      ParquetEncoding encoding = encodings.encoding(i);
      if (encoding != null && encoding.isDictionary()) {
        dictionary = true;
      } else if (encoding == ParquetEncoding.PLAIN) {
        plain = true;
      } else if (encoding != ParquetEncoding.RLE && encoding != ParquetEncoding.BIT_PACKED) {
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
      ParquetEncoding encoding = encodings.statsEncoding(i);
      boolean ofDictionary = encoding != null && encoding.isDictionary();
      int pages = encodings.statsPageCount(i);
      if (pages < 0 || type == null || (data && !ofDictionary && pages != 0)) {
        return false;
      }
      dictionary |= data && pages > 0;
    }
    return dictionary;
  }

  public record Located(ArrowSchemaNode leaf, ChunkRange page) {}

  /**
   * Where the footer does not say how long a page is, its header is read for that; what is no
   * dictionary page is left out.
   */
  public List<Located> locate(int rowGroup, List<ArrowSchemaNode> leaves) throws IOException {
    List<Located> found = new ArrayList<>();
    List<ArrowSchemaNode> unplaced = new ArrayList<>();
    List<ChunkRange> headers = new ArrayList<>();
    for (ArrowSchemaNode leaf : leaves) {
      ColumnChunkView chunk = file.footer().chunk(rowGroup, leaf.column());
      long start = chunk.startOffset();
      if (chunk.isDictionaryPlaced()) {
        found.add(new Located(leaf, new ChunkRange(start, chunk.dataPageOffset() - start)));
      } else if (chunk.cryptoMetadata() == null) {
        unplaced.add(leaf);
        headers.add(new ChunkRange(start, Math.min(MOST_HEADER, chunk.totalCompressedSize())));
      }
    }
    List<byte[]> fetched = headers.isEmpty() ? List.of() : fetcher.fetchCopies(headers);
    for (int i = 0; i < fetched.size(); i++) {
      ArrowSchemaNode leaf = unplaced.get(i);
      long size = file.footer().chunk(rowGroup, leaf.column()).totalCompressedSize();
      long length = pageLength(fetched.get(i), size);
      if (length > 0) {
        found.add(new Located(leaf, new ChunkRange(headers.get(i).offset(), length)));
      }
    }
    return found;
  }

  /** Of the dictionary page that a chunk of {@code size} bytes begins with; 0 if with none. */
  private static long pageLength(byte[] start, long size) {
    CompactReader in = new CompactReader(start);
    try {
      PageHeader header = PageHeader.CODEC.read(in);
      long length = (long) in.position() + header.compressedPageSize();
      return header.dictionaryPageHeader() != null
              && header.compressedPageSize() >= 0
              && length <= size
          ? length
          : 0;
    } catch (CorruptFooterException e) {
      return 0;
    }
  }

  /**
   * By column the values, which the caller closes, of dictionaries that can be used; keeps their
   * bytes.
   */
  public Map<Integer, FieldVector> load(int rowGroup, List<Located> pages) throws IOException {
    List<ChunkRange> ranges = pages.stream().map(Located::page).toList();
    Map<Integer, FieldVector> found = new HashMap<>();
    List<ChunkBytes> fetched = new ArrayList<>(fetcher.fetch(ranges));
    PageLimits limits = PageLimits.of(options, file.footer().createdBy());
    try (PageReaders readers =
        new PageReaders(limits, options.nativeCodecs(), new ReadCounts(), allocator)) {
      for (int i = 0; i < pages.size(); i++) {
        ArrowSchemaNode leaf = pages.get(i).leaf();
        FieldVector values = decode(rowGroup, leaf, fetched.get(i), readers);
        if (values != null) {
          int column = leaf.column();
          found.put(column, values);
          kept.put(column, fetched.set(i, null));
        }
      }
      return found;
    } catch (Throwable e) {
      found.values().forEach(FieldVector::close);
      throw e;
    } finally {
      fetched.stream().filter(Objects::nonNull).forEach(ChunkBytes::close);
    }
  }

  private FieldVector decode(
      int rowGroup, ArrowSchemaNode leaf, ChunkBytes bytes, PageReaders readers)
      throws IOException {
    ColumnChunkView chunk = file.footer().chunk(rowGroup, leaf.column());
    PageParts parts = PageParts.start(bytes.range());
    ChunkDecryptor decryptor = places.decryptor(rowGroup, leaf.column());
    try (PageReader reader = readers.open(bytes, parts, chunk.codec(), decryptor)) {
      int next = reader.next();
      Page page = reader.dictionary();
      // A data page here, or a dictionary of nothing: the footer is wrong about the chunk.
      return next >= 0 || page == null || page.numValues() == 0 ? null : vectors.decode(leaf, page);
    } catch (CorruptPageException | CorruptFooterException | UnsupportedColumnException e) {
      return null;
    }
  }

  void start(int rowGroup) {
    close();
    keptOf = rowGroup;
  }

  ChunkBytes take(int rowGroup, int column, ChunkRange chunk) {
    ChunkBytes page = rowGroup == keptOf ? kept.get(column) : null;
    boolean isStart =
        page != null
            && page.range().offset() == chunk.offset()
            && page.range().end() <= chunk.end();
    return isStart ? kept.remove(column) : null;
  }

  @Override
  public void close() {
    kept.values().forEach(ChunkBytes::close);
    kept.clear();
  }
}
