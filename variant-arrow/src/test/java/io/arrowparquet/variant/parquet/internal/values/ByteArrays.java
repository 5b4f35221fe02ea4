// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.io.api.Binary;

/** Values of varying length: made up, written by parquet-java, read in steps. */
final class ByteArrays {
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

  /** All values of a page, so many at a time. */
  static List<byte[]> read(BinaryValues values, byte[] page, int count, int step) {
    values.wrap(page, 0, page.length, count);
    List<byte[]> read = new ArrayList<>();
    int[] starts = new int[step];
    int[] lengths = new int[step];
    for (int at = 0; at < count; at += step) {
      int taken = Math.min(step, count - at);
      values.locate(taken, starts, lengths);
      for (int i = 0; i < taken; i++) {
        read.add(Arrays.copyOfRange(values.bytes(), starts[i], starts[i] + lengths[i]));
      }
    }
    return read;
  }

  static void assertSame(List<byte[]> read, List<byte[]> expected) {
    assertThat(read).usingElementComparator(Arrays::compare).isEqualTo(expected);
  }
}
