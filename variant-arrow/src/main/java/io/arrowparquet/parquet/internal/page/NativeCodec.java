// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.Callable;

/**
 * A native library that is used where it is on the class path, and loads: on an unknown processor,
 * or where files cannot be unpacked, it does not. Threads may share one.
 */
final class NativeCodec {
  // Lambdas: a reference to a method would load its class before it is called.
  static final NativeCodec SNAPPY = new NativeCodec("snappy-java", () -> NativeSnappy.create());
  static final NativeCodec ZSTD = new NativeCodec("zstd-jni", () -> NativeZstd.create());

  private final String library;
  private final Callable<Decompressor> creation;

  /** Whether the library was found to fail: it is not tried again. */
  private volatile boolean failed;

  /**
   * A library.
   *
   * @param creation makes a decompressor that has decompressed something; throws anything if there
   *     is none
   */
  NativeCodec(String library, Callable<Decompressor> creation) {
    this.library = library;
    this.creation = creation;
  }

  /** Name of the library. */
  String library() {
    return library;
  }

  /** A decompressor; null if the library is missing or does not work. */
  Decompressor createIfPresent() {
    if (failed) {
      return null;
    }
    try {
      return creation.call();
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Exception | Error e) {
      // Loading fails with LinkageErrors and with errors of the libraries' own.
      failed = true;
      return null;
    }
  }

  /** Has a decompressor decompress a stream of one byte, {@code a}. */
  static void probe(Decompressor decompressor, byte[] stream) throws IOException {
    ByteBuffer input = ByteBuffer.allocateDirect(stream.length).put(stream).flip();
    ByteBuffer output = ByteBuffer.allocateDirect(1);
    int written = decompressor.decompress(input, output);
    if (written != 1 || output.get(0) != 'a') {
      throw new IOException(written + " bytes of " + Arrays.toString(stream));
    }
  }
}
