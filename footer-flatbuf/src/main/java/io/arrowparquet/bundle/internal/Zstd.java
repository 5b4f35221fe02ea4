// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.arrowparquet.bundle.internal.BlockRows.Slice;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Bytes after their decompressed length, as in a compressed Arrow buffer.
 *
 * <pre>
 *   | bytes decompressed: i64, -1 for bytes as they are | a Zstandard frame, or the bytes |
 * </pre>
 */
public final class Zstd {
  /** Bytes of any content, numbers of a block for example, may become as many. */
  private static final long FREE = 1 << 20;

  /**
   * What a byte may become beyond that: more than long texts of wide schemas or long bounds that
   * are nearly equal. A frame can announce 32 000 times its bytes.
   */
  private static final long MAX_EXPANSION = 512;

  static final long NOT_COMPRESSED = -1;

  /** One whose tables of some 100 KB are used again: making them takes longer than most blocks. */
  private static final AtomicReference<ZstdDecompressor> SPARE = new AtomicReference<>();

  private Zstd() {}

  /** Compresses bytes, unless they get longer by it. */
  public static byte[] pack(byte[] bytes) {
    ZstdCompressor zstd = new ZstdCompressor();
    byte[] frame = new byte[zstd.maxCompressedLength(bytes.length)];
    int size = zstd.compress(bytes, 0, bytes.length, frame, 0, frame.length);
    boolean isSmaller = isWorthwhile(bytes.length, size);
    BundleBytes out = new BundleBytes(Long.BYTES + Math.min(size, bytes.length));
    out.writeLong(isSmaller ? bytes.length : NOT_COMPRESSED);
    out.write(isSmaller ? frame : bytes, 0, isSmaller ? size : bytes.length);
    return out.toByteArray();
  }

  /** The bytes, which are {@code most} at most. */
  public static Slice prefixed(byte[] bytes, int start, int stored, long most, long offset) {
    int left = stored - Long.BYTES;
    if (left < 0) {
      throw corrupt(offset, stored + " bytes", "at least " + Long.BYTES, null);
    }
    int dataStart = start + Long.BYTES;
    long length = (long) ArrayNumbers.LONG.get(bytes, start);
    if (length == NOT_COMPRESSED) {
      return new Slice(bytes, dataStart, left);
    }
    long bound = Math.min(most, mostOf(left));
    if (length < 0 || length > bound) {
      throw corrupt(offset, length + " bytes decompressed", "at most " + bound, null);
    }
    byte[] target = new byte[(int) length];
    int written;
    try {
      ZstdDecompressor spare = SPARE.getAndSet(null);
      ZstdDecompressor zstd = spare == null ? new ZstdDecompressor() : spare;
      written = zstd.decompress(bytes, dataStart, left, target, 0, target.length);
      SPARE.set(zstd);
    } catch (RuntimeException e) {
      // The decoder throws various exceptions for damaged input.
      throw corrupt(offset, String.valueOf(e.getMessage()), "a Zstandard frame", e);
    }
    if (written != target.length) {
      throw corrupt(offset, written + " bytes", Integer.toString(target.length), null);
    }
    return new Slice(target, 0, written);
  }

  /** Whether bytes are written packed: they are fewer so, and readers take them for no attack. */
  static boolean isWorthwhile(int length, int packed) {
    return packed < length && length <= mostOf(packed);
  }

  public static long mostOf(long packed) {
    return FREE + MAX_EXPANSION * packed;
  }

  private static CorruptFooterException corrupt(
      long offset, String found, String expected, Exception cause) {
    return new CorruptFooterException("compressed bytes", offset, found, expected, cause);
  }
}
