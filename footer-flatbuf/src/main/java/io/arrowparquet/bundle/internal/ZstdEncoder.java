// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import com.github.luben.zstd.ZstdCompressCtx;
import io.airlift.compress.zstd.ZstdCompressor;

/**
 * Compresses buffers with Zstandard, one frame each: through zstd-jni's native library where that
 * is on the class path and loads, which takes a quarter of the time, and else with aircompressor.
 * Owns what its library allocates until it is closed. For one thread.
 */
abstract class ZstdEncoder implements AutoCloseable {
  /** Whether the native library was found to fail: it is not tried again. */
  private static volatile boolean nativeFailed;

  static ZstdEncoder create() {
    if (!nativeFailed) {
      try {
        return Native.create();
      } catch (VirtualMachineError e) {
        throw e;
      } catch (Exception | Error e) {
        // Loading fails with LinkageErrors and with errors of the library's own.
        nativeFailed = true;
      }
    }
    return new Aircompressor();
  }

  /** Which fraction of some values a frame of them must save to be worth the time it takes. */
  abstract double leastSaved();

  abstract int maxLength(int length);

  /** Compresses into a target of at least {@link #maxLength}; returns the frame's length. */
  abstract int compress(byte[] source, int length, byte[] target);

  @Override
  public abstract void close();

  static final class Aircompressor extends ZstdEncoder {
    private final ZstdCompressor zstd = new ZstdCompressor();

    @Override
    double leastSaved() {
      return 0.25;
    }

    @Override
    int maxLength(int length) {
      return zstd.maxCompressedLength(length);
    }

    @Override
    int compress(byte[] source, int length, byte[] target) {
      return zstd.compress(source, 0, length, target, 0, target.length);
    }

    @Override
    public void close() {}
  }

  /**
   * Through zstd-jni: a class of its own, as that library is optional. Owns one of its contexts,
   * which is used for all frames.
   */
  static final class Native extends ZstdEncoder {
    /** The fastest: columns of numbers have few of the matches that higher levels search for. */
    private static final int LEVEL = 1;

    private final ZstdCompressCtx context = new ZstdCompressCtx();

    private Native() {}

    /** Tried; a LinkageError if there is no such library, or it does not load here. */
    static ZstdEncoder create() {
      Native zstd = new Native();
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
      return Math.toIntExact(com.github.luben.zstd.Zstd.compressBound(length));
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
}
