// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.PageHeader;
import io.arrowparquet.footer.internal.thrift.PageHeader.DataPageHeaderV2;
import io.arrowparquet.parquet.internal.fetch.ChunkInput;
import io.arrowparquet.parquet.internal.page.PageReaders.PageLimits;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.arrow.memory.util.MemoryUtil;
import org.jspecify.annotations.Nullable;

/**
 * Reads headers of pages, and checks what they say of the bytes after them. One thread at a time.
 */
public final class PageHeaders {
  private static final int FIRST_WINDOW = 256;
  private static final int MAX_HEADER = 16 * 1024 * 1024;

  /** Read at first where headers before were longer, perhaps of other chunks. */
  private static final int MOST_AT_FIRST = 4096;

  private final PageLimits limits;
  private final CompactReader reader = new CompactReader(new byte[0], 0, 0);
  private byte[] window = new byte[FIRST_WINDOW];
  private int length;

  public PageHeaders(PageLimits limits) {
    this.limits = limits;
  }

  /**
   * The header at an offset of the file.
   *
   * @param remaining bytes that it may have
   * @param encrypted of which it is the next module; null where pages are in plain text
   */
  public PageHeader read(
      ChunkInput input, long position, long remaining, @Nullable EncryptedPages encrypted)
      throws IOException {
    if (encrypted != null) {
      return decrypt(input, position, remaining, encrypted);
    }
    for (int size = Math.min(window.length, MOST_AT_FIRST); ; size *= 4) {
      int read = (int) Math.min(size, remaining);
      copy(input, position, read);
      reader.wrap(window, 0, read);
      try {
        PageHeader header = PageHeader.CODEC.read(reader);
        length = reader.position();
        return header;
      } catch (CorruptFooterException e) {
        // Statistics make headers long: only when more bytes do not help is the header corrupt.
        if (read == remaining || read >= MAX_HEADER) {
          throw e.shiftedBy(position);
        }
      }
    }
  }

  private void copy(ChunkInput input, long position, int bytes) throws IOException {
    if (bytes > window.length) {
      window = new byte[bytes];
    }
    input.copy(position, window, 0, bytes);
  }

  private PageHeader decrypt(ChunkInput input, long position, long remaining, EncryptedPages pages)
      throws IOException {
    try {
      copy(input, position, (int) Math.min(remaining, Integer.BYTES));
      length = pages.headerLength(window, Math.min(remaining, MAX_HEADER));
      copy(input, position, length);
      byte[] plain = pages.header(window, length);
      reader.wrap(plain, 0, plain.length);
      PageHeader header = PageHeader.CODEC.read(reader);
      pages.require(header.type());
      return header;
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(position);
    }
  }

  /** The header at an offset as far as its bytes are at hand; null if they are not all. */
  PageHeader peek(ChunkInput input, long position) throws IOException {
    byte[] atHand = new byte[FIRST_WINDOW];
    int read = input.peek(position, atHand);
    reader.wrap(atHand, 0, read);
    try {
      PageHeader header = read == 0 ? null : PageHeader.CODEC.read(reader);
      length = reader.position();
      return header;
    } catch (CorruptFooterException e) {
      return null; // Or its header is a long one.
    }
  }

  /** Bytes of the header that was read last, as it is in the file. */
  public int length() {
    return length;
  }

  /** Bytes of the page in the file; {@code remaining} are those left in the column chunk. */
  public int checkedLength(PageHeader header, long remaining) {
    int pageLength = header.compressedPageSize();
    if (pageLength < 0 || pageLength > remaining) {
      throw Page.outside(
          "compressed_page_size", pageLength, remaining, "the bytes left in the column chunk");
    }
    int size = header.uncompressedPageSize();
    if (size < 0 || size > limits.maxPageBytes()) {
      throw Page.outside(
          "uncompressed_page_size", size, limits.maxPageBytes(), "the limit of a page");
    }
    return pageLength;
  }

  /** Refuses a page that is not compressed, and has not the bytes that its header says. */
  public static void requireSize(int size, int stored) {
    if (stored != size) {
      throw new CorruptPageException(
          "uncompressed_page_size", Integer.toString(size), stored + ", the stored size");
    }
  }

  /** Whether the header has a CRC of the page, and not what its writer has instead. */
  public boolean hasCrc(PageHeader header) {
    return limits.checks(header.crc());
  }

  /** Compares the page's bytes in the file with the CRC of its header, if that is to be checked. */
  public void checkCrc(PageHeader header, long stored, int bytes) {
    if (!hasCrc(header) || bytes == 0) {
      return;
    }
    CRC32 crc = new CRC32();
    crc.update(MemoryUtil.directBuffer(stored, bytes));
    if ((int) crc.getValue() != header.crc()) {
      throw new CorruptPageException(
          "CRC-32 of the page's " + bytes + " bytes",
          String.format("0x%08x", (int) crc.getValue()),
          String.format("0x%08x, as its header says", header.crc()));
    }
  }

  /** Bytes of the levels of a page of version 2, which has {@code stored} bytes in the file. */
  public static int levelsLength(PageHeader header, int stored) {
    DataPageHeaderV2 data = header.dataPageHeaderV2();
    int repetition = data.repetitionLevelsByteLength();
    int definition = data.definitionLevelsByteLength();
    long levels = (long) repetition + definition;
    int most = Math.min(stored, header.uncompressedPageSize());
    if (repetition < 0 || definition < 0 || levels > most) {
      throw levelsOutside(header, most);
    }
    return (int) levels;
  }

  static CorruptPageException levelsOutside(PageHeader header, int most) {
    DataPageHeaderV2 data = header.dataPageHeaderV2();
    return new CorruptPageException(
        "byte lengths of the levels",
        data.repetitionLevelsByteLength() + " and " + data.definitionLevelsByteLength(),
        "together at most " + most + ", the size of the page");
  }

  /** Whether the values of a page of version 2 are compressed, if the codec compresses at all. */
  public boolean areValuesCompressed(PageHeader header) {
    return header.dataPageHeaderV2().areValuesCompressed() || limits.compressesEveryPage();
  }
}
