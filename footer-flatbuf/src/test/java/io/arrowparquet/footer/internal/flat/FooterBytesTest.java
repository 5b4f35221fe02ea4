// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every position there can be gives what the buffer has there, or is found to be outside. */
class FooterBytesTest {
  private static final int SIZE = 24;
  private static final int BEFORE = 5;
  private static final int AFTER = 11;

  /** The same bytes in the middle of others: in an array, in one that is hidden, and in none. */
  static Stream<ByteBuffer> buffers() {
    byte[] array = new byte[BEFORE + SIZE + AFTER];
    new Random(1).nextBytes(array);
    ByteBuffer heap = ByteBuffer.wrap(array, BEFORE, SIZE);
    ByteBuffer direct = ByteBuffer.allocateDirect(array.length).put(array).flip();
    return Stream.of(
        heap,
        heap.asReadOnlyBuffer(),
        direct.position(BEFORE).limit(BEFORE + SIZE),
        ByteBuffer.wrap(array, 2, array.length - 2).slice().position(3).limit(3 + SIZE));
  }

  @ParameterizedTest
  @MethodSource("buffers")
  void reads_give_the_bytes_of_the_buffer_and_none_beside_it(ByteBuffer buffer) {
    FooterBytes bytes = new FooterBytes(buffer);
    ByteBuffer same = buffer.slice().order(ByteOrder.LITTLE_ENDIAN);

    assertThat(bytes.size()).isEqualTo(SIZE);
    assertReads(1, bytes::u8, at -> same.get(at) & 0xFF);
    assertReads(1, bytes::i8, same::get);
    assertReads(2, bytes::u16, at -> same.getShort(at) & 0xFFFF);
    assertReads(2, bytes::i16, same::getShort);
    assertReads(4, bytes::i32, same::getInt);
    assertReads(8, bytes::i64, same::getLong);
  }

  private static void assertReads(
      int width, IntFunction<Object> read, IntFunction<Object> expected) {
    for (int at = 0; at <= SIZE - width; at++) {
      assertThat(read.apply(at)).as("%d bytes at %d", width, at).isEqualTo(expected.apply(at));
    }
    for (int at = 1; at <= 2 * AFTER; at++) {
      assertOutside(read, -at);
      assertOutside(read, SIZE - width + at);
      assertOutside(read, Integer.MIN_VALUE + at - 1);
      assertOutside(read, Integer.MAX_VALUE - at + 1);
    }
  }

  private static void assertOutside(IntFunction<Object> read, int at) {
    assertThatThrownBy(() -> read.apply(at))
        .as("at %d", at)
        .isInstanceOf(CorruptFooterException.class);
  }
}
