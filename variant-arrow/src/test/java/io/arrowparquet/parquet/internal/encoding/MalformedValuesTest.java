// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.PageMemory;
import io.arrowparquet.parquet.internal.encoding.BinaryValues.DeltaLengthBinary;
import io.arrowparquet.parquet.internal.encoding.FixedEncodings.PlainFixed;
import io.arrowparquet.parquet.internal.encoding.IntDecoder.PlainBooleans;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.variant.internal.GrowableBuffer;
import java.util.HexFormat;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One broken rule of an encoding a row.
 *
 * @see BinaryValues
 * @see FixedEncodings
 */
class MalformedValuesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "020000         | PLAIN byte arrays: found 3 bytes, expected 1 more values",
        "0200000061     | length of a byte array: found 2, expected 0 to 1, the bytes that follow",
        "ffffffff61     | length of a byte array: found -1, expected 0 to 1",
      })
  void plain_byte_arrays(String hex, String message) {
    assertMalformed(new PlainBinary(), hex, 1, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // block size, miniblocks, count, first value
        "00 01 01 00    | block size of deltas: found 0",
        "ffffffff0f 01 01 00 | block size of deltas: found 4294967295, expected 1 to 1048576",
        "8001 00 01 00  | miniblocks per block of deltas: found 0, expected 1 to 128",
        "8001 03 01 00  | miniblocks per block of deltas: found 3 of a block of 128",
        "8001 04 ffffffff07 00 | count of deltas: found 2147483647, expected 0 to 1",
        "8001 04        | count of deltas: found the end of the section, expected a varint",
        // a length of -1, and one of 5 where nothing follows
        "8001 04 01 01  | length of a byte array: found -1",
        "8001 04 01 0a  | length of a byte array: found 5, expected 0 to 0",
      })
  void delta_lengths(String hex, String message) {
    assertMalformed(new DeltaLengthBinary(), hex, 1, message);
  }

  @Test
  void a_prefix_longer_than_the_value_before() {
    // Prefix lengths: 1. Suffix lengths: 1. Suffix: a.
    assertMalformed(
        new DeltaByteArrayBinary(false),
        "80010401 02 80010401 02 61",
        1,
        "length of a prefix: found 1, expected 0 to 0, the length of the value before");
  }

  @Test
  void a_dictionary_index_outside_of_the_dictionary() {
    DictionaryBinary dictionary = new DictionaryBinary(new Scratch());
    byte[] values = HexFormat.of().parseHex("0100000061");
    dictionary.setDictionary(PageMemory.start(values), PageMemory.end(), 1);

    // Bit width 1, then once the index 1. Values that are passed over may be of any index.
    assertUnreadable(dictionary, "01 0201", 1, "dictionary index: found 1, expected less than 1");
    assertMalformed(dictionary, "", 1, "dictionary-encoded values: found no bytes");
    assertMalformed(dictionary, "21 0201", 1, "bit width: found 33");
  }

  @Test
  void a_dictionary_of_more_entries_than_bytes() {
    assertThatThrownBy(
            () ->
                new DictionaryBinary(new Scratch())
                    .setDictionary(
                        PageMemory.start(new byte[8]), PageMemory.end(), Integer.MAX_VALUE))
        .isInstanceOf(CorruptPageException.class)
        .hasMessage(
            "entries of the dictionary: found 2147483647, expected 0 to 2, what the bytes can"
                + " hold");
  }

  @Test
  void fixed_values_that_are_not_there() {
    PlainFixed plain = new PlainFixed(8);
    plain.wrap(PageMemory.start(new byte[15]), PageMemory.end(), 2);
    assertThatThrownBy(() -> plain.read(2, 0))
        .isInstanceOf(CorruptPageException.class)
        .hasMessage("PLAIN values: found 15 bytes, expected 16 bytes, 2 values");

    ByteStreamSplitFixed split = new ByteStreamSplitFixed(4);
    assertThatThrownBy(() -> split.wrap(PageMemory.start(new byte[6]), PageMemory.end(), 2))
        .isInstanceOf(CorruptPageException.class)
        .hasMessage("BYTE_STREAM_SPLIT values: found 6 bytes, expected a multiple of 4");
    split.wrap(PageMemory.start(new byte[8]), PageMemory.end(), 3);
    assertThatThrownBy(() -> split.read(3, 0))
        .isInstanceOf(CorruptPageException.class)
        .hasMessage("BYTE_STREAM_SPLIT values: found 2 values, expected 3 more");

    PlainBooleans booleans =
        new PlainBooleans().wrap(PageMemory.start(new byte[1]), PageMemory.end());
    assertThatThrownBy(() -> booleans.read(new int[9], 0, 9))
        .isInstanceOf(CorruptPageException.class)
        .hasMessage("PLAIN booleans: found 8 bits, expected 9 more values");
  }

  private static void assertMalformed(BinaryValues values, String hex, int count, String message) {
    assertUnreadable(values, hex, count, message);
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    assertThatThrownBy(
            () -> {
              values.wrap(PageMemory.start(bytes), PageMemory.end(), count);
              values.skip(count, new int[count]);
            })
        .isInstanceOf(CorruptPageException.class)
        .hasMessageStartingWith(message);
  }

  private static void assertUnreadable(BinaryValues values, String hex, int count, String message) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    try (RootAllocator allocator = new RootAllocator();
        GrowableBuffer data = new GrowableBuffer(allocator)) {
      assertThatThrownBy(
              () -> {
                values.wrap(PageMemory.start(bytes), PageMemory.end(), count);
                values.append(count, new int[count], data, Long.MAX_VALUE);
              })
          .isInstanceOf(CorruptPageException.class)
          .hasMessageStartingWith(message);
    }
  }
}
