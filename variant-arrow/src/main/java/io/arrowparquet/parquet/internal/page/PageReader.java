// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import io.arrowparquet.footer.internal.thrift.PageHeader;
import io.arrowparquet.footer.internal.thrift.PageHeader.DataPageHeader;
import io.arrowparquet.footer.internal.thrift.PageHeader.DataPageHeaderV2;
import io.arrowparquet.footer.internal.thrift.PageHeader.DictionaryPageHeader;
import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.internal.codec.PageBytes;
import io.arrowparquet.parquet.internal.codec.PageDecompressor;
import io.arrowparquet.parquet.internal.fetch.ChunkInput;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.parquet.internal.page.PageReaders.PageMemory;
import io.arrowparquet.parquet.internal.page.PageReaders.PageParts;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * The pages of one column chunk, in order: one that is not loaded is passed over without being
 * decompressed. Pages that are not compressed are where they were fetched.
 *
 * <p>Borrows the chunk's bytes. A page is valid until the next one is read; the dictionary page
 * until the reader is closed. One thread at a time.
 */
public final class PageReader implements AutoCloseable {
  private final ChunkInput input;
  private final List<ChunkRange> parts;
  private final long[] firstRows;

  /** Null where pages are in plain text. */
  private final EncryptedPages encrypted;

  private final PageDecompressor decompressor;
  private final PageBytes pageBytes;
  private final PageHeaders headers;
  private final BufferAllocator allocator;
  private final ReadCounts counts;

  /** Holds the data page shown, unless that is where it was fetched. */
  private PageMemory pageMemory;

  private final PageMemory dictionaryMemory;

  /** Holds the page decrypted last. */
  private final PageMemory decryptedMemory;

  /** How many bytes {@link #stored} gave the address of. */
  private int storedLength;

  private ChunkRange part;
  private int nextPart;
  private long firstRow = -1;
  private long position;
  private long headerOffset;
  private int longestPage;

  /** The header of the data page to load; null if there is none, or it was loaded. */
  private PageHeader pending;

  private int pendingLength;
  private boolean isPartly;
  private Page dictionary;

  /** Row that the first data page of the part begins with; -1 if that is not known, or read. */
  private long partRow = -1;

  /** Pages that were loaded before their turn. */
  private final Deque<PageAhead> ahead = new ArrayDeque<>();

  /** The one of them that {@link #next} went to and that is not loaded; or null. */
  private PageAhead nextAhead;

  private record PageAhead(
      Page page, PageMemory memory, int values, int length, long firstRow, long headerOffset) {}

  PageReader(
      ChunkInput input,
      PageParts parts,
      PageDecompressor decompressor,
      PageHeaders headers,
      BufferAllocator allocator,
      ReadCounts counts,
      EncryptedPages encrypted) {
    this.input = input;
    this.parts = List.copyOf(parts.ranges());
    this.firstRows = parts.firstRows();
    this.encrypted = encrypted;
    this.decompressor = decompressor;
    this.pageBytes = decompressor.pageBytes();
    this.headers = headers;
    this.allocator = allocator;
    this.pageMemory = new PageMemory(allocator, counts);
    this.dictionaryMemory = new PageMemory(allocator, counts);
    this.decryptedMemory = new PageMemory(allocator, counts);
    this.counts = counts;
    this.part = this.parts.get(0);
    this.headerOffset = part.offset();
    this.position = part.end();
  }

  private void startPart() {
    part = parts.get(nextPart);
    partRow = firstRows[nextPart];
    position = part.offset();
    if (encrypted != null) {
      encrypted.startPart(nextPart);
    }
    nextPart++;
  }

  /**
   * Asks for what is missing of the pages that are read first, as far as bytes at hand say how long
   * they are. What is wrong with them is met when they are read.
   */
  public void expectFirst(ChunkRange range) throws IOException {
    if (encrypted != null) {
      return; // The bytes at hand do not say it before they are decrypted.
    }
    long offset = range.offset();
    for (PageType type = PageType.DICTIONARY_PAGE; type == PageType.DICTIONARY_PAGE; ) {
      PageHeader header = headers.peek(input, offset);
      if (header == null) {
        return;
      }
      offset += headers.length();
      type = header.type();
      int pageLength = header.compressedPageSize();
      if (pageLength < 0 || pageLength > range.end() - offset) {
        return;
      }
      input.expect(offset, pageLength);
      offset += pageLength;
    }
  }

  /** Row that the data page read last begins with; -1 if that is not known. */
  public long firstRow() {
    return firstRow;
  }

  public int longestPage() {
    return longestPage;
  }

  public long headerOffset() {
    return headerOffset;
  }

  public Page dictionary() {
    return dictionary;
  }

  /**
   * How many values, nulls included, the next data page has; -1 at the end of the chunk. Reads the
   * dictionary page and passes over index pages on the way.
   */
  public int next() throws IOException {
    pass();
    nextAhead = ahead.poll();
    if (nextAhead != null) {
      firstRow = nextAhead.firstRow();
      headerOffset = nextAhead.headerOffset();
      return nextAhead.values();
    }
    return nextInFile();
  }

  private int nextInFile() throws IOException {
    while (position < part.end() || nextPart < parts.size()) {
      if (position >= part.end()) {
        startPart();
        continue;
      }
      headerOffset = position;
      PageHeader header = headers.read(input, position, part.end() - position, encrypted);
      position += headers.length();
      int length = headers.checkedLength(header, part.end() - position);
      PageType type = header.type();
      if (type == PageType.DATA_PAGE && header.dataPageHeader() != null) {
        return dataPage(header, length, header.dataPageHeader().numValues());
      }
      if (type == PageType.DATA_PAGE_V2 && header.dataPageHeaderV2() != null) {
        return dataPage(header, length, header.dataPageHeaderV2().numValues());
      }
      if (type == PageType.DICTIONARY_PAGE && header.dictionaryPageHeader() != null) {
        readDictionary(header, length);
      } else if (type == PageType.INDEX_PAGE || type == null) {
        position += length;
      } else {
        throw new CorruptPageException("page header", "no struct for its type " + type, "one");
      }
    }
    return -1;
  }

  private void pass() {
    if (pending != null) {
      position += pendingLength;
      counts.add(Count.PAGES_PASSED, 1);
      pending = null;
    } else if (nextAhead != null) {
      counts.add(Count.PAGES_PASSED, 1);
      nextAhead.memory().close();
      nextAhead = null;
    }
  }

  private int dataPage(PageHeader header, int length, int numValues) {
    pending = header;
    pendingLength = length;
    // What the offset index says of a part holds for its first page.
    firstRow = partRow;
    partRow = -1;
    return checkedCount(numValues, "num_values");
  }

  /**
   * The data page that {@link #next} went to; once for each. {@code partly}: not all of its rows
   * will be wanted.
   */
  public Page load(boolean partly) throws IOException {
    counts.add(Count.PAGES_READ, 1);
    if (nextAhead != null) {
      PageAhead loaded = nextAhead;
      nextAhead = null;
      pageMemory.close();
      pageMemory = loaded.memory();
      longestPage = Math.max(longestPage, loaded.length());
      return loaded.page();
    }
    longestPage = Math.max(longestPage, pendingLength);
    isPartly = partly;
    PageHeader header = pending;
    pending = null;
    Page page = read(header);
    boolean isLast = position >= part.end() && nextPart == parts.size();
    // Where nothing is decompressed, pages and the dictionary may be in the bytes of the chunk.
    if (isLast
        && !decompressor.isIdentity()
        && !pageBytes.isInSteps()
        && pageMemory.isAt(page.start())) {
      input.done();
    }
    return page;
  }

  private Page read(PageHeader header) throws IOException {
    return header.type() == PageType.DATA_PAGE
        ? readV1(header, pendingLength)
        : readV2(header, pendingLength);
  }

  /**
   * Decompresses the page after those that were before their turn, if it has at most this many
   * bytes; how many. What is wrong with it is met in its turn. Not while a page is between {@link
   * #next} and {@link #load}.
   */
  public int loadAhead(long most) throws IOException {
    if (encrypted != null || decompressor.isIdentity() || !input.isWhole()) {
      return 0; // Other pages are where they were fetched, or come in their order.
    }
    if (pageBytes.isInSteps()) {
      return 0; // One page at a time is decompressed in steps, and not all of this one is there.
    }
    PageMemory shown = pageMemory;
    pageMemory = new PageMemory(allocator, counts);
    try {
      int values = nextInFile();
      if (values < 0) {
        return 0;
      }
      int size = pending.uncompressedPageSize();
      if (size <= most) {
        isPartly = false;
        Page page = read(pending).whole();
        ahead.add(new PageAhead(page, pageMemory, values, pendingLength, firstRow, headerOffset));
        pageMemory = new PageMemory(allocator, counts);
        pending = null;
        return size;
      }
    } catch (RuntimeException e) {
      // Thrown again in its turn: rows before it can be read.
    } finally {
      pageMemory.close();
      pageMemory = shown;
    }
    if (pending != null) {
      pending = null;
      partRow = firstRow;
    }
    position = headerOffset;
    return 0;
  }

  /** Address of {@link #storedLength} bytes, which are compressed. */
  private long stored(PageHeader header, int length) throws IOException {
    long stored = input.address(position, length);
    position += length;
    storedLength = length;
    headers.checkCrc(header, stored, length);
    return encrypted == null ? stored : decrypted(header, stored, length);
  }

  private long decrypted(PageHeader header, long stored, int length) {
    storedLength =
        encrypted.decrypt(header, MemoryUtil.directBuffer(stored, length), this::memoryOfDecrypted);
    return decryptedMemory.room(storedLength);
  }

  private ByteBuffer memoryOfDecrypted(int size) {
    return MemoryUtil.directBuffer(decryptedMemory.room(size), size);
  }

  private Page readV1(PageHeader header, int length) throws IOException {
    DataPageHeader data = header.dataPageHeader();
    int size = header.uncompressedPageSize();
    long start = whole(header, length, false);
    return new Page(
        data.numValues(),
        start,
        start + size,
        known(data.encoding(), data.encodingNumber()),
        known(data.repetitionLevelEncoding(), data.repetitionLevelEncodingNumber()),
        known(data.definitionLevelEncoding(), data.definitionLevelEncodingNumber()),
        0,
        0,
        decompressor.isIdentity() ? null : pageBytes);
  }

  private Page readV2(PageHeader header, int length) throws IOException {
    DataPageHeaderV2 data = header.dataPageHeaderV2();
    int size = header.uncompressedPageSize();
    int levels = PageHeaders.levelsLength(header, length);
    boolean compressed = headers.areValuesCompressed(header) && !decompressor.isIdentity();
    long start =
        compressed ? decompressed(header, length, levels, false) : plain(header, length, false);
    return Page.v2(
        data.numValues(),
        start,
        size,
        known(data.encoding(), data.encodingNumber()),
        data.repetitionLevelsByteLength(),
        levels,
        compressed ? pageBytes : null);
  }

  private void readDictionary(PageHeader header, int length) throws IOException {
    if (dictionary != null) {
      throw new CorruptPageException("dictionary page", "a second one", "one per column chunk");
    }
    DictionaryPageHeader data = header.dictionaryPageHeader();
    ParquetEncoding encoding = known(data.encoding(), data.encodingNumber());
    if (encoding != ParquetEncoding.PLAIN && encoding != ParquetEncoding.PLAIN_DICTIONARY) {
      throw new CorruptPageException(
          "encoding of the dictionary page", encoding.toString(), "PLAIN or PLAIN_DICTIONARY");
    }
    int size = header.uncompressedPageSize();
    long start = whole(header, length, true);
    int entries = checkedCount(data.numValues(), "num_values of the dictionary");
    dictionary = Page.v2(entries, start, size, ParquetEncoding.PLAIN, 0, 0, null);
  }

  private long whole(PageHeader header, int length, boolean ofDictionary) throws IOException {
    return decompressor.isIdentity()
        ? plain(header, length, ofDictionary)
        : decompressed(header, length, 0, ofDictionary);
  }

  private long plain(PageHeader header, int length, boolean ofDictionary) throws IOException {
    int size = header.uncompressedPageSize();
    long offset = position;
    if (encrypted == null) {
      PageHeaders.requireSize(size, length);
    }
    long stored = stored(header, length);
    PageHeaders.requireSize(size, storedLength);
    boolean isInRoom =
        encrypted != null
            ? !ofDictionary
            : input.hasRoom(offset, (long) length + Page.SLACK)
                && (input.isWhole() || !ofDictionary);
    if (isInRoom) {
      return stored;
    }
    // Memory may end with the page. A dictionary is used with pages that replace it in a window.
    long start = memory(size, ofDictionary);
    MemoryUtil.copyMemory(stored, start, size);
    return start;
  }

  /**
   * Decompresses what follows the first {@code plain} bytes, which are copied: a dictionary at
   * once, a data page as {@link Page#require} says.
   */
  private long decompressed(PageHeader header, int length, int plain, boolean ofDictionary)
      throws IOException {
    int size = header.uncompressedPageSize();
    long stored = stored(header, length);
    int compressed = storedLength - plain;
    if (compressed < 0) {
      throw PageHeaders.levelsOutside(header, storedLength);
    }
    decompressor.requirePlausible(stored + plain, compressed, size - plain);
    long start = memory(size, ofDictionary);
    MemoryUtil.copyMemory(stored, start, plain);
    // Some writers leave out the compressed form of no bytes at all.
    if (size > plain && ofDictionary) {
      decompressor.decompress(stored + plain, compressed, start + plain, size - plain);
    } else {
      pageBytes.start(stored + plain, compressed, start + plain, size - plain, isPartly);
    }
    return start;
  }

  private long memory(int size, boolean ofDictionary) {
    return (ofDictionary ? dictionaryMemory : pageMemory).room(size);
  }

  private static int checkedCount(int count, String what) {
    if (count < 0) {
      throw new CorruptPageException(what, Integer.toString(count), "0 or more");
    }
    return count;
  }

  private static ParquetEncoding known(ParquetEncoding encoding, int number) {
    if (encoding == null) {
      throw new CorruptPageException(
          "encoding", Integer.toString(number), "the number of a known encoding");
    }
    return encoding;
  }

  @Override
  public void close() {
    pageBytes.close();
    pass();
    ahead.forEach(page -> page.memory().close());
    ahead.clear();
    pageMemory.close();
    dictionaryMemory.close();
    decryptedMemory.close();
  }
}
