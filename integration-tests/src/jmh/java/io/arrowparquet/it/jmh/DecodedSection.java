// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.parquet.internal.encoding.FixedValues;
import io.arrowparquet.parquet.internal.encoding.IntDecoder;
import io.arrowparquet.parquet.internal.encoding.LevelDecoder;
import io.arrowparquet.parquet.internal.page.Page;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.values.ValuesReader;

/** A section, and where both decode it to: each value takes as much as the widest may. */
abstract class DecodedSection implements AutoCloseable {
  /** Values that are decoded at a time. */
  static final int WINDOW = 1024;

  static final int STEP = 32;
  final int count;
  final byte[] bytes;
  final RootAllocator allocator = new RootAllocator();
  final ArrowBuf memory;

  /** The section, and what may be read after it. */
  final ArrowBuf page;

  DecodedSection(int count, byte[] bytes) {
    this.count = count;
    this.bytes = bytes;
    this.memory = allocator.buffer((long) STEP * (count + 1));
    this.page = allocator.buffer((long) bytes.length + Page.SLACK);
    page.setBytes(0, bytes);
    clear();
  }

  long start() {
    return page.memoryAddress();
  }

  long end() {
    return start() + bytes.length;
  }

  abstract void ours() throws IOException;

  abstract void parquetJava() throws IOException;

  byte[] decoded() {
    byte[] all = new byte[(int) memory.capacity()];
    memory.getBytes(0, all);
    return all;
  }

  void clear() {
    memory.setZero(0, memory.capacity());
  }

  @Override
  public void close() {
    memory.close();
    page.close();
    allocator.close();
  }

  /** Decoded to an array, a window at a time; each window's ends are kept for the comparison. */
  abstract static class Ints extends DecodedSection {
    private static final int KEPT = 97;
    final int[] window = new int[WINDOW];
    private final byte[] levels = new byte[WINDOW + Long.BYTES];

    Ints(int count, byte[] bytes) {
      super(count, bytes);
    }

    abstract IntDecoder decoder();

    /** Of the levels, those that are kept. */
    IntDecoder ofLevels(LevelDecoder decoder) {
      return (out, at, step) -> {
        decoder.readLevels(levels, 0, step);
        for (int i = 0; i < step; i += KEPT) {
          out[at + i] = Byte.toUnsignedInt(levels[i]);
        }
      };
    }

    ByteBufferInputStream stream() {
      return ByteBufferInputStream.wrap(ByteBuffer.wrap(bytes));
    }

    @Override
    void ours() {
      IntDecoder decoder = decoder();
      for (int from = 0; from < count; from += WINDOW) {
        int step = Math.min(WINDOW, count - from);
        decoder.read(window, 0, step);
        put(from, step);
      }
    }

    void put(int from, int step) {
      long address = memory.memoryAddress() + (long) STEP * from;
      for (int i = 0; i < step; i += KEPT) {
        MemoryUtil.putInt(address + 4L * i, window[i]);
      }
    }
  }

  /** Decoded to memory at once. */
  abstract static class Fixed extends DecodedSection {
    private final FixedValues decoder;

    Fixed(int count, byte[] bytes, FixedValues decoder) {
      super(count, bytes);
      this.decoder = decoder;
    }

    abstract ValuesReader reader();

    abstract void read(ValuesReader reader, long address);

    @Override
    void ours() {
      decoder.wrap(start(), end(), count);
      decoder.read(count, memory.memoryAddress());
    }

    @Override
    void parquetJava() throws IOException {
      ValuesReader reader = reader();
      reader.initFromPage(count, ByteBufferInputStream.wrap(ByteBuffer.wrap(bytes)));
      read(reader, memory.memoryAddress());
    }
  }
}
