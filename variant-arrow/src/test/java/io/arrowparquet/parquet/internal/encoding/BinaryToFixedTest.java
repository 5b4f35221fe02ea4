// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.PageMemory;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BinaryToFixedTest {
  private static final int WIDTH = 16;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "7f",
        "80",
        "ff",
        "0102",
        "ff00",
        "7fffffffffffffffffffffffffffffff",
        "80000000000000000000000000000000",
        "007fffffffffffffffffffffffffffffff",
        "ffff80000000000000000000000000000000"
      })
  void value_that_fits_is_the_same_number(String hex) {
    byte[] value = HexFormat.of().parseHex(hex);

    assertThat(convert(value))
        .isEqualTo(value.length == 0 ? BigInteger.ZERO : new BigInteger(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0080000000000000000000000000000000",
        "ff7fffffffffffffffffffffffffffffff",
        "0100000000000000000000000000000000"
      })
  void value_of_more_than_128_bits_is_corrupt(String hex) {
    assertThatThrownBy(() -> convert(HexFormat.of().parseHex(hex)))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("length of a decimal: found 17 bytes");
  }

  private static BigInteger convert(byte[] value) {
    byte[] page =
        ByteBuffer.allocate(Integer.BYTES + value.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(value.length)
            .put(value)
            .array();
    try (BufferAllocator allocator = new RootAllocator();
        ArrowBuf out = allocator.buffer(WIDTH);
        BinaryToFixed decimals = BinaryToFixed.decimals(new PlainBinary(), WIDTH, allocator)) {
      decimals.wrap(PageMemory.start(page), PageMemory.end(), 1);
      decimals.read(1, out.memoryAddress());
      byte[] bigEndian = new byte[WIDTH];
      for (int i = 0; i < WIDTH; i++) {
        bigEndian[WIDTH - 1 - i] = out.getByte(i);
      }
      return new BigInteger(bigEndian);
    }
  }
}
