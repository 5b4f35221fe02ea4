// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.PageMemory;
import io.arrowparquet.parquet.internal.encode.AlpEncoderTest;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlpFixedTest {
  /** Made by hand: 12.5, -0.0, 13.0 and 12.75 as hundredths, 50 and 25 above 1250. */
  private static final String DOUBLES =
      "00 00 0a 04000000" // mode, integer encoding, vectors of 1024, 4 values
          + "04000000" // offset of the vector
          + "02 00 0100" // 10^2, 10^0, one exception
          + "e204000000000000 06" // 1250, 6 bits
          + "002067" // 0 | 0 << 6 | 50 << 12 | 25 << 18
          + "0100" // position 1
          + "0000000000000080"; // -0.0

  /** Made by hand: 2.5 eight times without a bit, then a NaN in a vector of its own. */
  private static final String FLOATS =
      "00 00 03 09000000" // vectors of 8, 9 values
          + "08000000 11000000"
          + "01 00 0000 19000000 00"
          + "01 00 0100 00000000 00"
          + "0000"
          + "bc0ac07f"; // a NaN with a payload

  @Test
  void reads_doubles_made_by_hand() {
    byte[] read = read(true, bytes(DOUBLES), 4, 4);

    assertThat(longs(read))
        .containsExactly(
            Double.doubleToRawLongBits(12.5),
            Double.doubleToRawLongBits(-0.0),
            Double.doubleToRawLongBits(13.0),
            Double.doubleToRawLongBits(12.75));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 9})
  void reads_floats_made_by_hand(int step) {
    byte[] read = read(false, bytes(FLOATS), 9, step);

    int[] expected = new int[9];
    Arrays.fill(expected, Float.floatToRawIntBits(2.5f));
    expected[8] = 0x7fc00abc;
    assertThat(ints(read)).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 01, ALP mode",
    "1, 01, ALP integer encoding",
    "2, 02, logarithm of the ALP vector size",
    "2, 10, logarithm of the ALP vector size",
    "3, 05, number of ALP values",
    "6, 80, number of ALP values",
    "7, 03, offset of ALP vector 0",
    "7, 19, offset of ALP vector 0",
    "10, ff, offset of ALP vector 0",
    "11, 13, ALP exponent",
    "12, 03, ALP factor",
    "13, 05, ALP exceptions",
    "13, 02, ALP vector 0",
    "23, 41, ALP bit width",
    "23, 0f, ALP vector 0",
    "27, 04, position of an ALP exception",
  })
  void says_which_field_is_wrong(int at, String value, String problem) {
    byte[] section = bytes(DOUBLES);
    section[at] = (byte) HexFormat.fromHexDigits(value);

    assertThatThrownBy(() -> read(true, section, 4, 4))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void refuses_vectors_that_overlap() {
    byte[] section = bytes(FLOATS);
    section[11] = 0x10;

    assertThatThrownBy(() -> read(false, section, 9, 9))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("ALP vector 0");
  }

  @Test
  void refuses_to_read_more_values_than_there_are() {
    AlpFixed reader = new AlpFixed(true);
    byte[] section = bytes(DOUBLES);
    reader.wrap(PageMemory.start(section), PageMemory.end(), 6);

    assertThatThrownBy(() -> reader.skip(5, 0))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("ALP values");
  }

  @Property(tries = 300)
  void reads_what_was_encoded_in_steps_and_past_skipped_values(
      @ForAll boolean wide,
      @ForAll @IntRange(max = 5000) int count,
      @ForAll @IntRange(min = 1, max = 3000) int step,
      @ForAll @IntRange(max = 2000) int skipped,
      @ForAll @IntRange(max = 40) int slack,
      @ForAll long seed) {
    byte[] values = values(wide, count, seed);
    byte[] section = AlpEncoderTest.section(wide, values);

    assertThat(read(wide, section, count, step)).isEqualTo(values);

    // As in a page: other bytes before and after.
    int passed = Math.min(skipped, count);
    byte[] page = new byte[3 + section.length + slack];
    System.arraycopy(section, 0, page, 3, section.length);
    AlpFixed reader = new AlpFixed(wide);
    long start = PageMemory.start(page) + 3;
    reader.wrap(start, start + section.length, count + 7);
    int width = wide ? 8 : 4;
    byte[] rest = new byte[(count - passed) * width];
    try (RootAllocator allocator = new RootAllocator();
        ArrowBuf out = allocator.buffer(rest.length)) {
      reader.skip(passed, 0);
      reader.read(count - passed, out.memoryAddress());
      out.getBytes(0, rest);
    }
    assertThat(rest).isEqualTo(Arrays.copyOfRange(values, passed * width, values.length));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void every_bit_width_is_exact(boolean wide) {
    int width = wide ? 8 : 4;
    for (int bits = 0; bits <= width * 8; bits++) {
      // Integers spread over this many bits, at both signs.
      ByteBuffer values = ByteBuffer.allocate(1030 * width).order(ByteOrder.LITTLE_ENDIAN);
      Random random = new Random(bits);
      while (values.hasRemaining()) {
        double value = random.nextDouble() * Math.pow(2, bits) - (bits > 4 ? 7 : 0);
        if (wide) {
          values.putDouble(Math.rint(value));
        } else {
          values.putFloat((float) Math.rint(value));
        }
      }
      byte[] section = AlpEncoderTest.section(wide, values.array());
      assertThat(read(wide, section, 1030, 1000)).as(bits + " bits").isEqualTo(values.array());
    }
  }

  @Test
  void packs_integers_of_all_widths_as_the_layout_says() {
    for (int bits = 0; bits <= 64; bits++) {
      Random random = new Random(bits);
      long[] integers = random.longs(29).toArray();
      ByteBuffer section = ByteBuffer.allocate(400).order(ByteOrder.LITTLE_ENDIAN);
      section.put((byte) 0).put((byte) 0).put((byte) 5).putInt(29).putInt(4);
      section.put((byte) 0).put((byte) 0).putShort((short) 0).putLong(-5).put((byte) bits);
      int start = section.position();
      int length = start + (29 * bits + 7) / 8;
      for (int i = 0; i < 29; i++) {
        for (int bit = 0; bit < bits; bit++) {
          int place = i * bits + bit;
          int old = section.get(start + place / 8);
          section.put(start + place / 8, (byte) (old | (integers[i] >>> bit & 1) << (place & 7)));
        }
      }
      byte[] read = read(true, Arrays.copyOf(section.array(), length), 29, 4);

      for (int i = 0; i < 29; i++) {
        long delta = bits == 64 ? integers[i] : integers[i] & (1L << bits) - 1;
        assertThat(longs(read)[i]).isEqualTo(Double.doubleToRawLongBits((double) (delta - 5)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void damaged_sections_decode_or_are_refused(boolean wide) {
    byte[] values = values(wide, 1100, 11);
    byte[] section = AlpEncoderTest.section(wide, values);
    DamagedSections.decodeOrRefuse(
        section.length > 4000 ? Arrays.copyOf(section, 4000) : section,
        3,
        bytes -> read(wide, bytes, 1100, 700));

    DamagedSections.decodeOrRefuse(
        bytes(wide ? DOUBLES : FLOATS), 5, bytes -> read(wide, bytes, wide ? 4 : 9, 3));
  }

  private static byte[] values(boolean wide, int count, long seed) {
    return AlpValues.random(wide, count, seed);
  }

  private static byte[] read(boolean wide, byte[] section, int count, int step) {
    int width = wide ? 8 : 4;
    AlpFixed reader = new AlpFixed(wide);
    reader.wrap(PageMemory.start(section), PageMemory.end(), count);
    byte[] read = new byte[count * width];
    try (RootAllocator allocator = new RootAllocator();
        ArrowBuf out = allocator.buffer(read.length + 8L)) {
      MemoryUtil.putLong(out.memoryAddress() + read.length, 0x1234567890L);
      for (int at = 0; at < count; at += step) {
        reader.read(Math.min(step, count - at), out.memoryAddress() + (long) width * at);
      }
      out.getBytes(0, read);
      assertThat(out.getLong(read.length)).as("after the values").isEqualTo(0x1234567890L);
    }
    return read;
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static long[] longs(byte[] bytes) {
    long[] values = new long[bytes.length / 8];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(values);
    return values;
  }

  private static int[] ints(byte[] bytes) {
    int[] values = new int[bytes.length / 4];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(values);
    return values;
  }
}
