// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.encode.BloomFilterBuilder.Size;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder.Settings;
import io.arrowparquet.parquet.internal.encode.RandomChunk.Shape;
import io.arrowparquet.parquet.internal.encoding.SplitBlock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BloomFilterBuilderTest {
  private static final int MOST_BYTES = 1 << 20;

  @ParameterizedTest
  @EnumSource(Shape.class)
  void parquet_java_finds_all_values(Shape shape) {
    for (PhysicalType type :
        List.of(
            PhysicalType.INT32,
            PhysicalType.DOUBLE,
            PhysicalType.BYTE_ARRAY,
            PhysicalType.FIXED_LEN_BYTE_ARRAY)) {
      RandomChunk chunk = RandomChunk.of(type, 16, null, shape, 3000, 7);
      for (int dictionaryBytes : new int[] {0, 500, MOST_BYTES}) {
        Settings settings =
            new Settings(
                ParquetEncoding.PLAIN, dictionaryBytes, 0, false, new Size(0, 0.01, MOST_BYTES));
        ChunkEncoder encoder = ChunkEncoder.of(type, 16, chunk.domain(), settings);
        byte[] bitset = chunk.encode(encoder, new Random(1)).bloom();

        BlockSplitBloomFilter filter = new BlockSplitBloomFilter(bitset);
        chunk
            .pages()
            .forEach(
                page ->
                    page.forEach(
                        value -> assertThat(filter.findHash(SplitBlock.hash(value))).isTrue()));
        assertThat(bitset.length).isLessThanOrEqualTo(8192);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 0.01", "100, 0.01", "5000, 0.1", "20000, 0.001", "100000, 0.05"})
  void filters_are_as_large_as_their_rate_needs(int values, double fpp) {
    Size size = new Size(0, fpp, MOST_BYTES);
    BloomFilterBuilder known = new BloomFilterBuilder(size);
    known.start();
    known.expect(values);
    byte[] sized = filled(known, values);
    BloomFilterBuilder unknown = new BloomFilterBuilder(size);
    unknown.start();
    unknown.expectAny();
    byte[] folded = filled(unknown, values);

    assertThat(sized.length).isLessThanOrEqualTo(MOST_BYTES);
    assertThat(folded.length).isBetween(sized.length / 2, sized.length * 2);
    for (byte[] bitset : List.of(sized, folded)) {
      BlockSplitBloomFilter filter = new BlockSplitBloomFilter(bitset);
      int found = 0;
      for (int i = 0; i < 100_000; i++) {
        found += filter.findHash(filter.hash(-1L - i)) ? 1 : 0;
      }
      assertThat(found / 100_000.0).isLessThan(fpp * 1.3 + 0.0005);
    }
  }

  private static byte[] filled(BloomFilterBuilder builder, int values) {
    BlockSplitBloomFilter hashes = new BlockSplitBloomFilter(32);
    for (int i = 0; i < values; i++) {
      builder.insert(hashes.hash((long) i));
    }
    return builder.finish();
  }

  @Test
  void a_filter_stays_within_its_bytes_and_may_be_empty() {
    BloomFilterBuilder builder = new BloomFilterBuilder(new Size(1_000_000, 0.01, 5000));
    builder.start();
    builder.expectAny();
    assertThat(filled(builder, 100_000)).hasSize(4096);

    builder.start();
    assertThat(builder.finish()).hasSize(SplitBlock.BYTES).containsOnly(0);
  }

  @Test
  void hashes_of_numbers_are_those_of_their_bytes() {
    BlockSplitBloomFilter peer = new BlockSplitBloomFilter(32);
    Random random = new Random(3);
    for (int i = 0; i < 1000; i++) {
      long number = random.nextLong();
      assertThat(SplitBlock.hash(number)).isEqualTo(peer.hash(number));
      assertThat(SplitBlock.hash((int) number)).isEqualTo(peer.hash((int) number));
    }
  }

  @Test
  void parquet_java_reads_the_header() throws IOException {
    CompactWriter out = new CompactWriter(32);
    ParquetStructs.BLOOM_FILTER_HEADER.write(out, BloomFilterBuilder.header(4096));

    BloomFilterHeader header =
        Util.readBloomFilterHeader(new ByteArrayInputStream(out.toByteArray()));
    assertThat(header.getNumBytes()).isEqualTo(4096);
    assertThat(header.getAlgorithm().isSetBLOCK()).isTrue();
    assertThat(header.getHash().isSetXXHASH()).isTrue();
    assertThat(header.getCompression().isSetUNCOMPRESSED()).isTrue();
  }
}
