// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.PageMemory;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HybridDecoderTest {

  @Property(tries = 200)
  void decodes_what_parquet_java_encodes(
      @ForAll @IntRange(min = 0, max = 32) int width,
      @ForAll @IntRange(min = 1, max = 300) int count,
      @ForAll @IntRange(min = 1, max = 40) int step,
      @ForAll long seed)
      throws IOException {
    int[] values = runs(width, count, new Random(seed));
    byte[] encoded = encode(width, values);

    HybridDecoder decoder = used().wrap(PageMemory.start(encoded), PageMemory.end(), width);
    int[] decoded = new int[count];
    Arrays.fill(decoded, -1);
    for (int at = 0; at < count; at += step) {
      decoder.read(decoded, at, Math.min(step, count - at));
    }

    assertThat(decoded).isEqualTo(values);
  }

  @Property(tries = 300)
  void values_of_one_bit_are_read_as_bits(
      @ForAll @IntRange(min = 1, max = 900) int count,
      @ForAll @IntRange(min = 1, max = 300) int step,
      @ForAll long seed)
      throws IOException {
    int[] values = runs(1, count, new Random(seed));

    HybridDecoder decoder = used().wrap(PageMemory.start(encode(1, values)), PageMemory.end(), 1);
    for (int at = 0; at < count; at += step) {
      int taken = Math.min(step, count - at);
      long[] bits = new long[(taken + Long.SIZE - 1) / Long.SIZE];
      Arrays.fill(bits, -1);
      decoder.readBits(bits, taken);

      BitSet expected = new BitSet();
      for (int i = 0; i < taken; i++) {
        expected.set(i, values[at + i] == 1);
      }
      assertThat(BitSet.valueOf(bits)).isEqualTo(expected);
    }
  }

  @Test
  void bits_behind_the_section_are_refused() {
    // Two groups, of which the first is there.
    HybridDecoder decoder =
        used().wrap(PageMemory.start(new byte[] {5, -1, 0x55}), PageMemory.end() - 1, 1);

    assertThatThrownBy(() -> decoder.readBits(new long[1], 16))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageStartingWith("bit-packed run: found the end of the section");
  }

  @Property(tries = 200)
  void passes_over_values_and_takes_equal_ones(
      @ForAll @IntRange(min = 0, max = 32) int width,
      @ForAll @IntRange(min = 1, max = 600) int count,
      @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    int[] values = runs(width, count, random);
    byte[] encoded = encode(width, values);
    HybridDecoder decoder = used().wrap(PageMemory.start(encoded), PageMemory.end(), width);

    int[] decoded = new int[count];
    for (int at = 0; at < count; ) {
      int step = 1 + random.nextInt(Math.min(50, count - at));
      int[] next = Arrays.copyOfRange(values, at, at + step);
      int equal = random.nextBoolean() && width < 32 ? decoder.takeEqual(step) : -1;
      if (equal >= 0) {
        assertThat(next).containsOnly(equal);
      } else if (random.nextBoolean()) {
        decoder.skip(decoded, step);
      } else {
        decoder.read(decoded, at, step);
        assertThat(Arrays.copyOfRange(decoded, at, at + step)).isEqualTo(next);
      }
      at += step;
    }
  }

  @Property(tries = 300)
  void selects_values_at_positions(
      @ForAll @IntRange(min = 0, max = 32) int width,
      @ForAll @IntRange(min = 1, max = 600) int count,
      @ForAll @IntRange(min = 1, max = 40) int gap,
      @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    int[] values = runs(width, count, random);
    byte[] encoded = encode(width, values);
    HybridDecoder decoder = used().wrap(PageMemory.start(encoded), PageMemory.end(), width);

    for (int at = 0; at < count; ) {
      int total = 1 + random.nextInt(Math.min(200, count - at));
      int[] positions = IntStream.range(0, total).filter(any -> random.nextInt(gap) == 0).toArray();
      int[] selected = new int[positions.length];
      decoder.select(positions, positions.length, total, selected);

      int from = at;
      assertThat(selected)
          .isEqualTo(Arrays.stream(positions).map(position -> values[from + position]).toArray());
      at += total;
    }
  }

  @Test
  void a_value_behind_the_section_cannot_be_selected() {
    HybridDecoder decoder =
        new HybridDecoder()
            .wrap(PageMemory.start(new byte[] {3, 0x21, 0x03, 9}), PageMemory.end() - 1, 4);

    assertThatThrownBy(() -> decoder.select(new int[] {1}, 1, 5, new int[1]))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageStartingWith("bit-packed run: found the end of the section");
  }

  /** A decoder that has a group of sevens left over. */
  private static HybridDecoder used() {
    HybridDecoder decoder =
        new HybridDecoder().wrap(PageMemory.start(new byte[] {3, -1, -1, -1}), PageMemory.end(), 3);
    decoder.read(new int[2], 0, 2);
    return decoder;
  }

  @ParameterizedTest
  @ValueSource(strings = {"0b", "50", "03 03 03 03 03", ""})
  void values_of_no_bits_are_zero_in_groups_and_runs(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    int[] out = new int[40];
    Arrays.fill(out, -1);

    used().wrap(PageMemory.start(bytes), PageMemory.end(), 0).read(out, 0, out.length);

    assertThat(out).containsOnly(0);
  }

  private static int[] runs(int width, int count, Random random) {
    int[] values = new int[count];
    for (int i = 0; i < count; ) {
      int value = random.nextInt() & (int) ((1L << width) - 1);
      int length = random.nextBoolean() ? 1 : 1 + random.nextInt(30);
      for (int n = 0; n < length && i < count; n++) {
        values[i++] = value;
      }
    }
    return values;
  }

  static byte[] encode(int width, int[] values) throws IOException {
    try (RunLengthBitPackingHybridEncoder encoder =
        new RunLengthBitPackingHybridEncoder(width, 64, 1024, new HeapByteBufferAllocator())) {
      for (int value : values) {
        encoder.writeInt(value);
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      encoder.toBytes().writeAllTo(bytes);
      return bytes.toByteArray();
    }
  }

  @Test
  void a_last_group_without_its_unused_bytes_is_read() {
    // One group of 8 values of 4 bits, of which the first 3 are there: 1, 2, 3.
    HybridDecoder decoder =
        new HybridDecoder().wrap(PageMemory.start(new byte[] {3, 0x21, 0x03}), PageMemory.end(), 4);
    int[] out = new int[3];

    decoder.read(out, 0, 3);

    assertThat(out).containsExactly(1, 2, 3);
  }

  /** Two bytes hold 4 values of 4 bits; what follows the section is no part of it. */
  @Test
  void a_value_whose_bytes_were_cut_is_refused() {
    HybridDecoder decoder =
        new HybridDecoder()
            .wrap(PageMemory.start(new byte[] {3, 0x21, 0x03, 9}), PageMemory.end() - 1, 4);
    decoder.read(new int[4], 0, 4);

    assertThatThrownBy(() -> decoder.read(new int[1], 0, 1))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageStartingWith("bit-packed run: found the end of the section");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 11, 16, 20, 30, 32})
  void damaged_sections_decode_or_are_refused(int width) throws IOException {
    byte[] section = encode(width, runs(width, 300, new Random(width)));

    DamagedSections.decodeOrRefuse(
        section,
        width,
        bytes -> {
          HybridDecoder decoder = used().wrap(PageMemory.start(bytes), PageMemory.end(), width);
          for (int read = 0; read < 300; read += 20) {
            decoder.read(new int[20], 0, 20);
          }
        });
  }

  @Test
  void a_run_of_two_billion_takes_no_memory() {
    // 2^31 - 1 times the value 1.
    byte[] bytes = {(byte) 0xfe, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f, 1};
    HybridDecoder decoder = new HybridDecoder().wrap(PageMemory.start(bytes), PageMemory.end(), 1);
    int[] out = new int[5];

    decoder.read(out, 0, 5);

    assertThat(out).containsOnly(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // no runs at all
        "3 |                | run of levels or indexes: found the end of the section",
        // a header that does not end
        "3 | 80             | header of a run: found the end of the section, expected a varint",
        "3 | 8080808080 80  | header of a run: found more than 5 bytes",
        // no value after the header
        "3 | 04             | value of a run: found 0 bytes, expected 1 bytes",
        // 8 does not fit 3 bits
        "3 | 0408           | value of a run: found 8, expected at most 3 bits",
        // a run of nothing would never end
        "3 | 00 01          | length of a run: found 0, expected at least 1",
        // a group without bytes
        "3 | 03             | bit-packed run: found the end of the section, expected 8 more values",
        "33 | 03            | bit width: found 33, expected 0 to 32",
      })
  void malformed_runs_are_refused(int width, String hex, String message) {
    byte[] bytes = hex == null ? new byte[0] : HexFormat.of().parseHex(hex.replace(" ", ""));

    assertThatThrownBy(
            () ->
                new HybridDecoder()
                    .wrap(PageMemory.start(bytes), PageMemory.end(), width)
                    .read(new int[4], 0, 4))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageStartingWith(message);
  }
}
