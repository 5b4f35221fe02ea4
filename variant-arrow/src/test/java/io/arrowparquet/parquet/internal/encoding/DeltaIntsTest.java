// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.PageMemory;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaIntsTest {
  private static final byte[] TRAILING = {1, 2, 3};

  @Property(tries = 400)
  void reads_longs_that_parquet_java_wrote(
      @ForAll @IntRange(max = 64) int bits,
      @ForAll @IntRange(min = 1, max = 700) int count,
      @ForAll @IntRange(min = 1, max = 300) int step,
      @ForAll @IntRange(max = 3) int layout,
      @ForAll long seed)
      throws IOException {
    long[] values = longs(bits, count, seed);
    byte[] section = encode(layout, values);

    assertThat(readLongs(section, values.length, step)).isEqualTo(values);
    assertThat(libraryLongs(section, count)).isEqualTo(values);
  }

  @Property(tries = 400)
  void reads_ints_that_parquet_java_wrote(
      @ForAll @IntRange(max = 32) int bits,
      @ForAll @IntRange(min = 1, max = 700) int count,
      @ForAll @IntRange(min = 1, max = 300) int step,
      @ForAll @IntRange(max = 3) int layout,
      @ForAll long seed) {
    int[] values = Arrays.stream(longs(bits, count, seed)).mapToInt(value -> (int) value).toArray();
    byte[] section = encode(layout, values);
    int[] array = new int[count];
    DeltaInts deltas = used();

    assertThat(deltas.wrap(PageMemory.start(section), PageMemory.end(), count))
        .isEqualTo(PageMemory.end() - TRAILING.length);
    for (int at = 0; at < count; at += step) {
      deltas.readInts(array, at, Math.min(step, count - at));
    }

    assertThat(array).isEqualTo(values);
    assertThat(readIntsToMemory(section, count, step)).isEqualTo(values);
  }

  /** Differences that need each width of a miniblock. */
  @Test
  void reads_miniblocks_of_every_width() throws IOException {
    for (int bits = 0; bits <= Long.SIZE; bits++) {
      long[] values = longs(bits, 300, bits);
      byte[] section = encode(0, values);
      assertThat(readLongs(section, 300, 300)).as("%d bits", bits).isEqualTo(values);
      assertThat(readIntsToMemory(section, 300, 300))
          .as("low halves of %d bits", bits)
          .isEqualTo(Arrays.stream(values).mapToInt(value -> (int) value).toArray());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 8, 9, 31, 32, 33, 64, 127, 128, 129, 130, 256, 257, 385})
  void reads_counts_at_the_edges_of_groups_and_blocks(int count) throws IOException {
    long[] values = longs(17, count, count);

    assertThat(readLongs(encode(0, values), count, 1)).isEqualTo(values);
  }

  @Test
  void differences_wrap_around() throws IOException {
    long[] longs = {Long.MAX_VALUE, Long.MIN_VALUE, -1, Long.MIN_VALUE, 0, Long.MAX_VALUE};
    int[] ints = {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, Integer.MIN_VALUE, 0};

    assertThat(readLongs(encode(0, longs), 6, 6)).isEqualTo(longs);
    assertThat(readIntsToMemory(encode(0, ints), 5, 5)).isEqualTo(ints);
  }

  /** Two values: of four miniblocks the first is there; widths of the others mean nothing. */
  @Test
  void widths_of_miniblocks_that_hold_no_value_mean_nothing() {
    byte[] section = HexFormat.of().parseHex("80010402" + "0a" + "02" + "00ffff80");
    DeltaInts deltas = new DeltaInts();

    assertThat(deltas.wrap(PageMemory.start(section), PageMemory.end(), 2))
        .isEqualTo(PageMemory.end());
    int[] out = new int[2];
    deltas.readInts(out, 0, 2);

    assertThat(out).containsExactly(5, 6);
  }

  /** A miniblock of 2^20 values of no bits: fixed memory, whatever the header says. */
  @Test
  void large_miniblocks_are_read_in_parts() {
    byte[] section = HexFormat.of().parseHex("808040" + "01" + "808040" + "00" + "02" + "00");
    DeltaInts deltas = new DeltaInts();
    deltas.wrap(PageMemory.start(section), PageMemory.end(), 1 << 20);
    int[] out = new int[1 << 20];
    deltas.readInts(out, 0, out.length);

    assertThat(out).isEqualTo(IntStream.range(0, 1 << 20).toArray());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "80010402       | first value of deltas: found the end of the section",
        "80010402 ffffffffffffffffffff01 | first value of deltas: found more than 10 bytes",
        "80010402 00    | least delta of a block: found the end of the section",
        "80010402 00 00 | bit widths of miniblocks: found 0 bytes, expected 4 bytes",
        "80010402 00 00 41000000 | bit width of a miniblock: found 65, expected 0 to 64",
        "80010402 00 00 01000000 000000 | miniblock of deltas: found 3 bytes, expected 4 bytes",
        "0701 02 00     | miniblocks per block of deltas: found 1 of a block of 7",
      })
  void malformed_sections_are_refused_before_anything_is_read(String hex, String message) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));

    assertThatThrownBy(() -> new DeltaInts().wrap(PageMemory.start(bytes), PageMemory.end(), 2))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void more_values_than_there_are_is_refused() {
    byte[] section = encode(0, new int[] {1, 2, 3});
    DeltaInts deltas = new DeltaInts();
    deltas.wrap(PageMemory.start(section), PageMemory.end(), 3);

    assertThatThrownBy(() -> deltas.readInts(new int[4], 0, 4))
        .isInstanceOf(CorruptPageException.class)
        .hasMessage("deltas: found 3 values, expected 4 more");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 20, 33, 64})
  void damaged_sections_decode_or_are_refused(int bits) {
    byte[] section = encode(0, longs(bits, 200, 3));
    byte[] exact = Arrays.copyOf(section, section.length - TRAILING.length);

    DamagedSections.decodeOrRefuse(exact, bits, bytes -> readAll(bytes, 200));
    for (int length = 0; length < exact.length; length++) {
      assertThat(
              DamagedSections.isRefused(
                  Arrays.copyOf(exact, length),
                  bytes -> new DeltaInts().wrap(PageMemory.start(bytes), PageMemory.end(), 200)))
          .isTrue();
    }
  }

  private static void readAll(byte[] bytes, int maxCount) {
    DeltaInts deltas = new DeltaInts();
    deltas.wrap(PageMemory.start(bytes), PageMemory.end(), maxCount);
    deltas.readInts(new int[maxCount], 0, maxCount);
  }

  /** Random walk whose steps take about this many bits. */
  private static long[] longs(int bits, int count, long seed) {
    Random random = new Random(seed);
    long[] values = new long[count];
    long value = bits == 0 ? 7 : random.nextLong() >>> (Long.SIZE - bits);
    for (int i = 0; i < count; i++) {
      values[i] = value;
      value += bits == 0 ? -3 : random.nextLong() >> (Long.SIZE - bits);
    }
    return values;
  }

  private static int[] blocks(int layout) {
    return new int[][] {{128, 4}, {128, 1}, {256, 2}, {64, 8}}[layout];
  }

  private static byte[] encode(int layout, long... values) {
    int[] blocks = blocks(layout);
    try (DeltaBinaryPackingValuesWriterForLong writer =
        new DeltaBinaryPackingValuesWriterForLong(
            blocks[0], blocks[1], 64, 1 << 20, HeapByteBufferAllocator.getInstance())) {
      for (long value : values) {
        writer.writeLong(value);
      }
      return withTrailing(writer);
    }
  }

  private static byte[] encode(int layout, int... values) {
    int[] blocks = blocks(layout);
    try (DeltaBinaryPackingValuesWriterForInteger writer =
        new DeltaBinaryPackingValuesWriterForInteger(
            blocks[0], blocks[1], 64, 1 << 20, HeapByteBufferAllocator.getInstance())) {
      for (int value : values) {
        writer.writeInteger(value);
      }
      return withTrailing(writer);
    }
  }

  private static byte[] withTrailing(DeltaBinaryPackingValuesWriter writer) {
    try {
      byte[] bytes = ByteArrays.bytes(writer.getBytes());
      byte[] all = Arrays.copyOf(bytes, bytes.length + TRAILING.length);
      System.arraycopy(TRAILING, 0, all, bytes.length, TRAILING.length);
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deltas that have values left over. */
  private static DeltaInts used() {
    byte[] section = encode(0, new int[] {9, 8, 7, 100});
    DeltaInts deltas = new DeltaInts();
    deltas.wrap(PageMemory.start(section), PageMemory.end(), 4);
    deltas.readInts(new int[2], 0, 2);
    return deltas;
  }

  private static long[] readLongs(byte[] section, int count, int step) {
    DeltaInts deltas = used();
    assertThat(deltas.wrap(PageMemory.start(section), PageMemory.end(), count))
        .isEqualTo(PageMemory.end() - TRAILING.length);
    try (RootAllocator allocator = new RootAllocator();
        ArrowBuf out = allocator.buffer(Math.max(8, 8L * count))) {
      for (int at = 0; at < count; at += step) {
        deltas.readLongs(out.memoryAddress() + 8L * at, Math.min(step, count - at));
      }
      return IntStream.range(0, count).mapToLong(i -> out.getLong(8L * i)).toArray();
    }
  }

  private static int[] readIntsToMemory(byte[] section, int count, int step) {
    DeltaInts deltas = used();
    deltas.wrap(PageMemory.start(section), PageMemory.end(), count);
    try (RootAllocator allocator = new RootAllocator();
        ArrowBuf out = allocator.buffer(4L * count)) {
      for (int at = 0; at < count; at += step) {
        deltas.readInts(out.memoryAddress() + 4L * at, Math.min(step, count - at));
      }
      return IntStream.range(0, count).map(i -> out.getInt(4L * i)).toArray();
    }
  }

  private static long[] libraryLongs(byte[] section, int count) throws IOException {
    DeltaBinaryPackingValuesReader reader = new DeltaBinaryPackingValuesReader();
    reader.initFromPage(count, ByteBufferInputStream.wrap(ByteBuffer.wrap(section)));
    return IntStream.range(0, count).mapToLong(i -> reader.readLong()).toArray();
  }
}
