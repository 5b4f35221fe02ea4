// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import static io.arrowparquet.it.jmh.DecodedSection.WINDOW;

import io.arrowparquet.it.jmh.DecodedSection.Fixed;
import io.arrowparquet.it.jmh.DecodedSection.Ints;
import io.arrowparquet.parquet.internal.encoding.BinaryValues;
import io.arrowparquet.parquet.internal.encoding.BinaryValues.DeltaLengthBinary;
import io.arrowparquet.parquet.internal.encoding.ByteStreamSplitFixed;
import io.arrowparquet.parquet.internal.encoding.DeltaByteArrayBinary;
import io.arrowparquet.parquet.internal.encoding.FixedEncodings.DeltaFixed;
import io.arrowparquet.parquet.internal.encoding.FixedValues;
import io.arrowparquet.parquet.internal.encoding.HybridDecoder;
import io.arrowparquet.parquet.internal.encoding.IntDecoder;
import io.arrowparquet.parquet.internal.encoding.IntDecoder.PlainBooleans;
import io.arrowparquet.parquet.internal.encoding.LevelDecoder.BitPackedDecoder;
import io.arrowparquet.variant.internal.GrowableBuffer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.bitpacking.ByteBitPackingValuesReader;
import org.apache.parquet.column.values.bitpacking.ByteBitPackingValuesWriter;
import org.apache.parquet.column.values.bitpacking.BytePacker;
import org.apache.parquet.column.values.bitpacking.Packer;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForInteger;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForLong;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter.IntegerByteStreamSplitValuesWriter;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter.LongByteStreamSplitValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesReader;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayReader;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.column.values.plain.BooleanPlainValuesReader;
import org.apache.parquet.column.values.plain.BooleanPlainValuesWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.io.api.Binary;

/** An encoding, values that it suits, and the two decoders of it. */
public enum DecoderCase {
  LEVELS_1,
  LEVELS_2,
  PACKED_5,
  PACKED_8,
  PACKED_12,
  PACKED_17,
  PACKED_24,
  PACKED_31,
  PACKER_5,
  PACKER_12,
  PACKER_17,
  PACKER_24,
  PACKER_31,
  BIT_PACKED_LEVELS,
  BOOLEANS,
  DELTA_INT_0,
  DELTA_INT_5,
  DELTA_INT_18,
  DELTA_LONG_5,
  DELTA_LONG_18,
  DELTA_LONG_40,
  DELTA_LENGTH,
  DELTA_BYTES,
  SPLIT_INT,
  SPLIT_LONG;

  private static final int SLAB = 1 << 20;

  private int width() {
    return Integer.parseInt(name().substring(name().lastIndexOf('_') + 1));
  }

  private static byte[] bytes(BytesInput input) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    input.writeAllTo(bytes);
    return bytes.toByteArray();
  }

  /** Encodes this many values. */
  DecodedSection encode(int count) throws IOException {
    return switch (this) {
      case LEVELS_1, LEVELS_2 -> hybrid(count, 30);
      case PACKED_5, PACKED_8, PACKED_12, PACKED_17, PACKED_24, PACKED_31 -> hybrid(count, 1);
      case PACKER_5, PACKER_12, PACKER_17, PACKER_24, PACKER_31 -> packer(count);
      case BIT_PACKED_LEVELS -> bitPackedLevels(count);
      case BOOLEANS -> booleans(count);
      case DELTA_INT_0, DELTA_INT_5, DELTA_INT_18 -> deltaInts(count);
      case DELTA_LONG_5, DELTA_LONG_18, DELTA_LONG_40 -> deltaLongs(count);
      case DELTA_LENGTH ->
          binary(
              count,
              new DeltaLengthByteArrayValuesWriter(SLAB, SLAB, new HeapByteBufferAllocator()),
              new DeltaLengthBinary(),
              DeltaLengthByteArrayValuesReader::new);
      case DELTA_BYTES ->
          binary(
              count,
              new DeltaByteArrayWriter(SLAB, SLAB, new HeapByteBufferAllocator()),
              new DeltaByteArrayBinary(false),
              DeltaByteArrayReader::new);
      case SPLIT_INT -> splitInts(count);
      case SPLIT_LONG -> splitLongs(count);
    };
  }

  /** Values of this case's width, each {@code run} times on average. */
  private int[] ints(int count, int run) {
    Random random = new Random(42);
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      boolean repeat = i > 0 && random.nextInt(run) > 0;
      values[i] = repeat ? values[i - 1] : random.nextInt() >>> (Integer.SIZE - width());
    }
    return values;
  }

  private DecodedSection hybrid(int count, int run) throws IOException {
    byte[] section;
    try (RunLengthBitPackingHybridEncoder encoder =
        new RunLengthBitPackingHybridEncoder(width(), SLAB, SLAB, new HeapByteBufferAllocator())) {
      for (int value : ints(count, run)) {
        encoder.writeInt(value);
      }
      section = bytes(encoder.toBytes());
    }
    int bits = width();
    boolean areLevels = this == LEVELS_1 || this == LEVELS_2;
    HybridDecoder decoder = new HybridDecoder();
    return new Ints(count, section) {
      @Override
      IntDecoder decoder() {
        decoder.wrap(start(), end(), bits);
        return areLevels ? ofLevels(decoder) : decoder;
      }

      @Override
      void parquetJava() throws IOException {
        RunLengthBitPackingHybridDecoder theirs =
            new RunLengthBitPackingHybridDecoder(bits, new ByteArrayInputStream(section));
        for (int from = 0; from < count; from += WINDOW) {
          int step = Math.min(WINDOW, count - from);
          for (int i = 0; i < step; i++) {
            window[i] = theirs.readInt();
          }
          put(from, step);
        }
      }
    };
  }

  /** One long bit-packed run: against the unpackers alone, which are given 32 values at a time. */
  private DecodedSection packer(int count) {
    int bits = width();
    int groups = (count + WINDOW - 1) / WINDOW * (WINDOW / 8);
    BytePacker packer = Packer.LITTLE_ENDIAN.newBytePacker(bits);
    int[] values = ints(groups * 8, 1);
    byte[] section = new byte[groups * bits + 5];
    int header = groups << 1 | 1;
    for (int i = 0; i < 5; i++, header >>>= 7) {
      section[i] = (byte) ((header & 0x7f) | (i < 4 ? 0x80 : 0));
    }
    for (int group = 0; group < groups; group++) {
      packer.pack8Values(values, 8 * group, section, 5 + group * bits);
    }
    HybridDecoder decoder = new HybridDecoder();
    return new Ints(groups * 8, section) {
      @Override
      IntDecoder decoder() {
        return decoder.wrap(start(), end(), bits);
      }

      @Override
      void parquetJava() {
        ByteBuffer buffer = ByteBuffer.wrap(section);
        for (int from = 0, at = 5; from < count; from += WINDOW) {
          for (int i = 0; i < WINDOW; i += 32, at += 4 * bits) {
            packer.unpack32Values(buffer, at, window, i);
          }
          put(from, WINDOW);
        }
      }
    };
  }

  private static DecodedSection bitPackedLevels(int count) throws IOException {
    int bits = 3;
    ValuesWriter writer = new ByteBitPackingValuesWriter((1 << bits) - 1, Packer.BIG_ENDIAN);
    Random random = new Random(42);
    for (int i = 0; i < count; i++) {
      writer.writeInteger(random.nextInt(1 << bits));
    }
    byte[] section = bytes(writer.getBytes());
    return new Ints(count, section) {
      @Override
      IntDecoder decoder() {
        return ofLevels(new BitPackedDecoder(start(), end(), bits));
      }

      @Override
      void parquetJava() throws IOException {
        ValuesReader reader = new ByteBitPackingValuesReader((1 << bits) - 1, Packer.BIG_ENDIAN);
        reader.initFromPage(count, stream());
        for (int from = 0; from < count; from += WINDOW) {
          int step = Math.min(WINDOW, count - from);
          for (int i = 0; i < step; i++) {
            window[i] = reader.readInteger();
          }
          put(from, step);
        }
      }
    };
  }

  private static DecodedSection booleans(int count) throws IOException {
    ValuesWriter writer = new BooleanPlainValuesWriter();
    Random random = new Random(42);
    for (int i = 0; i < count; i++) {
      writer.writeBoolean(random.nextBoolean());
    }
    byte[] section = bytes(writer.getBytes());
    PlainBooleans decoder = new PlainBooleans();
    return new Ints(count, section) {
      @Override
      IntDecoder decoder() {
        return decoder.wrap(start(), end());
      }

      @Override
      void parquetJava() throws IOException {
        ValuesReader reader = new BooleanPlainValuesReader();
        reader.initFromPage(count, stream());
        for (int from = 0; from < count; from += WINDOW) {
          int step = Math.min(WINDOW, count - from);
          for (int i = 0; i < step; i++) {
            window[i] = reader.readBoolean() ? 1 : 0;
          }
          put(from, step);
        }
      }
    };
  }

  private DecodedSection deltaInts(int count) throws IOException {
    ValuesWriter writer =
        new DeltaBinaryPackingValuesWriterForInteger(SLAB, SLAB, new HeapByteBufferAllocator());
    int[] steps = width() == 0 ? new int[count] : ints(count, 1);
    int value = 0;
    for (int step : steps) {
      writer.writeInteger(value += step - 3);
    }
    return fixedInts(
        count,
        bytes(writer.getBytes()),
        new DeltaFixed(false),
        DeltaBinaryPackingValuesReader::new);
  }

  private static DecodedSection fixedInts(
      int count, byte[] section, FixedValues decoder, Supplier<ValuesReader> make) {
    return new Fixed(count, section, decoder) {
      @Override
      ValuesReader reader() {
        return make.get();
      }

      @Override
      void read(ValuesReader reader, long address) {
        for (int i = 0; i < count; i++) {
          MemoryUtil.putInt(address + 4L * i, reader.readInteger());
        }
      }
    };
  }

  private static DecodedSection fixedLongs(
      int count, byte[] section, FixedValues decoder, Supplier<ValuesReader> make) {
    return new Fixed(count, section, decoder) {
      @Override
      ValuesReader reader() {
        return make.get();
      }

      @Override
      void read(ValuesReader reader, long address) {
        for (int i = 0; i < count; i++) {
          MemoryUtil.putLong(address + 8L * i, reader.readLong());
        }
      }
    };
  }

  private DecodedSection deltaLongs(int count) throws IOException {
    ValuesWriter writer =
        new DeltaBinaryPackingValuesWriterForLong(SLAB, SLAB, new HeapByteBufferAllocator());
    Random random = new Random(42);
    long value = 0;
    for (int i = 0; i < count; i++) {
      value += random.nextLong() >>> (Long.SIZE - width());
      writer.writeLong(value);
    }
    return fixedLongs(
        count, bytes(writer.getBytes()), new DeltaFixed(true), DeltaBinaryPackingValuesReader::new);
  }

  private static DecodedSection splitInts(int count) throws IOException {
    ValuesWriter writer =
        new IntegerByteStreamSplitValuesWriter(SLAB, SLAB, new HeapByteBufferAllocator());
    new Random(42).ints(count).forEach(writer::writeInteger);
    return fixedInts(
        count,
        bytes(writer.getBytes()),
        new ByteStreamSplitFixed(Integer.BYTES),
        ByteStreamSplitValuesReaderForInteger::new);
  }

  private static DecodedSection splitLongs(int count) throws IOException {
    ValuesWriter writer =
        new LongByteStreamSplitValuesWriter(SLAB, SLAB, new HeapByteBufferAllocator());
    new Random(42).longs(count).forEach(writer::writeLong);
    return fixedLongs(
        count,
        bytes(writer.getBytes()),
        new ByteStreamSplitFixed(Long.BYTES),
        ByteStreamSplitValuesReaderForLong::new);
  }

  /** Texts of up to 24 bytes, sorted as far as their first half goes. */
  private static DecodedSection binary(
      int count, ValuesWriter writer, BinaryValues decoder, Supplier<ValuesReader> make)
      throws IOException {
    Random random = new Random(42);
    for (int i = 0; i < count; i++) {
      String text = "key-%07d-%s".formatted(i / 3, "x".repeat(random.nextInt(12)));
      writer.writeBytes(Binary.fromConstantByteArray(text.getBytes(StandardCharsets.US_ASCII)));
    }
    byte[] section = bytes(writer.getBytes());
    int[] lengths = new int[WINDOW];
    return new DecodedSection(count, section) {
      private final GrowableBuffer data = new GrowableBuffer(allocator);

      @Override
      void ours() {
        decoder.wrap(start(), end(), count);
        data.clear();
        for (int from = 0; from < count; from += WINDOW) {
          decoder.append(Math.min(WINDOW, count - from), lengths, data, Long.MAX_VALUE);
        }
        MemoryUtil.copyMemory(data.address(), memory.memoryAddress(), data.length());
      }

      @Override
      public void close() {
        data.close();
        super.close();
      }

      @Override
      void parquetJava() throws IOException {
        ValuesReader reader = make.get();
        reader.initFromPage(count, ByteBufferInputStream.wrap(ByteBuffer.wrap(section)));
        long to = memory.memoryAddress();
        for (int i = 0; i < count; i++) {
          byte[] value = reader.readBytes().getBytesUnsafe();
          MemoryUtil.copyToMemory(value, 0, to, value.length);
          to += value.length;
        }
      }
    };
  }
}
