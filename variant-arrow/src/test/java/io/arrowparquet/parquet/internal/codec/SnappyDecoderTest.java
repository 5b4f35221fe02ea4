// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.apache.arrow.memory.util.MemoryUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.xerial.snappy.Snappy;

class SnappyDecoderTest {
  private static final int BLOCK = SnappyDecoder.BLOCK;
  private static final int GUARD = 64;

  private final SnappyDecoder decoder = new SnappyDecoder();

  @ParameterizedTest
  @EnumSource
  void streams_of_snappy_java_come_back(Content content) throws IOException {
    for (int length : new int[] {1, 2, 15, 60, 61, 72, 73, 300, 5000, BLOCK, BLOCK + 1, 400_000}) {
      byte[] page = content.of(length);
      assertThat(Memory.of(Snappy.compress(page), length).decompress(decoder)).isEqualTo(page);
    }
  }

  @ParameterizedTest
  @EnumSource
  void streams_of_ours_come_back_from_snappy_java_and_are_as_small(Content content)
      throws IOException {
    SnappyEncoder encoder = new SnappyEncoder();
    for (int length :
        new int[] {0, 1, 15, 16, 17, 18, 60, 61, 257, 5000, BLOCK, BLOCK + 1, 400_000}) {
      byte[] page = content.of(length);
      byte[] stream = new byte[encoder.mostBytes(length)];
      stream = Arrays.copyOf(stream, encoder.compress(page, 0, length, stream));
      assertThat(Snappy.uncompress(stream)).isEqualTo(page);
      assertThat(stream.length).isLessThan(Snappy.compress(page).length * 21 / 20 + 20);
    }
  }

  @ParameterizedTest
  @EnumSource
  void pages_come_in_steps_of_any_size(Content content) throws IOException {
    byte[] page = content.of(300_000);
    Random random = new Random(7);
    for (int most : new int[] {1, 100, 10_000, 200_000}) {
      Memory memory = Memory.of(Snappy.compress(page), page.length);
      memory.start(decoder);
      for (int at = 0; at < page.length; ) {
        int to = Math.min(page.length, at + 1 + random.nextInt(most));
        assertThat(decoder.require(at, to)).isBetween(to, page.length);
        assertThat(memory.bytes(at, to)).isEqualTo(Arrays.copyOfRange(page, at, to));
        at = to;
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void blocks_that_nobody_wants_are_left_out(Content content) throws IOException {
    byte[] page = content.of(6 * BLOCK + 1000);
    Memory memory = Memory.of(Snappy.compress(page), page.length);
    memory.start(decoder);
    int[] wanted = {10, 20, 2 * BLOCK + 5, 2 * BLOCK + 500, 5 * BLOCK - 1, 5 * BLOCK + 1};
    for (int i = 0; i < wanted.length; i += 2) {
      decoder.require(wanted[i], wanted[i + 1]);
      assertThat(memory.bytes(wanted[i], wanted[i + 1]))
          .isEqualTo(Arrays.copyOfRange(page, wanted[i], wanted[i + 1]));
    }
    assertThat(memory.bytes(BLOCK, BLOCK + 10)).containsOnly(0);
    decoder.require(BLOCK, page.length);
    assertThat(memory.bytes(0, page.length)).isEqualTo(page);
  }

  @Test
  void blocks_that_were_left_out_come_with_what_begins_before_them() throws IOException {
    byte[] page = Content.values()[0].of(4 * BLOCK);
    Memory memory = Memory.of(Snappy.compress(page), page.length);
    memory.start(decoder);
    decoder.require(0, 10);
    decoder.require(3 * BLOCK, 3 * BLOCK + 10);

    decoder.require(5, 3 * BLOCK);

    assertThat(memory.bytes(5, 3 * BLOCK)).isEqualTo(Arrays.copyOfRange(page, 5, 3 * BLOCK));
  }

  @Test
  void blocks_that_refer_to_others_are_not_left_out() throws IOException {
    Random random = new Random(3);
    byte[] page = new byte[4 * BLOCK];
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    stream.writeBytes(new byte[] {(byte) 0x80, (byte) 0x80, 0x10});
    for (int block = 0; block < 4; block++) {
      byte[] literal = new byte[block == 0 ? BLOCK : BLOCK - 64];
      random.nextBytes(literal);
      stream.write(61 << 2);
      stream.write(literal.length - 1);
      stream.write((literal.length - 1) >> 8);
      stream.writeBytes(literal);
      System.arraycopy(literal, 0, page, block * BLOCK, literal.length);
      if (block > 0) {
        // A copy of the 64 bytes with which the block before begins.
        int at = block * BLOCK + literal.length;
        int offset = BLOCK + literal.length;
        stream.write(63 << 2 | 3);
        stream.writeBytes(ByteBuffer.allocate(4).putInt(Integer.reverseBytes(offset)).array());
        System.arraycopy(page, at - offset, page, at, 64);
      }
    }
    Memory memory = Memory.of(stream.toByteArray(), page.length);
    assertThat(memory.decompress(decoder)).isEqualTo(page);

    memory.clear();
    memory.start(decoder);
    decoder.require(3 * BLOCK, page.length);
    assertThat(memory.bytes(0, page.length)).isEqualTo(page);
  }

  @Test
  void elements_across_the_ends_of_blocks_are_not_left_out() throws IOException {
    byte[] page = Content.NOISE.of(3 * BLOCK);
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    stream.writeBytes(new byte[] {(byte) 0x80, (byte) 0x80, 0x0c});
    for (int at = 0; at < page.length; at += 3 * BLOCK / 4) {
      stream.write(61 << 2);
      stream.write(3 * BLOCK / 4 - 1);
      stream.write((3 * BLOCK / 4 - 1) >> 8);
      stream.write(page, at, 3 * BLOCK / 4);
    }
    Memory memory = Memory.of(stream.toByteArray(), page.length);
    memory.start(decoder);
    decoder.require(2 * BLOCK + 9, page.length);
    assertThat(memory.bytes(0, page.length)).isEqualTo(page);
  }

  @ParameterizedTest
  @CsvSource({
    "'', a length without an end",
    "8080, a length without an end",
    "ffffffffff7f0061, a length without an end",
    "0b0061, a stream of another length",
    "0a, no element",
    "0a246162, a literal of too many bytes",
    "0a286162636465666768696a6b, a literal of too many bytes",
    "0af0, an element without an end",
    "0a0061ff6101, an element without an end",
    "0afcffffffff61, a literal of too many bytes",
    "0a006109, an element without an end",
    "0a006126, an element without an end",
    "0a006126010000, a copy of too many bytes",
    "0a00611500, a copy of what is before the first byte",
    "0a00611502, a copy of what is before the first byte",
    "0a00611901, a copy of too many bytes",
    "0a00612201000061, elements after the last byte",
  })
  void damage_is_refused(String stream, String problem) {
    byte[] input = HexFormat.of().parseHex(stream);
    assertThatThrownBy(() -> Memory.of(input, 10).decompress(decoder))
        .isInstanceOf(IOException.class)
        .hasMessage(problem);
  }

  /** snappy-java is the judge of what is damage, but for streams of too many elements. */
  @ParameterizedTest
  @EnumSource
  void mutated_streams_are_refused_or_give_what_snappy_java_gives(Content content)
      throws IOException {
    Random random = new Random(11);
    byte[] page = content.of(3000);
    byte[] stream = Snappy.compress(page);
    for (int round = 0; round < 3000; round++) {
      byte[] damaged = stream.clone();
      for (int i = random.nextInt(3); i >= 0; i--) {
        damaged[2 + random.nextInt(damaged.length - 2)] = (byte) random.nextInt(256);
      }
      damaged = Arrays.copyOf(damaged, damaged.length - random.nextInt(2) * random.nextInt(9));
      Memory memory = Memory.of(damaged, page.length);
      byte[] ours = outcome(memory);
      byte[] theirs = null;
      try {
        theirs = Snappy.uncompress(damaged);
      } catch (IOException e) {
        assertThat(ours).isNull();
      }
      if (theirs != null) {
        assertThat(ours).isEqualTo(theirs);
      }
      memory.clear();
      stepsOrRefusal(memory, random, page.length);
    }
  }

  private byte[] outcome(Memory memory) {
    try {
      return memory.decompress(decoder);
    } catch (IOException e) {
      return null;
    }
  }

  private void stepsOrRefusal(Memory memory, Random random, int length) {
    try {
      memory.start(decoder);
      for (int at = 0; at < length; at += 1 + random.nextInt(length)) {
        decoder.require(at, Math.min(length, at + 100));
      }
    } catch (IOException e) {
      assertThat(e).hasMessageNotContaining("null");
    }
    memory.requireGuards();
  }

  enum Content {
    NOISE,
    TEXT,
    NUMBERS,
    RUNS;

    byte[] of(int length) {
      Random random = new Random(length);
      ByteBuffer page = ByteBuffer.allocate(length + 64);
      while (page.position() < length) {
        switch (this) {
          case NOISE -> page.put((byte) random.nextInt());
          case TEXT ->
              page.put(
                  "lorem ipsum dolor sit amet ".getBytes(StandardCharsets.US_ASCII),
                  0,
                  1 + random.nextInt(27));
          case NUMBERS -> page.putLong(Long.reverseBytes(random.nextInt(1 << random.nextInt(31))));
          default -> {
            byte[] pattern = new byte[1 + random.nextInt(12)];
            random.nextBytes(pattern);
            for (int i = random.nextInt(90); i >= 0 && page.position() < length; i--) {
              page.put(pattern);
            }
          }
        }
      }
      return Arrays.copyOf(page.array(), length);
    }
  }

  /** A stream, memory for its page, and bytes around both that nothing writes. */
  private record Memory(ByteBuffer input, int inputLength, ByteBuffer output, int length) {
    static Memory of(byte[] stream, int length) {
      // Exactly as long as the stream: a read after it is one after the buffer.
      ByteBuffer input = ByteBuffer.allocateDirect(Math.max(1, stream.length)).put(stream);
      return new Memory(
          input, stream.length, ByteBuffer.allocateDirect(GUARD + length + GUARD), length);
    }

    private long start() {
      return MemoryUtil.getByteBufferAddress(output) + GUARD;
    }

    void start(SnappyDecoder decoder) throws IOException {
      decoder.start(MemoryUtil.getByteBufferAddress(input), inputLength, start(), length);
    }

    void clear() {
      MemoryUtil.setMemory(start(), length, (byte) 0);
    }

    byte[] bytes(int from, int to) {
      byte[] bytes = new byte[to - from];
      output.get(GUARD + from, bytes);
      return bytes;
    }

    byte[] decompress(SnappyDecoder decoder) throws IOException {
      long input = MemoryUtil.getByteBufferAddress(this.input);
      try {
        assertThat(decoder.decompress(input, inputLength, start(), length)).isEqualTo(length);
        return bytes(0, length);
      } finally {
        requireGuards();
      }
    }

    void requireGuards() {
      for (int i = 0; i < GUARD; i++) {
        assertThat(output.get(i)).isZero();
        assertThat(output.get(GUARD + length + i)).isZero();
      }
    }
  }
}
