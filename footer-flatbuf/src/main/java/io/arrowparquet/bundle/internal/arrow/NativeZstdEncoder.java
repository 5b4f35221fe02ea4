// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.arrow;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;

/** Zstandard through zstd-jni. Owns one of its contexts, which is used for all frames. */
final class NativeZstdEncoder extends ZstdEncoder {
  /** The fastest: columns of numbers have few of the matches that higher levels search for. */
  private static final int LEVEL = 1;

  private final ZstdCompressCtx context = new ZstdCompressCtx();

  private NativeZstdEncoder() {}

  /**
   * An encoder that has been tried.
   *
   * @throws LinkageError if there is no such library, or it does not load here
   */
  static ZstdEncoder create() {
    NativeZstdEncoder zstd = new NativeZstdEncoder();
    boolean works = false;
    try {
      zstd.context.setLevel(LEVEL);
      zstd.compress(new byte[1], 1, new byte[zstd.maxLength(1)]);
      works = true;
      return zstd;
    } finally {
      if (!works) {
        zstd.close();
      }
    }
  }

  @Override
  double leastSaved() {
    return 0.125;
  }

  @Override
  int maxLength(int length) {
    return Math.toIntExact(Zstd.compressBound(length));
  }

  @Override
  int compress(byte[] source, int length, byte[] target) {
    return context.compressByteArray(target, 0, target.length, source, 0, length);
  }

  @Override
  public void close() {
    context.close();
  }
}
