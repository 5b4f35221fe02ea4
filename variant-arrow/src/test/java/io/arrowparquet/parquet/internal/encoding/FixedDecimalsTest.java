// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.options.CorruptPageException;
import java.math.BigInteger;
import java.util.HexFormat;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Decimals of byte arrays made as wide as an Arrow decimal.
 *
 * @see FixedConversion
 */
class FixedDecimalsTest {
  private static final int WIDTH = 16;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7f",
        "80",
        "ff00",
        "7fffffffffffffffffffffffffffffff",
        "80000000000000000000000000000000",
        "007fffffffffffffffffffffffffffffff",
        "ffff80000000000000000000000000000000"
      })
  void value_that_fits_is_the_same_number(String hex) {
    byte[] value = HexFormat.of().parseHex(hex);

    assertThat(convert(value)).isEqualTo(new BigInteger(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0080000000000000000000000000000000",
        "ff7fffffffffffffffffffffffffffffff",
        "0100000000000000000000000000000000",
        "000100000000000000000000000000000000"
      })
  void value_of_more_than_128_bits_is_corrupt_and_not_cut(String hex) {
    byte[] value = HexFormat.of().parseHex(hex);

    assertThatThrownBy(() -> convert(value))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("length of a decimal: found " + value.length + " bytes");
  }

  private static BigInteger convert(byte[] value) {
    try (BufferAllocator allocator = new RootAllocator();
        ArrowBuf in = allocator.buffer(value.length);
        ArrowBuf out = allocator.buffer(WIDTH)) {
      in.setBytes(0, value);
      FixedConversion.bigEndian(value.length, WIDTH)
          .convert(in.memoryAddress(), out.memoryAddress(), 1);
      byte[] bigEndian = new byte[WIDTH];
      for (int i = 0; i < WIDTH; i++) {
        bigEndian[WIDTH - 1 - i] = out.getByte(i);
      }
      return new BigInteger(bigEndian);
    }
  }
}
