// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.crypto.ChunkDecryptor;
import io.arrowparquet.footer.internal.crypto.ModuleType;
import io.arrowparquet.footer.internal.thrift.PageHeader;
import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;

/**
 * Which module of an encrypted column chunk the next header and page are: data pages are counted,
 * and each is bound to its number. One thread at a time.
 */
public final class EncryptedPages {
  private final ChunkDecryptor decryptor;
  private final int[] ordinals;

  /** Number of the data page after the one whose header was read last. */
  private int nextPage;

  /** A dictionary page may come: nothing of the chunk was read. */
  private boolean isAtStart;

  private ModuleType page;

  /** {@code ordinals}: as of {@link PageReaders.PageParts}. */
  EncryptedPages(ChunkDecryptor decryptor, int[] ordinals) {
    this.decryptor = decryptor;
    this.ordinals = ordinals;
  }

  /** Of a whole column chunk, whose first page comes first. */
  public static EncryptedPages of(ChunkDecryptor decryptor) {
    EncryptedPages pages = new EncryptedPages(decryptor, new int[] {-1});
    pages.startPart(0);
    return pages;
  }

  void startPart(int part) {
    isAtStart = part == 0 && ordinals[0] < 0;
    nextPage = ordinals[part] >= 0 ? ordinals[part] : nextPage;
  }

  int headerLength(byte[] first, long available) {
    return ChunkDecryptor.framedLength(ModuleType.DATA_PAGE_HEADER, first, available);
  }

  /**
   * The header after the one before. Only its decryption proves whether a chunk begins with a
   * dictionary page: footers of some writers do not say it.
   */
  byte[] header(byte[] bytes, int length) {
    if (isAtStart) {
      isAtStart = false;
      try {
        page = ModuleType.DICTIONARY_PAGE;
        return decryptor.module(page.header(), bytes, 0, length);
      } catch (CorruptFooterException e) {
        // A data page's, if it is whole.
      }
    }
    page = ModuleType.DATA_PAGE;
    return decryptor.module(page.header(), nextPage++, bytes, 0, length);
  }

  /** A header belongs to the module that its type says. */
  void require(PageType type) {
    boolean isDictionary = type == PageType.DICTIONARY_PAGE;
    if (isDictionary != (page == ModuleType.DICTIONARY_PAGE)) {
      throw new CorruptFooterException(
          "type of the page of an " + page.header(), 0, type, "the type of that module");
    }
  }

  /** How many bytes of a page are not encrypted: those of the levels in version 2, at most. */
  private static int plainLevels(PageHeader of, ByteBuffer stored) {
    boolean isWhole = of.type() != PageType.DATA_PAGE_V2 || ChunkDecryptor.isWhole(stored);
    return isWhole || of.dataPageHeaderV2() == null
        ? 0
        : PageHeaders.levelsLength(of, stored.remaining());
  }

  /**
   * Decrypts the page of the header that was read last.
   *
   * @param stored its bytes in the file, from 0 on
   * @param memory asked for as many bytes as the page has
   * @return how many
   */
  public int decrypt(PageHeader of, ByteBuffer stored, IntFunction<ByteBuffer> memory) {
    try {
      int plain = plainLevels(of, stored);
      int encrypted = stored.remaining() - plain;
      int size = plain + decryptor.pageLength(page, stored.slice(plain, encrypted));
      ByteBuffer target = memory.apply(size);
      target.put(stored.duplicate().limit(plain));
      decryptor.page(page, nextPage - 1, stored.position(plain), target);
      return size;
    } catch (CorruptFooterException e) {
      throw new CorruptPageException(e.problem(), e.found(), e.expected(), e);
    }
  }
}
