// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder.DictionaryPage;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder.ValueBounds;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Pages of random values of one column, as PLAIN bytes without lengths, and what encodes them. */
record RandomChunk(PhysicalType type, int length, ColumnDomain domain, List<List<byte[]>> pages) {

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record EncodedPage(ParquetEncoding encoding, byte[] section, int count, ValueBounds bounds) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Encoded(
      List<EncodedPage> pages, byte[] dictionary, int entries, ValueBounds bounds, byte[] bloom) {}

  /** How values are distributed. */
  enum Shape {
    CONSTANT,
    FEW,
    RUNS,
    ASCENDING,
    UNIQUE,
    EXTREME,
    /** Few first, then all different: what fills a dictionary. */
    CHANGING
  }

  static RandomChunk of(
      PhysicalType type, int length, LogicalType meaning, Shape shape, int values, long seed) {
    Random random = new Random(seed);
    List<List<byte[]>> pages = new ArrayList<>();
    List<byte[]> page = new ArrayList<>();
    byte[] last = value(type, length, random, shape, 0);
    for (int i = 0; i < values; i++) {
      boolean repeats = shape == Shape.CONSTANT || (shape == Shape.RUNS && random.nextInt(20) != 0);
      last = repeats ? last : value(type, length, random, shape, i);
      page.add(last);
      if (random.nextInt(1 + values / 4) == 0) {
        pages.add(page);
        page = new ArrayList<>();
      }
    }
    pages.add(page);
    ColumnDomain domain = ColumnDomain.of(type, length, meaning, null);
    return new RandomChunk(type, length, domain, pages);
  }

  private static byte[] value(PhysicalType type, int length, Random random, Shape shape, int i) {
    long number =
        switch (shape) {
          case FEW -> random.nextInt(1 + random.nextInt(40)) * 0x0123456789ABCDEFL;
          case ASCENDING -> i * 3L + random.nextInt(2);
          case EXTREME -> extreme(random);
          case CHANGING -> i < 100 ? i % 3 : random.nextLong();
          default -> random.nextLong();
        };
    return switch (type) {
      case BOOLEAN -> new byte[] {(byte) (number & 1)};
      case INT32 -> ColumnDomain.littleEndian(number, Integer.BYTES);
      case FLOAT ->
          ColumnDomain.littleEndian(
              shape == Shape.ASCENDING ? Float.floatToRawIntBits(number / 100f) : number,
              Integer.BYTES);
      case DOUBLE ->
          ColumnDomain.littleEndian(
              shape == Shape.ASCENDING ? Double.doubleToRawLongBits(number / 100.0) : number,
              Long.BYTES);
      case INT64, INT96 -> ColumnDomain.littleEndian(number, Long.BYTES);
      case FIXED_LEN_BYTE_ARRAY -> bytes(new Random(number), length);
      case BYTE_ARRAY ->
          shape == Shape.ASCENDING
              ? ("https://example.org/" + number).getBytes(StandardCharsets.UTF_8)
              : bytes(new Random(number), (int) (number & 15) * (shape == Shape.EXTREME ? 40 : 1));
    };
  }

  private static long extreme(Random random) {
    long[] numbers = {
      0,
      -1,
      Long.MIN_VALUE,
      Long.MAX_VALUE,
      Integer.MIN_VALUE,
      Integer.MAX_VALUE,
      Double.doubleToRawLongBits(Double.NaN),
      Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY),
      Double.doubleToRawLongBits(Double.POSITIVE_INFINITY),
      -1L >>> 3,
      Float.floatToRawIntBits(Float.NaN),
      Float.floatToRawIntBits(Float.NEGATIVE_INFINITY),
      Float.floatToRawIntBits(Float.POSITIVE_INFINITY)
    };
    return numbers[random.nextInt(numbers.length)];
  }

  private static byte[] bytes(Random random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Encodes all pages, each handed over in runs. */
  Encoded encode(ChunkEncoder encoder, Random random) {
    encoder.start();
    List<EncodedPage> encoded = new ArrayList<>();
    ByteOutput out = new ByteOutput();
    for (List<byte[]> page : pages) {
      for (int done = 0; done < page.size(); ) {
        int run = 1 + random.nextInt(Math.min(4096, page.size() - done));
        add(encoder, page.subList(done, done + run), random.nextInt(3));
        done += run;
      }
      // Other bytes before the section, as levels are.
      out.clear();
      out.put(new byte[7], 0, random.nextInt(8));
      int start = out.length();
      ParquetEncoding encoding = encoder.endPage(out);
      byte[] section = Arrays.copyOfRange(out.array(), start, out.length());
      encoded.add(new EncodedPage(encoding, section, page.size(), encoder.pageBounds()));
    }
    DictionaryPage dictionary = encoder.dictionary();
    return new Encoded(
        encoded,
        dictionary == null
            ? null
            : Arrays.copyOf(dictionary.values().array(), dictionary.values().length()),
        dictionary == null ? 0 : dictionary.entries(),
        encoder.chunkBounds(),
        encoder.bloomFilter());
  }

  private static void add(ChunkEncoder encoder, List<byte[]> values, int from) {
    int count = values.size();
    if (encoder instanceof NumberChunkEncoder ints && values.get(0).length == Integer.BYTES) {
      int[] array = new int[from + count];
      for (int i = 0; i < count; i++) {
        array[from + i] = (int) ArrayNumbers.INT.get(values.get(i), 0);
      }
      ints.add(array, from, count);
    } else if (encoder instanceof NumberChunkEncoder longs) {
      long[] array = new long[from + count];
      for (int i = 0; i < count; i++) {
        array[from + i] = (long) ArrayNumbers.LONG.get(values.get(i), 0);
      }
      longs.add(array, from, count);
    } else if (encoder instanceof BooleanChunkEncoder booleans) {
      byte[] array = new byte[from + count];
      for (int i = 0; i < count; i++) {
        array[from + i] = values.get(i)[0];
      }
      booleans.add(array, from, count);
    } else {
      ByteOutput data = new ByteOutput();
      data.put(new byte[5], 0, from);
      int[] offsets = new int[from + count + 1];
      for (int i = 0; i < count; i++) {
        offsets[from + i] = data.length();
        data.put(values.get(i), 0, values.get(i).length);
      }
      offsets[from + count] = data.length();
      // Without room after the values.
      byte[] exact = Arrays.copyOf(data.array(), data.length());
      ((BytesChunkEncoder) encoder).add(exact, offsets, from, count);
    }
  }
}
