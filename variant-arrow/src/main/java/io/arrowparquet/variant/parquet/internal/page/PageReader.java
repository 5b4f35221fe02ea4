// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.page;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.metadata.DataPageHeader;
import io.arrowparquet.footer.metadata.DataPageHeaderV2;
import io.arrowparquet.footer.metadata.DictionaryPageHeader;
import io.arrowparquet.footer.metadata.Encoding;
import io.arrowparquet.footer.metadata.PageHeader;
import io.arrowparquet.footer.metadata.PageType;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.codec.PageHeaderCodec;
import io.arrowparquet.variant.CorruptPageException;
import io.arrowparquet.variant.parquet.internal.codec.PageDecompressor;
import io.arrowparquet.variant.parquet.internal.fetch.ChunkBytes;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The pages of one column chunk, in order.
 *
 * <p>Ownership: borrows the chunk's bytes. Pages borrow this reader's memory: a page is valid until
 * the next one is read. One thread at a time.
 */
public final class PageReader {
  private static final int FIRST_HEADER_WINDOW = 256;
  private static final int MAX_HEADER = 16 * 1024 * 1024;
  private static final byte[] NOTHING = new byte[0];

  private final List<ChunkBytes> parts;
  private final long[] firstRows;
  private final PageDecompressor decompressor;
  private final PageLimits limits;
  private final CompactReader headerReader = new CompactReader(NOTHING, 0, 0);
  private byte[] headerWindow = new byte[FIRST_HEADER_WINDOW];
  private final PageScratch scratch;

  /** The bytes of the page shown. */
  private byte[] page = NOTHING;

  /** The part that pages are read from. */
  private ChunkBytes chunk;

  private int nextPart;
  private long firstRow = -1;
  private long position;
  private long headerOffset;
  private int pagesRead;
  private DictionaryPage dictionary;

  /**
   * Reads the pages of a chunk, or of parts of it.
   *
   * @param parts at least one, ascending
   * @param firstRows for each part the row its data page begins with; -1 where it is not known, or
   *     where the part has no data page
   * @param scratch for compressed bytes, used by no other reader meanwhile
   */
  PageReader(
      List<ChunkBytes> parts,
      long[] firstRows,
      PageDecompressor decompressor,
      PageLimits limits,
      PageScratch scratch) {
    this.parts = parts;
    this.firstRows = firstRows;
    this.decompressor = decompressor;
    this.limits = limits;
    this.scratch = scratch;
    this.chunk = parts.get(0);
    this.headerOffset = chunk.range().offset();
    this.position = chunk.range().end();
  }

  private void startPart() {
    chunk = parts.get(nextPart);
    firstRow = firstRows[nextPart];
    position = chunk.range().offset();
    nextPart++;
  }

  /** Row that the data page read last begins with; -1 if that is not known. */
  public long firstRow() {
    return firstRow;
  }

  /** Data pages read so far. */
  public int pagesRead() {
    return pagesRead;
  }

  /** Offset in the file of the header read last: the place in error messages. */
  public long headerOffset() {
    return headerOffset;
  }

  /** The dictionary page met so far; null if there was none. */
  public DictionaryPage dictionary() {
    return dictionary;
  }

  /**
   * The next data page, passing over dictionary and index pages; null at the end of the chunk.
   *
   * @throws CorruptFooterException if a page header is no Thrift
   * @throws CorruptPageException if sizes, checksum or compressed data are wrong
   */
  public DataPage next() {
    // What the offset index says of a part holds for its first page.
    firstRow = -1;
    while (position < chunk.range().end() || nextPart < parts.size()) {
      if (position >= chunk.range().end()) {
        startPart();
        continue;
      }
      headerOffset = position;
      PageHeader header = readHeader();
      int length = checkedLength(header);
      PageType type = header.type();
      if (type == PageType.DATA_PAGE && header.dataPageHeader() != null) {
        pagesRead++;
        return readV1(header, length);
      }
      if (type == PageType.DATA_PAGE_V2 && header.dataPageHeaderV2() != null) {
        pagesRead++;
        return readV2(header, length);
      }
      if (type == PageType.DICTIONARY_PAGE && header.dictionaryPageHeader() != null) {
        readDictionary(header, length);
      } else if (type == PageType.INDEX_PAGE || type == null) {
        position += length;
      } else {
        throw new CorruptPageException("page header", "no struct for its type " + type, "one");
      }
    }
    return null;
  }

  private PageHeader readHeader() {
    long remaining = chunk.range().end() - position;
    for (int window = headerWindow.length; ; window = headerWindow.length * 4) {
      int length = (int) Math.min(window, remaining);
      if (length > headerWindow.length) {
        headerWindow = new byte[length];
      }
      chunk.copy(position, headerWindow, 0, length);
      headerReader.wrap(headerWindow, 0, length);
      try {
        PageHeader header = PageHeaderCodec.read(headerReader);
        position += headerReader.position();
        return header;
      } catch (CorruptFooterException e) {
        // Statistics make headers long: only when more bytes do not help is the header corrupt.
        if (length == remaining || length >= MAX_HEADER) {
          throw e.shiftedBy(position);
        }
      }
    }
  }

  private int checkedLength(PageHeader header) {
    int length = header.compressedPageSize();
    long remaining = chunk.range().end() - position;
    if (length < 0 || length > remaining) {
      throw new CorruptPageException(
          "compressed_page_size",
          Integer.toString(length),
          "0 to " + remaining + ", the bytes left in the column chunk");
    }
    int most = limits.maxPageBytes();
    if (header.uncompressedPageSize() < 0 || header.uncompressedPageSize() > most) {
      throw new CorruptPageException(
          "uncompressed_page_size",
          Integer.toString(header.uncompressedPageSize()),
          "0 to " + most + ", the limit of a page");
    }
    return length;
  }

  /** Copies the page's bytes from the file to {@link #page} and checks their CRC. */
  private void loadPlain(PageHeader header, int length) {
    page = ensure(page, length);
    load(header, page, length);
  }

  /** Copies the page's bytes from the file to memory that the next page overwrites. */
  private byte[] loadCompressed(PageHeader header, int length) {
    byte[] compressed = scratch.ofLength(length);
    load(header, compressed, length);
    return compressed;
  }

  private void load(PageHeader header, byte[] bytes, int length) {
    chunk.copy(position, bytes, 0, length);
    position += length;
    if (header.crc() == null || !limits.checkCrc()) {
      return;
    }
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, length);
    if ((int) crc.getValue() != header.crc()) {
      throw new CorruptPageException(
          "CRC-32 of the page's " + length + " bytes",
          String.format("0x%08x", (int) crc.getValue()),
          String.format("0x%08x, as its header says", header.crc()));
    }
  }

  private DataPage readV1(PageHeader header, int length) {
    DataPageHeader data = header.dataPageHeader();
    int size = header.uncompressedPageSize();
    loadWhole(header, length, size);
    return DataPage.v1(
        checkedCount(data.numValues(), "num_values"),
        page,
        size,
        known(data.encoding(), data.encodingNumber()),
        known(data.repetitionLevelEncoding(), data.repetitionLevelEncodingNumber()),
        known(data.definitionLevelEncoding(), data.definitionLevelEncodingNumber()));
  }

  private DataPage readV2(PageHeader header, int length) {
    DataPageHeaderV2 data = header.dataPageHeaderV2();
    int size = header.uncompressedPageSize();
    int repetition = data.repetitionLevelsByteLength();
    int definition = data.definitionLevelsByteLength();
    long levels = (long) repetition + definition;
    if (repetition < 0 || definition < 0 || levels > Math.min(length, size)) {
      throw new CorruptPageException(
          "byte lengths of the levels",
          repetition + " and " + definition,
          "together at most " + Math.min(length, size) + ", the size of the page");
    }
    if (data.areValuesCompressed() && !decompressor.isIdentity()) {
      decompress(loadCompressed(header, length), length, size, (int) levels);
    } else {
      loadPlain(header, length);
      if (length != size) {
        throw new CorruptPageException(
            "uncompressed_page_size", Integer.toString(size), length + ", the stored size");
      }
    }
    return DataPage.v2(
        checkedCount(data.numValues(), "num_values"),
        page,
        size,
        known(data.encoding(), data.encodingNumber()),
        repetition,
        (int) levels);
  }

  private void readDictionary(PageHeader header, int length) {
    if (dictionary != null) {
      throw new CorruptPageException("dictionary page", "a second one", "one per column chunk");
    }
    DictionaryPageHeader data = header.dictionaryPageHeader();
    Encoding encoding = known(data.encoding(), data.encodingNumber());
    if (encoding != Encoding.PLAIN && encoding != Encoding.PLAIN_DICTIONARY) {
      throw new CorruptPageException(
          "encoding of the dictionary page", encoding.toString(), "PLAIN or PLAIN_DICTIONARY");
    }
    int size = header.uncompressedPageSize();
    loadWhole(header, length, size);
    dictionary =
        new DictionaryPage(
            giveAway(size), checkedCount(data.numValues(), "num_values of the dictionary"));
  }

  /** The first {@code size} bytes of {@link #page}. */
  private byte[] giveAway(int size) {
    byte[] bytes = page;
    if (bytes.length > size) {
      return Arrays.copyOf(bytes, size);
    }
    // No copy: a dictionary may be as large as a page can be.
    page = NOTHING;
    return bytes;
  }

  /** Loads a page that is compressed from its first byte on, if it is at all. */
  private void loadWhole(PageHeader header, int length, int size) {
    if (decompressor.isIdentity()) {
      loadPlain(header, length);
      requirePlausible(page, length, size, 0);
    } else {
      decompress(loadCompressed(header, length), length, size, 0);
    }
  }

  private void requirePlausible(byte[] stored, int length, int size, int plain) {
    if (!decompressor.isPlausible(stored, plain, length - plain, size - plain)) {
      throw new CorruptPageException(
          "uncompressed_page_size",
          Integer.toString(size),
          "a size that " + (length - plain) + " compressed bytes can expand to");
    }
  }

  /** Decompresses what follows the first {@code plain} bytes, which are copied. */
  private void decompress(byte[] compressed, int length, int size, int plain) {
    requirePlausible(compressed, length, size, plain);
    page = ensure(page, size);
    System.arraycopy(compressed, 0, page, 0, plain);
    // Some writers leave out the compressed form of no bytes at all.
    if (size > plain) {
      decompressor.decompress(compressed, plain, length - plain, page, plain, size - plain);
    }
  }

  private static int checkedCount(int count, String what) {
    if (count < 0) {
      throw new CorruptPageException(what, Integer.toString(count), "0 or more");
    }
    return count;
  }

  private static Encoding known(Encoding encoding, int number) {
    if (encoding == null) {
      throw new CorruptPageException(
          "encoding", Integer.toString(number), "the number of a known encoding");
    }
    return encoding;
  }

  private static byte[] ensure(byte[] array, int length) {
    return array.length >= length ? array : new byte[length];
  }
}
