// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.PageMemory;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter;
import org.junit.jupiter.api.Test;

class ByteStreamSplitFixedTest {

  @Property(tries = 200)
  void reads_what_parquet_java_wrote(
      @ForAll @IntRange(min = 1, max = 17) int width,
      @ForAll @IntRange(min = 1, max = 300) int count,
      @ForAll @IntRange(min = 1, max = 200) int step,
      @ForAll long seed)
      throws IOException {
    List<byte[]> values = values(width, count, seed);

    assertThat(read(width, encode(width, values), count, step)).isEqualTo(concatenated(values));
  }

  @Test
  void damaged_sections_decode_or_are_refused() throws IOException {
    for (int width : new int[] {4, 8, 3}) {
      DamagedSections.decodeOrRefuse(
          encode(width, values(width, 40, 1)), 2, section -> read(width, section, 40, 7));
    }
  }

  private static byte[] read(int width, byte[] section, int count, int step) {
    ByteStreamSplitFixed reader = new ByteStreamSplitFixed(width);
    reader.wrap(PageMemory.start(section), PageMemory.end(), count);
    byte[] read = new byte[width * count];
    try (RootAllocator allocator = new RootAllocator();
        ArrowBuf out = allocator.buffer(read.length)) {
      for (int at = 0; at < count; at += step) {
        reader.read(Math.min(step, count - at), out.memoryAddress() + (long) width * at);
      }
      out.getBytes(0, read);
    }
    return read;
  }

  private static List<byte[]> values(int width, int count, long seed) {
    Random random = new Random(seed);
    return Stream.generate(
            () -> {
              byte[] value = new byte[width];
              random.nextBytes(value);
              return value;
            })
        .limit(count)
        .toList();
  }

  private static byte[] encode(int width, List<byte[]> values) throws IOException {
    return ByteArrays.write(
        new ByteStreamSplitValuesWriter.FixedLenByteArrayByteStreamSplitValuesWriter(
            width, 64, 1 << 20, HeapByteBufferAllocator.getInstance()),
        values);
  }

  private static byte[] concatenated(List<byte[]> values) {
    byte[] all = new byte[0];
    for (byte[] value : values) {
      all = Arrays.copyOf(all, all.length + value.length);
      System.arraycopy(value, 0, all, all.length - value.length, value.length);
    }
    return all;
  }
}
