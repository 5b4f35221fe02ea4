// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rewrite;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.crypto.ChunkDecryptor;
import io.arrowparquet.footer.internal.crypto.ModuleType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.OffsetIndex.PageLocation;
import io.arrowparquet.footer.internal.thrift.PageHeader;
import io.arrowparquet.footer.internal.thrift.PageHeader.DataPageHeaderV2;
import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.internal.codec.PageCompressor;
import io.arrowparquet.parquet.internal.codec.PageDecompressor;
import io.arrowparquet.parquet.internal.fetch.ChunkInput;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.internal.page.EncryptedPages;
import io.arrowparquet.parquet.internal.page.PageHeaders;
import io.arrowparquet.parquet.internal.page.PageReaders.PageLimits;
import io.arrowparquet.parquet.internal.page.PageReaders.PageMemory;
import io.arrowparquet.parquet.internal.write.SinkOutput;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Copies column chunks page by page: each is decompressed, and compressed with another codec, or
 * stays as it is where only its encryption changes. Their values are not looked at. Headers keep
 * what they say, but for sizes, CRCs and whether a page is compressed; a page that had a CRC is
 * compared with it and gets a new one.
 *
 * <p>One thread at a time. Owns memory for a page.
 */
final class PageCopy implements AutoCloseable {
  private static final byte[] NOTHING = {};

  private final String source;
  private final ParquetCodec codec;
  private final PageDecompressor from;
  private final PageCompressor to;
  private final PageHeaders headers;
  private final CompactWriter written = new CompactWriter();
  private final CRC32 crc = new CRC32();
  private byte[] values = NOTHING;

  private final PageMemory decompressed;

  /** The page as it was before it was encrypted. */
  private final PageMemory decrypted;

  /**
   * @param source name of the file
   * @param limits by the quirks of the pages' writer
   * @param codec of the copied pages
   * @param from closed with this; null for pages that are not compressed anew
   * @param to borrowed; null with {@code from}
   */
  PageCopy(
      String source,
      PageLimits limits,
      ParquetCodec codec,
      PageDecompressor from,
      PageCompressor to,
      BufferAllocator allocator) {
    this.source = source;
    this.headers = new PageHeaders(limits);
    this.codec = codec;
    this.from = from;
    this.to = to;
    this.decompressed = new PageMemory(allocator, new ReadCounts());
    this.decrypted = new PageMemory(allocator, new ReadCounts());
  }

  /** Where the pages of a chunk are, by their old offsets, and what they are together. */
  static final class CopiedPages {
    private final ParquetCodec codec;
    private final Map<Long, PageLocation> pages = new HashMap<>();
    private long compressedSize;
    private long uncompressedSize;

    private CopiedPages(ParquetCodec codec) {
      this.codec = codec;
    }

    ParquetCodec codec() {
      return codec;
    }

    long compressedSize() {
      return compressedSize;
    }

    long uncompressedSize() {
      return uncompressedSize;
    }

    private void add(long old, PageLocation page, int header, PageHeader of) {
      pages.put(old, page);
      compressedSize += page.compressedPageSize();
      uncompressedSize += header + (long) of.uncompressedPageSize();
    }

    /** Null if no page begins there. */
    Long offset(long old) {
      PageLocation page = pages.get(old);
      return page == null ? null : page.offset();
    }

    PageLocation moved(PageLocation old) {
      PageLocation page = pages.get(old.offset());
      if (page == null) {
        throw new CorruptFooterException(
            "place of a page in an offset index", old.toString(), "one where a page begins");
      }
      return new PageLocation(page.offset(), page.compressedPageSize(), old.firstRowIndex());
    }
  }

  /** {@code end}: where the chunk ends at the latest; it may be longer than its metadata says. */
  CopiedPages copy(ChunkInput in, ChunkCopy of, long end, SinkOutput out) throws IOException {
    ChunkRange chunk = of.extent;
    CopiedPages copied = new CopiedPages(codec);
    ChunkModules modules = of.modules;
    EncryptedPages encrypted =
        modules.decryptor() == null ? null : EncryptedPages.of(modules.decryptor());
    int dataPages = 0;
    long position = chunk.offset();
    long valuesLeft = of.metaData.numValues();
    while (position < chunk.end() || (valuesLeft > 0 && position < end)) {
      try {
        PageHeader old = headers.read(in, position, end - position, encrypted);
        long body = position + headers.length();
        int length = headers.checkedLength(old, end - body);
        in.expect(body, length);
        long stored = in.address(body, length);
        headers.checkCrc(old, stored, length);
        if (old.dataPageHeaderV2() != null && modules.isSealed()) {
          throw new UnsupportedColumnException(
              of.column.oldPath(),
              "a data page of version 2, which not all readers decrypt",
              "version 1, to be encrypted");
        }
        long start = out.position();
        boolean isDictionary = old.type() == PageType.DICTIONARY_PAGE;
        int page = isDictionary ? ChunkDecryptor.NO_PAGE : dataPages++;
        if (encrypted == null) {
          write(old, stored, length, modules, page, out);
        } else {
          ByteBuffer bytes = MemoryUtil.directBuffer(stored, length);
          int opened = encrypted.decrypt(old, bytes, this::memoryOfDecrypted);
          write(old, decrypted.room(opened), opened, modules, page, out);
        }
        int size = (int) (out.position() - start);
        copied.add(position, new PageLocation(start, size, 0), written.size(), old);
        position = body + length;
        valuesLeft -= old.numDataValues();
      } catch (CorruptPageException e) {
        throw e.at(source, of.column.oldPath(), of.rowGroup, position);
      }
    }
    return copied;
  }

  private ByteBuffer memoryOfDecrypted(int size) {
    return MemoryUtil.directBuffer(decrypted.room(size), size);
  }

  private void write(
      PageHeader old, long stored, int length, ChunkModules modules, int page, SinkOutput out)
      throws IOException {
    // What a page of another type has is not known to be compressed; readers pass it over.
    boolean isV2 = old.dataPageHeaderV2() != null;
    boolean isOpaque =
        from == null
            || (!isV2 && old.dataPageHeader() == null && old.dictionaryPageHeader() == null);
    int plain = isOpaque ? length : isV2 ? PageHeaders.levelsLength(old, length) : 0;
    ByteBuffer front = MemoryUtil.directBuffer(stored, plain);
    int size = isOpaque ? 0 : old.uncompressedPageSize() - plain;
    byte[] body = NOTHING;
    int bodyLength = size;
    if (!isOpaque) {
      boolean isCompressed = !from.isIdentity() && (!isV2 || headers.areValuesCompressed(old));
      load(stored + plain, length - plain, isCompressed, size);
      body = values;
      if (!to.isIdentity()) {
        bodyLength = to.compress(values, 0, size);
        body = to.output();
      }
    }
    ModuleType module =
        page == ChunkDecryptor.NO_PAGE ? ModuleType.DICTIONARY_PAGE : ModuleType.DATA_PAGE;
    if (modules.isSealed()) {
      byte[] whole = new byte[plain + bodyLength];
      front.get(whole, 0, plain);
      System.arraycopy(body, 0, whole, plain, bodyLength);
      body = modules.sealed(module, page, whole);
      bodyLength = body.length;
    }
    crc.reset();
    crc.update(front.duplicate());
    crc.update(body, 0, bodyLength);
    written.clear();
    int newLength = front.remaining() + bodyLength;
    PageHeader.CODEC.write(written, header(old, newLength, (int) crc.getValue()));
    out.write(modules.sealed(module.header(), page, written.toByteArray()));
    out.write(front);
    out.write(ByteBuffer.wrap(body, 0, bodyLength));
  }

  /** Fills {@link #values} with what a page has after its levels. */
  private void load(long stored, int length, boolean isCompressed, int size) {
    long address = stored;
    if (isCompressed && size > 0) {
      from.requirePlausible(stored, length, size);
      address = decompressed.room(size);
      from.decompress(stored, length, address, size);
    } else if (!isCompressed) {
      PageHeaders.requireSize(size, length);
    }
    if (size > values.length) {
      values = new byte[size];
    }
    MemoryUtil.copyFromMemory(address, values, 0, size);
  }

  private PageHeader header(PageHeader old, int length, int newCrc) {
    DataPageHeaderV2 data = old.dataPageHeaderV2();
    DataPageHeaderV2 compressed =
        data == null
            ? null
            : new DataPageHeaderV2(
                data.numValues(),
                data.numNulls(),
                data.numRows(),
                data.encodingNumber(),
                data.definitionLevelsByteLength(),
                data.repetitionLevelsByteLength(),
                from == null ? data.isCompressed() : (Boolean) !to.isIdentity(),
                data.statistics());
    return new PageHeader(
        old.typeNumber(),
        old.uncompressedPageSize(),
        length,
        headers.hasCrc(old) ? (Integer) newCrc : null,
        old.dataPageHeader(),
        old.indexPageHeader(),
        old.dictionaryPageHeader(),
        compressed);
  }

  @Override
  public void close() {
    try (from;
        decompressed) {
      decrypted.close();
    }
  }
}
