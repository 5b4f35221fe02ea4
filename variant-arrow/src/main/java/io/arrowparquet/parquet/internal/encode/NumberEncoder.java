// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Numbers of 4 or 8 bytes to pages' sections, apart from dictionaries. One thread at a time. */
final class NumberEncoder {
  private static final int GROUP = 8;

  private final int width;
  private final DeltaEncoder deltas = new DeltaEncoder();
  private final ByteOutput plain = new ByteOutput();
  private AlpEncoder alp;

  NumberEncoder(int width) {
    this.width = width;
  }

  /** Starts a column chunk. */
  void start() {
    if (alp != null) {
      alp.start();
    }
  }

  long heldBytes() {
    return plain.heldBytes();
  }

  void encode(ParquetEncoding encoding, int[] values, int count, ByteOutput out) {
    switch (encoding) {
      case PLAIN -> putPlain(values, count, out);
      case DELTA_BINARY_PACKED -> deltas.encode(values, count, out);
      case BYTE_STREAM_SPLIT -> split(values, count, out);
      default -> {
        plain.clear();
        putPlain(values, count, plain);
        putAlp(out);
      }
    }
  }

  void encode(ParquetEncoding encoding, long[] values, int count, ByteOutput out) {
    switch (encoding) {
      case PLAIN -> putPlain(values, count, out);
      case DELTA_BINARY_PACKED -> deltas.encode(values, count, out);
      case BYTE_STREAM_SPLIT -> split(values, count, out);
      default -> {
        plain.clear();
        putPlain(values, count, plain);
        putAlp(out);
      }
    }
  }

  private void putAlp(ByteOutput out) {
    if (alp == null) {
      alp = new AlpEncoder(width == Double.BYTES);
    }
    alp.encodePage(plain.array(), plain.length(), out);
  }

  static void putPlain(int[] values, int count, ByteOutput out) {
    littleEndian(out, count * (long) Integer.BYTES).asIntBuffer().put(values, 0, count);
    out.advance(count * Integer.BYTES);
  }

  static void putPlain(long[] values, int count, ByteOutput out) {
    littleEndian(out, count * (long) Long.BYTES).asLongBuffer().put(values, 0, count);
    out.advance(count * Long.BYTES);
  }

  private static ByteBuffer littleEndian(ByteOutput out, long bytes) {
    byte[] to = out.reserve(bytes);
    return ByteBuffer.wrap(to, out.length(), (int) bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void split(int[] values, int count, ByteOutput out) {
    byte[] to = out.reserve((long) count * Integer.BYTES);
    for (int stream = 0; stream < Integer.BYTES; stream++) {
      int shift = stream * Byte.SIZE;
      int i = 0;
      for (; i <= count - GROUP; i += GROUP) {
        long word = 0;
        for (int j = 0; j < GROUP; j++) {
          word |= (long) (values[i + j] >>> shift & 0xFF) << (j * Byte.SIZE);
        }
        ArrayNumbers.LONG.set(to, out.length() + i, word);
      }
      for (; i < count; i++) {
        to[out.length() + i] = (byte) (values[i] >>> shift);
      }
      out.advance(count);
    }
  }

  private static void split(long[] values, int count, ByteOutput out) {
    byte[] to = out.reserve((long) count * Long.BYTES);
    for (int stream = 0; stream < Long.BYTES; stream++) {
      int shift = stream * Byte.SIZE;
      int i = 0;
      for (; i <= count - GROUP; i += GROUP) {
        long word = 0;
        for (int j = 0; j < GROUP; j++) {
          word |= (values[i + j] >>> shift & 0xFF) << (j * Byte.SIZE);
        }
        ArrayNumbers.LONG.set(to, out.length() + i, word);
      }
      for (; i < count; i++) {
        to[out.length() + i] = (byte) (values[i] >>> shift);
      }
      out.advance(count);
    }
  }
}
