// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.PageMemory;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.variant.internal.GrowableBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.values.dictionary.DictionaryValuesWriter;
import org.apache.parquet.column.values.dictionary.DictionaryValuesWriter.PlainBinaryDictionaryValuesWriter;
import org.apache.parquet.column.values.dictionary.DictionaryValuesWriter.PlainIntegerDictionaryValuesWriter;
import org.apache.parquet.column.values.dictionary.DictionaryValuesWriter.PlainLongDictionaryValuesWriter;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both decoders that take values from a dictionary: of byte arrays and of a fixed width. */
class DictionaryBinaryTest {

  /** A page, and the dictionary that it needs. */
  private static final class Encoded {
    private final byte[] dictionary;
    private final int entries;
    private final byte[] page;

    Encoded(byte[] dictionary, int entries, byte[] page) {
      this.dictionary = dictionary;
      this.entries = entries;
      this.page = page;
    }
  }

  @Property(tries = 100)
  void reads_what_parquet_java_wrote(
      @ForAll @IntRange(min = 1, max = 3000) int count,
      @ForAll @IntRange(min = 1, max = 1500) int step,
      @ForAll @IntRange(min = 1, max = 300) int entries,
      @ForAll long seed)
      throws IOException {
    List<byte[]> values = values(count, entries, seed);

    ByteArrays.assertSame(read(encode(values), count, step), values);
  }

  @Property(tries = 100)
  void selects_what_parquet_java_wrote(
      @ForAll @IntRange(min = 1, max = 1000) int count,
      @ForAll @IntRange(min = 1, max = 50) int gap,
      @ForAll @IntRange(min = 1, max = 300) int entries,
      @ForAll long seed)
      throws IOException {
    List<byte[]> values = values(count, entries, seed);
    Encoded encoded = encode(values);
    Random random = new Random(seed);
    int[] positions =
        IntStream.range(0, count).filter(i -> i == 0 || random.nextInt(gap) == 0).toArray();
    Scratch scratch = new Scratch();
    int[] lengths = scratch.lengths();
    try (RootAllocator allocator = new RootAllocator();
        GrowableBuffer data = new GrowableBuffer(allocator)) {
      DictionaryBinary reader = reader(encoded);
      byte[] page = encoded.page;
      try (ArrowBuf memory = allocator.buffer(page.length + Page.SLACK)) {
        memory.setBytes(0, page);
        reader.wrap(memory.memoryAddress(), memory.memoryAddress() + page.length, count);
        reader.select(positions, positions.length, count, scratch, data, Long.MAX_VALUE);
      }
      List<byte[]> found = new ArrayList<>();
      long at = data.address();
      for (int i = 0; i < positions.length; i++) {
        byte[] value = new byte[lengths[i]];
        MemoryUtil.copyFromMemory(at, value, 0, value.length);
        found.add(value);
        at += value.length;
      }
      ByteArrays.assertSame(found, Arrays.stream(positions).mapToObj(values::get).toList());
    }
  }

  @Property(tries = 100)
  void reads_numbers_that_parquet_java_wrote(
      @ForAll @IntRange(min = 1, max = 5000) int count,
      @ForAll @IntRange(min = 1, max = 5000) int step,
      @ForAll @IntRange(min = 1, max = 3000) int entries,
      @ForAll boolean ints,
      @ForAll long seed)
      throws IOException {
    int[] values = new Random(seed).ints(count, 0, entries).map(i -> i * 7919).toArray();
    int width = ints ? Integer.BYTES : Long.BYTES;
    Encoded encoded = encode(ints ? encodedInts(values) : encodedLongs(values));
    try (RootAllocator allocator = new RootAllocator();
        ArrowBuf dictionary = allocator.buffer(encoded.dictionary.length);
        ArrowBuf out = allocator.buffer((long) width * count)) {
      dictionary.setBytes(0, encoded.dictionary);
      DictionaryFixed reader = new DictionaryFixed(width, new Scratch());
      reader.setDictionary(dictionary, encoded.entries);
      reader.wrap(PageMemory.start(encoded.page), PageMemory.end(), count);
      for (int at = 0; at < count; at += step) {
        reader.read(Math.min(step, count - at), out.memoryAddress() + (long) width * at);
      }

      for (int i = 0; i < count; i++) {
        long at = (long) width * i;
        assertThat(ints ? out.getInt(at) : out.getLong(at)).isEqualTo(values[i]);
      }
    }
  }

  private static DictionaryValuesWriter encodedInts(int[] values) {
    DictionaryValuesWriter writer =
        new PlainIntegerDictionaryValuesWriter(
            1 << 20,
            Encoding.RLE_DICTIONARY,
            Encoding.PLAIN,
            HeapByteBufferAllocator.getInstance());
    Arrays.stream(values).forEach(writer::writeInteger);
    return writer;
  }

  private static DictionaryValuesWriter encodedLongs(int[] values) {
    DictionaryValuesWriter writer =
        new PlainLongDictionaryValuesWriter(
            1 << 20,
            Encoding.RLE_DICTIONARY,
            Encoding.PLAIN,
            HeapByteBufferAllocator.getInstance());
    Arrays.stream(values).forEach(writer::writeLong);
    return writer;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 37, 62, 63})
  void an_index_outside_is_found_among_many_of_a_run(int place) {
    // Eight groups of width 6, of which one index is 50.
    byte[] page = new byte[2 + 8 * 6];
    page[0] = 6;
    page[1] = 8 << 1 | 1;
    for (int bit = 0; bit < 6; bit++) {
      int at = 6 * place + bit;
      page[2 + at / 8] |= (byte) ((50 >> bit & 1) << (at % 8));
    }
    try (RootAllocator allocator = new RootAllocator();
        ArrowBuf table = allocator.buffer(8L * 51);
        ArrowBuf out = allocator.buffer(8L * 64);
        GrowableBuffer data = new GrowableBuffer(allocator)) {
      DictionaryFixed numbers = new DictionaryFixed(Long.BYTES, new Scratch());
      numbers.setDictionary(table, 50);
      DictionaryBinary texts = new DictionaryBinary(new Scratch());
      byte[] empty = new byte[4 * 51];
      texts.setDictionary(PageMemory.start(empty), PageMemory.end(), 50);
      numbers.wrap(PageMemory.start(page), PageMemory.end(), 64);
      texts.wrap(PageMemory.start(page), PageMemory.end(), 64);

      assertThatThrownBy(() -> numbers.read(64, out.memoryAddress()))
          .isInstanceOf(CorruptPageException.class)
          .hasMessageContaining("dictionary index: found 50, expected less than 50");
      assertThatThrownBy(() -> texts.append(64, new int[64], data, Long.MAX_VALUE))
          .isInstanceOf(CorruptPageException.class)
          .hasMessageContaining("dictionary index: found 50, expected less than 50");

      numbers.setDictionary(table, 51);
      numbers.wrap(PageMemory.start(page), PageMemory.end(), 64);
      assertThatCode(() -> numbers.read(64, out.memoryAddress())).doesNotThrowAnyException();
    }
  }

  @Test
  void damaged_sections_decode_or_are_refused() throws IOException {
    Encoded encoded = encode(values(500, 30, 5));

    DamagedSections.decodeOrRefuse(
        encoded.page,
        6,
        page -> read(new Encoded(encoded.dictionary, encoded.entries, page), 500, 100));
    DamagedSections.decodeOrRefuse(
        encoded.dictionary,
        7,
        dictionary -> read(new Encoded(dictionary, encoded.entries, encoded.page), 500, 100));
  }

  private static List<byte[]> read(Encoded encoded, int count, int step) {
    return ByteArrays.read(reader(encoded), encoded.page, count, step);
  }

  private static DictionaryBinary reader(Encoded encoded) {
    DictionaryBinary reader = new DictionaryBinary(new Scratch());
    reader.setDictionary(PageMemory.start(encoded.dictionary), PageMemory.end(), encoded.entries);
    return reader;
  }

  private static List<byte[]> values(int count, int entries, long seed) {
    List<byte[]> dictionary = ByteArrays.random(entries, seed);
    Random random = new Random(seed);
    return Stream.generate(() -> dictionary.get(random.nextInt(entries))).limit(count).toList();
  }

  private static Encoded encode(List<byte[]> values) throws IOException {
    PlainBinaryDictionaryValuesWriter writer =
        new PlainBinaryDictionaryValuesWriter(
            1 << 20,
            Encoding.RLE_DICTIONARY,
            Encoding.PLAIN,
            HeapByteBufferAllocator.getInstance());
    values.forEach(value -> writer.writeBytes(Binary.fromConstantByteArray(value)));
    return encode(writer);
  }

  private static Encoded encode(DictionaryValuesWriter writer) throws IOException {
    byte[] page = ByteArrays.bytes(writer.getBytes());
    DictionaryPage dictionary = writer.toDictPageAndClose();
    return new Encoded(
        ByteArrays.bytes(dictionary.getBytes()), dictionary.getDictionarySize(), page);
  }
}
