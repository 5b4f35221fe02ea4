// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.PageMemory;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder.Settings;
import io.arrowparquet.parquet.internal.encode.RandomChunk.Encoded;
import io.arrowparquet.parquet.internal.encode.RandomChunk.EncodedPage;
import io.arrowparquet.parquet.internal.encode.RandomChunk.Shape;
import io.arrowparquet.parquet.internal.encoding.BinaryValues;
import io.arrowparquet.parquet.internal.encoding.ByteArrays;
import io.arrowparquet.parquet.internal.encoding.DictionaryBinary;
import io.arrowparquet.parquet.internal.encoding.FixedEncodings;
import io.arrowparquet.parquet.internal.encoding.FixedValues;
import io.arrowparquet.parquet.internal.encoding.HybridDecoder;
import io.arrowparquet.parquet.internal.encoding.IntDecoder;
import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** Values of all types come back from our decoders and from parquet-java's. */
class ChunkEncoderPropertyTest {
  record Column(PhysicalType type, int length, ParquetEncoding encoding) {}

  @Provide
  Arbitrary<Column> columns() {
    List<Column> columns = new ArrayList<>();
    for (PhysicalType type : PhysicalType.values()) {
      for (ParquetEncoding encoding : ParquetEncoding.values()) {
        if (ChunkEncoder.encodes(type, encoding)) {
          int[] lengths =
              type == PhysicalType.FIXED_LEN_BYTE_ARRAY ? new int[] {1, 7, 16} : new int[1];
          for (int length : lengths) {
            columns.add(new Column(type, length, encoding));
          }
        }
      }
    }
    return Arbitraries.of(columns);
  }

  @Property(tries = 1500)
  void values_come_back(
      @ForAll("columns") Column column,
      @ForAll Shape shape,
      @ForAll @IntRange(max = 5000) int values,
      @ForAll @IntRange(max = 3) int dictionary,
      @ForAll long seed)
      throws IOException {
    int dictionaryBytes = new int[] {0, 100, 5000, 1 << 20}[dictionary];
    Settings settings = new Settings(column.encoding(), dictionaryBytes, 16, true, null);
    Random random = new Random(seed);
    RandomChunk first = chunk(column, shape, values, seed);
    ChunkEncoder encoder =
        ChunkEncoder.of(column.type(), column.length(), first.domain(), settings);
    requireSame(first, first.encode(encoder, random), column);
    // An encoder that has encoded another chunk.
    RandomChunk second = chunk(column, Shape.FEW, 1000, seed + 1);
    requireSame(second, second.encode(encoder, random), column);
  }

  private static RandomChunk chunk(Column column, Shape shape, int values, long seed) {
    return RandomChunk.of(column.type(), column.length(), null, shape, values, seed);
  }

  private static void requireSame(RandomChunk chunk, Encoded encoded, Column column)
      throws IOException {
    for (int i = 0; i < encoded.pages().size(); i++) {
      EncodedPage page = encoded.pages().get(i);
      List<byte[]> expected = chunk.pages().get(i);
      if (page.encoding().isDictionary()) {
        assertThat(encoded.entries()).isPositive();
      } else {
        assertThat(page.encoding()).isEqualTo(column.encoding());
      }
      ByteArrays.assertSame(ours(column, page, encoded), expected);
      if (page.encoding() != ParquetEncoding.ALP) {
        ByteArrays.assertSame(parquetJavas(column, page, encoded), expected);
      }
    }
  }

  private static List<byte[]> ours(Column column, EncodedPage page, Encoded encoded) {
    return switch (column.type()) {
      case BOOLEAN -> ourBooleans(page);
      case BYTE_ARRAY -> {
        BinaryValues decoder =
            page.encoding().isDictionary()
                ? dictionary(encoded)
                : BinaryValues.decoder(page.encoding(), false);
        yield ByteArrays.read(decoder, page.section(), page.count(), 1000);
      }
      default -> ourFixed(column, page, encoded);
    };
  }

  private static DictionaryBinary dictionary(Encoded encoded) {
    DictionaryBinary dictionary = new DictionaryBinary(new Scratch());
    dictionary.setDictionary(
        PageMemory.start(encoded.dictionary()), PageMemory.end(), encoded.entries());
    return dictionary;
  }

  private static List<byte[]> ourBooleans(EncodedPage page) {
    long start = PageMemory.start(page.section());
    IntDecoder decoder;
    if (page.encoding() == ParquetEncoding.RLE) {
      assertThat((int) ArrayNumbers.INT.get(page.section(), 0))
          .isEqualTo(page.section().length - Integer.BYTES);
      decoder = new HybridDecoder().wrap(start + Integer.BYTES, PageMemory.end(), 1);
    } else {
      decoder = new IntDecoder.PlainBooleans().wrap(start, PageMemory.end());
    }
    int[] values = new int[page.count()];
    decoder.read(values, 0, values.length);
    return Arrays.stream(values).mapToObj(value -> new byte[] {(byte) value}).toList();
  }

  private static List<byte[]> ourFixed(Column column, EncodedPage page, Encoded encoded) {
    int width = width(column);
    try (RootAllocator allocator = new RootAllocator();
        FixedEncodings encodings =
            new FixedEncodings(allocator, new Scratch(), column.type(), width, width, null, false);
        ArrowBuf memory = allocator.buffer((long) (page.count() + 1) * width)) {
      Page dictionary = null;
      if (encoded.dictionary() != null) {
        long start = PageMemory.start(encoded.dictionary());
        dictionary =
            new Page(
                encoded.entries(),
                start,
                PageMemory.end(),
                ParquetEncoding.PLAIN,
                null,
                null,
                0,
                0,
                null);
      }
      FixedValues decoder = encodings.decoder(page.encoding(), dictionary);
      decoder.wrap(PageMemory.start(page.section()), PageMemory.end(), page.count());
      decoder.read(page.count(), memory.memoryAddress());
      List<byte[]> values = new ArrayList<>();
      for (int i = 0; i < page.count(); i++) {
        byte[] value = new byte[width];
        memory.getBytes((long) i * width, value);
        values.add(value);
      }
      return values;
    }
  }

  private static int width(Column column) {
    return switch (column.type()) {
      case INT32, FLOAT -> Integer.BYTES;
      case INT64, DOUBLE -> Long.BYTES;
      default -> column.length();
    };
  }

  private static List<byte[]> parquetJavas(Column column, EncodedPage page, Encoded encoded)
      throws IOException {
    PrimitiveTypeName name =
        column.type() == PhysicalType.BYTE_ARRAY
            ? PrimitiveTypeName.BINARY
            : PrimitiveTypeName.valueOf(column.type().name());
    ColumnDescriptor descriptor =
        new ColumnDescriptor(
            new String[] {"c"}, Types.required(name).length(column.length()).named("c"), 0, 0);
    Encoding encoding = Encoding.valueOf(page.encoding().name());
    ValuesReader reader;
    if (encoding.usesDictionary()) {
      Dictionary dictionary =
          Encoding.PLAIN.initDictionary(
              descriptor,
              new org.apache.parquet.column.page.DictionaryPage(
                  BytesInput.from(encoded.dictionary()), encoded.entries(), Encoding.PLAIN));
      reader = encoding.getDictionaryBasedValuesReader(descriptor, ValuesType.VALUES, dictionary);
    } else {
      reader = encoding.getValuesReader(descriptor, ValuesType.VALUES);
    }
    reader.initFromPage(page.count(), ByteBufferInputStream.wrap(ByteBuffer.wrap(page.section())));
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < page.count(); i++) {
      values.add(value(column.type(), reader));
    }
    return values;
  }

  private static byte[] value(PhysicalType type, ValuesReader reader) {
    return switch (type) {
      case BOOLEAN -> new byte[] {(byte) (reader.readBoolean() ? 1 : 0)};
      case INT32 -> number(reader.readInteger(), Integer.BYTES);
      case FLOAT -> number(Float.floatToRawIntBits(reader.readFloat()), Integer.BYTES);
      case INT64 -> number(reader.readLong(), Long.BYTES);
      case DOUBLE -> number(Double.doubleToRawLongBits(reader.readDouble()), Long.BYTES);
      default -> reader.readBytes().getBytes();
    };
  }

  private static byte[] number(long number, int width) {
    return ColumnDomain.littleEndian(number, width);
  }
}
