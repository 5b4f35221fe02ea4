// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.PageMemory;
import io.arrowparquet.parquet.internal.encoding.BinaryValues.DeltaLengthBinary;
import io.arrowparquet.parquet.internal.encoding.FixedEncodings.DeltaFixed;
import io.arrowparquet.parquet.internal.encoding.FixedEncodings.PlainFixed;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.variant.internal.GrowableBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter.DoubleByteStreamSplitValuesWriter;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter.FloatByteStreamSplitValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.junit.jupiter.api.Test;

/**
 * Some values of a page: those at the same positions among all of them.
 *
 * @see FixedValues
 * @see BinaryValues
 */
class SelectedPagesTest {
  private static final int SIZE = 1 << 20;

  /** Fixed widths. */
  enum Fixed {
    PLAIN_INTS(4, () -> new PlainFixed(4)),
    PLAIN_LONGS(8, () -> new PlainFixed(8)),
    PLAIN_BYTES(12, () -> new PlainFixed(12)),
    SPLIT_FLOATS(4, () -> new ByteStreamSplitFixed(4)),
    SPLIT_DOUBLES(8, () -> new ByteStreamSplitFixed(8)),
    DELTAS(8, () -> new DeltaFixed(true));

    private final int width;

    @SuppressWarnings("ImmutableEnumChecker") // lambdas that capture nothing
    private final Supplier<FixedValues> decoder;

    Fixed(int width, Supplier<FixedValues> decoder) {
      this.width = width;
      this.decoder = decoder;
    }

    byte[] page(int count, Random random) throws IOException {
      HeapByteBufferAllocator heap = HeapByteBufferAllocator.getInstance();
      ValuesWriter writer =
          switch (this) {
            case PLAIN_INTS, PLAIN_LONGS, PLAIN_BYTES -> new PlainValuesWriter(64, SIZE, heap);
            case SPLIT_FLOATS -> new FloatByteStreamSplitValuesWriter(64, SIZE, heap);
            case SPLIT_DOUBLES -> new DoubleByteStreamSplitValuesWriter(64, SIZE, heap);
            case DELTAS -> new DeltaBinaryPackingValuesWriterForLong(64, SIZE, heap);
          };
      for (int i = 0; i < count; i++) {
        switch (this) {
          case PLAIN_INTS -> writer.writeInteger(random.nextInt());
          case PLAIN_LONGS, DELTAS -> writer.writeLong(random.nextLong());
          case SPLIT_FLOATS -> writer.writeFloat(random.nextFloat());
          case SPLIT_DOUBLES -> writer.writeDouble(random.nextDouble());
          case PLAIN_BYTES -> {
            writer.writeLong(random.nextLong());
            writer.writeInteger(random.nextInt());
          }
        }
      }
      return ByteArrays.bytes(writer.getBytes());
    }
  }

  /** Varying lengths. */
  enum Varying {
    PLAIN,
    LENGTHS,
    DELTAS;

    byte[] page(List<byte[]> values) throws IOException {
      HeapByteBufferAllocator heap = HeapByteBufferAllocator.getInstance();
      return ByteArrays.write(
          switch (this) {
            case PLAIN -> new PlainValuesWriter(64, SIZE, heap);
            case LENGTHS -> new DeltaLengthByteArrayValuesWriter(64, SIZE, heap);
            case DELTAS -> new DeltaByteArrayWriter(64, SIZE, heap);
          },
          values);
    }

    BinaryValues decoder() {
      return switch (this) {
        case PLAIN -> new PlainBinary();
        case LENGTHS -> new DeltaLengthBinary();
        case DELTAS -> new DeltaByteArrayBinary(false);
      };
    }
  }

  @Property(tries = 200)
  void of_fixed_width(
      @ForAll Fixed encoding,
      @ForAll @IntRange(min = 1, max = 2500) int count,
      @ForAll @IntRange(min = 1, max = 50) int gap,
      @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    byte[] page = encoding.page(count, random);
    FixedValues decoder = encoding.decoder.get();
    int width = encoding.width;
    try (RootAllocator allocator = new RootAllocator();
        ArrowBuf all = allocator.buffer((long) count * width);
        ArrowBuf some = allocator.buffer((long) FixedValues.WINDOW * width)) {
      decoder.wrap(PageMemory.start(page), PageMemory.end(), count);
      decoder.read(count, all.memoryAddress());
      decoder.wrap(PageMemory.start(page), PageMemory.end(), count);
      for (int at = 0; at < count; ) {
        int total = total(count - at, random);
        int[] positions = positions(total, gap, random);
        decoder.select(positions, positions.length, total, some.memoryAddress());
        for (int i = 0; i < positions.length; i++) {
          assertThat(bytes(some.memoryAddress() + (long) i * width, width))
              .isEqualTo(bytes(all.memoryAddress() + (long) (at + positions[i]) * width, width));
        }
        at += total;
      }
    }
  }

  @Property(tries = 200)
  void of_varying_length(
      @ForAll Varying encoding,
      @ForAll @IntRange(min = 1, max = 2500) int count,
      @ForAll @IntRange(min = 1, max = 50) int gap,
      @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    List<byte[]> values = ByteArrays.random(count, seed);
    byte[] page = encoding.page(values);
    BinaryValues decoder = encoding.decoder();
    decoder.wrap(PageMemory.start(page), PageMemory.end(), count);
    List<byte[]> expected = new ArrayList<>();
    List<byte[]> found = new ArrayList<>();
    Scratch scratch = new Scratch();
    int[] lengths = scratch.lengths();
    try (RootAllocator allocator = new RootAllocator();
        GrowableBuffer data = new GrowableBuffer(allocator)) {
      for (int at = 0; at < count; ) {
        int total = total(count - at, random);
        int[] positions = positions(total, gap, random);
        long start = data.length();
        long bytes =
            decoder.select(positions, positions.length, total, scratch, data, Long.MAX_VALUE);
        assertThat(data.length() - start).isEqualTo(bytes);
        for (int i = 0; i < positions.length; i++) {
          expected.add(values.get(at + positions[i]));
          found.add(bytes(data.address() + start, lengths[i]));
          start += lengths[i];
        }
        at += total;
      }
    }
    ByteArrays.assertSame(found, expected);
  }

  @Test
  void passing_over_more_values_than_there_are_is_refused() throws IOException {
    List<byte[]> values = ByteArrays.random(5, 1);
    for (Varying encoding : Varying.values()) {
      BinaryValues decoder = encoding.decoder();
      byte[] page = encoding.page(values);
      decoder.wrap(PageMemory.start(page), PageMemory.end(), 6);
      try (RootAllocator allocator = new RootAllocator();
          GrowableBuffer data = new GrowableBuffer(allocator)) {
        assertThatThrownBy(
                () -> decoder.select(new int[] {2}, 1, 6, new Scratch(), data, Long.MAX_VALUE))
            .as("%s", encoding)
            .isInstanceOf(CorruptPageException.class);
      }
    }
  }

  @Test
  void more_bytes_than_the_caller_has_use_for_are_not_copied() throws IOException {
    List<byte[]> values = List.of(new byte[10], new byte[10], new byte[10]);
    for (Varying encoding : Varying.values()) {
      BinaryValues decoder = encoding.decoder();
      byte[] page = encoding.page(values);
      decoder.wrap(PageMemory.start(page), PageMemory.end(), 3);
      try (RootAllocator allocator = new RootAllocator();
          GrowableBuffer data = new GrowableBuffer(allocator)) {
        long bytes = decoder.select(new int[] {0, 2}, 2, 3, new Scratch(), data, 19);

        assertThat(bytes).as("%s", encoding).isGreaterThan(19);
        assertThat(data.length()).as("%s", encoding).isLessThanOrEqualTo(19);
      }
    }
  }

  private static int total(int left, Random random) {
    return 1 + random.nextInt(Math.min(FixedValues.WINDOW, left));
  }

  /** At least one. */
  private static int[] positions(int total, int gap, Random random) {
    int any = random.nextInt(total);
    return IntStream.range(0, total)
        .filter(position -> position == any || random.nextInt(gap) == 0)
        .toArray();
  }

  private static byte[] bytes(long address, int length) {
    byte[] bytes = new byte[length];
    MemoryUtil.copyFromMemory(address, bytes, 0, length);
    return bytes;
  }
}
