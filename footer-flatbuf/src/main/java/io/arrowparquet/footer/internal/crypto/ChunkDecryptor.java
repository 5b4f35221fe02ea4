// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.crypto;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Decrypts the modules of one column chunk. One thread at a time.
 *
 * <p>Exceptions are {@link io.arrowparquet.footer.CorruptFooterException}s that name the module;
 * their offsets count from its beginning.
 */
public final class ChunkDecryptor {
  /** Page ordinal of modules that are no data page and no header of one. */
  public static final int NO_PAGE = -1;

  /** What a header has at most besides its bytes: what an encrypted one is longer. */
  public static final int OVERHEAD = ModuleCipher.OVERHEAD;

  private final ModuleCipher cipher;
  private final ModuleAad aad;
  private final boolean pagesInCtr;
  private final int rowGroup;
  private final int column;

  ChunkDecryptor(ModuleCipher cipher, ModuleAad aad, boolean pagesInCtr, int rowGroup, int column) {
    this.cipher = cipher;
    this.aad = aad;
    this.pagesInCtr = pagesInCtr;
    this.rowGroup = rowGroup;
    this.column = column;
  }

  /** Bytes of the framed module in GCM whose first ones these are, of at most those available. */
  public static int framedLength(ModuleType type, byte[] first, long available) {
    int most = (int) Math.min(available, Integer.MAX_VALUE);
    return ModuleCipher.framedLength(type, false, ByteBuffer.wrap(first), most);
  }

  /** A module that is no page and no header of a data page. */
  public byte[] module(ModuleType type, byte[] bytes, int from, int end) {
    return module(type, NO_PAGE, bytes, from, end);
  }

  /** The module that begins at an index; a new array. */
  public byte[] module(ModuleType type, int page, byte[] bytes, int from, int end) {
    return cipher.decrypt(type, bytes, from, end, aad.of(type, rowGroup, column, page));
  }

  /** How many bytes a page has that is stored as these. */
  public int pageLength(ModuleType type, ByteBuffer stored) {
    int framed =
        ModuleCipher.framedLength(type, pagesInCtr, stored.duplicate(), stored.remaining());
    return framed - (pagesInCtr ? OVERHEAD - ModuleCipher.TAG : OVERHEAD);
  }

  /**
   * Whether these bytes are framed as one page from the first to the last. If not, that is what
   * follows the levels of a data page of version 2: parquet-java leaves them in plain text.
   */
  public static boolean isWhole(ByteBuffer stored) {
    return stored.remaining() >= ModuleCipher.LENGTH
        && stored.duplicate().order(ByteOrder.LITTLE_ENDIAN).getInt(stored.position())
            == stored.remaining() - ModuleCipher.LENGTH;
  }

  /** Decrypts a page into a target of its {@link #pageLength}. */
  public void page(ModuleType type, int page, ByteBuffer stored, ByteBuffer target) {
    byte[] data = aad.of(type, rowGroup, column, page);
    int framed =
        ModuleCipher.framedLength(type, pagesInCtr, stored.duplicate(), stored.remaining());
    stored.limit(stored.position() + framed);
    cipher.decrypt(type, pagesInCtr, stored, target, data);
  }
}
