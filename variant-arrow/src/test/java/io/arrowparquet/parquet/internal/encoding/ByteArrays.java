// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.PageMemory;
import io.arrowparquet.variant.internal.GrowableBuffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.io.api.Binary;

/** Values of varying length: made up, written by parquet-java, read in steps. */
public final class ByteArrays {
  private ByteArrays() {}

  /** Of 0 to 20 bytes, often beginning as the value before. */
  static List<byte[]> random(int count, long seed) {
    Random random = new Random(seed);
    List<byte[]> values = new ArrayList<>();
    byte[] last = new byte[0];
    for (int i = 0; i < count; i++) {
      byte[] value = new byte[random.nextInt(21)];
      random.nextBytes(value);
      System.arraycopy(last, 0, value, 0, random.nextInt(Math.min(last.length, value.length) + 1));
      values.add(value);
      last = value;
    }
    return values;
  }

  static byte[] write(ValuesWriter writer, List<byte[]> values) throws IOException {
    try (writer) {
      values.forEach(value -> writer.writeBytes(Binary.fromConstantByteArray(value)));
      return bytes(writer.getBytes());
    }
  }

  static byte[] bytes(BytesInput input) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    input.writeAllTo(bytes);
    return bytes.toByteArray();
  }

  /** All values of a page, this many at a time. */
  public static List<byte[]> read(BinaryValues values, byte[] page, int count, int step) {
    values.wrap(PageMemory.start(page), PageMemory.end(), count);
    List<byte[]> read = new ArrayList<>();
    int[] lengths = new int[step];
    try (RootAllocator allocator = new RootAllocator();
        GrowableBuffer data = new GrowableBuffer(allocator)) {
      for (int at = 0; at < count; at += step) {
        int taken = Math.min(step, count - at);
        long start = data.length();
        long total = values.append(taken, lengths, data, Long.MAX_VALUE);
        assertThat(data.length() - start).isEqualTo(total);
        for (int i = 0; i < taken; i++) {
          byte[] value = new byte[lengths[i]];
          MemoryUtil.copyFromMemory(data.address() + start, value, 0, value.length);
          start += lengths[i];
          read.add(value);
        }
      }
    }
    return read;
  }

  public static void assertSame(List<byte[]> read, List<byte[]> expected) {
    assertThat(read).usingElementComparator(Arrays::compare).isEqualTo(expected);
  }
}
