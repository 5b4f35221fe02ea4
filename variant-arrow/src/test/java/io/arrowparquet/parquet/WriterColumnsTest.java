// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.EncodingsView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.options.ColumnOptions;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.StatisticsMode;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Columns of one file that are written each in its own way.
 *
 * @see ColumnOptions
 * @see io.arrowparquet.parquet.internal.write.ColumnPlan
 */
class WriterColumnsTest {
  private static final int ROWS = 5_000;
  private static final ParquetWriteOptions PLAIN = ParquetWriteOptions.defaults();
  private static final ColumnOptions NONE = ColumnOptions.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("a.parquet");
  }

  /** Numbers that repeat after 1 000, and texts of them; every tenth is null. */
  private FlatFooter write(ParquetWriteOptions options) throws IOException {
    try (BigIntVector numbers = new BigIntVector("n", allocator);
        Float8Vector doubles = new Float8Vector("d", allocator);
        VarCharVector texts = new VarCharVector("s", allocator)) {
      for (int row = 0; row < ROWS; row++) {
        if (row % 10 != 0) {
          int number = row % 1_000;
          numbers.setSafe(row, number);
          doubles.setSafe(row, number == 1 ? Double.NaN : number / 4.0);
          texts.setSafe(row, ("the text of the number " + number).getBytes(UTF_8));
        }
      }
      VectorSchemaRoot batch = VectorSchemaRoot.of(numbers, doubles, texts);
      batch.setRowCount(ROWS);
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(
              file, batch.getSchema(), options.withOverwrite(true), allocator)) {
        writer.write(batch);
        FlatFooter footer = writer.finish().footer();
        assertReadsBack(batch);
        return footer;
      }
    }
  }

  private void assertReadsBack(VectorSchemaRoot batch) throws IOException {
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      VectorSchemaRoot read = reader.getVectorSchemaRoot();
      for (String name : List.of("n", "d", "s")) {
        assertThat(RandomVectors.rows(read.getVector(name)))
            .isEqualTo(RandomVectors.rows(batch.getVector(name)).subList(0, read.getRowCount()));
      }
    }
  }

  private static ColumnChunkView chunk(FlatFooter footer, String path) {
    return footer.chunk(0, footer.findColumn(path));
  }

  private static List<ParquetEncoding> encodings(FlatFooter footer, String path) {
    EncodingsView encodings = chunk(footer, path).encodings();
    return IntStream.range(0, encodings.count()).mapToObj(encodings::encoding).toList();
  }

  @Test
  void columns_have_codecs_and_levels_of_their_own() throws IOException {
    ParquetWriteOptions options = PLAIN.withDictionary(false).withCodec(ParquetCodec.ZSTD);
    FlatFooter fast = write(options.withCompressionLevel(1));
    FlatFooter small =
        write(
            options
                .withCompressionLevel(1)
                .withColumn("s", NONE.withCompressionLevel(19))
                .withColumn("n", NONE.withCodec(ParquetCodec.UNCOMPRESSED)));
    assertThat(chunk(small, "s").codec()).isEqualTo(ParquetCodec.ZSTD);
    assertThat(chunk(small, "n").codec()).isEqualTo(ParquetCodec.UNCOMPRESSED);
    assertThat(chunk(small, "s").totalCompressedSize())
        .isLessThan(chunk(fast, "s").totalCompressedSize());
    assertThat(chunk(small, "d").totalCompressedSize())
        .isEqualTo(chunk(fast, "d").totalCompressedSize());
  }

  @Test
  void columns_have_encodings_and_dictionaries_of_their_own() throws IOException {
    FlatFooter footer =
        write(
            PLAIN
                .withColumn(
                    "n",
                    NONE.withDictionary(false).withEncoding(ParquetEncoding.DELTA_BINARY_PACKED))
                .withColumn(
                    "d",
                    NONE.withDictionary(false).withEncoding(ParquetEncoding.BYTE_STREAM_SPLIT)));
    assertThat(encodings(footer, "n")).contains(ParquetEncoding.DELTA_BINARY_PACKED);
    assertThat(encodings(footer, "d")).contains(ParquetEncoding.BYTE_STREAM_SPLIT);
    assertThat(encodings(footer, "s")).contains(ParquetEncoding.RLE_DICTIONARY);

    FlatFooter full = write(PLAIN.withColumn("s", NONE.withDictionaryBytes(2_000)));
    assertThat(chunk(full, "n").isFullyDictionaryEncoded()).isTrue();
    assertThat(chunk(full, "s").isFullyDictionaryEncoded()).isFalse();
  }

  @Test
  void columns_have_as_much_statistics_as_they_are_to() throws IOException {
    FlatFooter footer =
        write(
            PLAIN
                .withStatistics(StatisticsMode.truncate(12))
                .withColumn("n", NONE.withStatistics(StatisticsMode.none()))
                .withColumn("d", NONE.withStatistics(StatisticsMode.counts())));
    assertThat(chunk(footer, "n").statistics().isPresent()).isFalse();
    assertThat(chunk(footer, "n").columnIndex().isPresent()).isFalse();
    StatisticsView counts = chunk(footer, "d").statistics();
    assertThat(counts.nullCount()).isEqualTo(ROWS / 10);
    assertThat(counts.nanCount()).isEqualTo(ROWS / 1_000);
    assertThat(counts.hasMinValue()).isFalse();
    StatisticsView cut = chunk(footer, "s").statistics();
    assertThat(cut.minValue()).isEqualTo("the text of ".getBytes(UTF_8));
    assertThat(cut.maxValue()).isEqualTo("the text of!".getBytes(UTF_8));
    assertThat(chunk(footer, "s").columnIndex().isPresent()).isTrue();

    FlatFooter full = write(PLAIN.withStatistics(StatisticsMode.full()));
    assertThat(chunk(full, "s").statistics().maxValue())
        .isEqualTo("the text of the number 999".getBytes(UTF_8));
    FileMetrics metrics = FileMetrics.of(full);
    assertThat(metrics.column("d").totals().nans()).isEqualTo(ROWS / 1_000);
    assertThat(metrics.column("n").totals().nans()).isZero();
  }

  @Test
  void bloom_filters_are_as_large_as_values_and_rate_ask_for() throws IOException {
    ColumnOptions filter = NONE.withBloomFilter(true);
    FlatFooter footer =
        write(
            PLAIN
                .withBloomFilter("n")
                .withColumn("s", filter.withBloomFilterFpp(0.000_01))
                .withColumn("d", filter.withDictionary(false).withBloomFilterNdv(1)));
    assertThat(chunk(footer, "n").hasBloomFilterOffset()).isTrue();
    assertThat(chunk(footer, "s").bloomFilterLength())
        .isGreaterThan(chunk(footer, "n").bloomFilterLength());
    assertThat(chunk(footer, "d").bloomFilterLength()).isLessThan(100);
    assertThat(chunk(write(PLAIN), "n").hasBloomFilterOffset()).isFalse();
  }

  @Test
  void paths_of_variants_are_columns_too_and_may_be_absent() throws IOException {
    try (VarCharVector text = new VarCharVector("v", allocator)) {
      for (int row = 0; row < 100; row++) {
        text.setSafe(row, ("{\"a\": {\"b\": " + row + "}}").getBytes(UTF_8));
      }
      text.setValueCount(100);
      ParquetWriteOptions options =
          PLAIN
              .withShredding("v", ArrowTypeText.parse("v", "struct<a: struct<b: bigint>>"))
              .withColumn("v", VariantPath.parse("$.a.b"), NONE.withBloomFilter(true))
              .withColumn("v", VariantPath.parse("$.absent"), NONE.withBloomFilter(true))
              .withColumn("v", NONE.withCodec(ParquetCodec.GZIP));
      try (ParquetVariantVector variants = VariantFromJson.parse(text, allocator);
          ParquetArrowWriter writer =
              ParquetArrowWriter.open(
                  file, VectorSchemaRoot.of(variants).getSchema(), options, allocator)) {
        writer.write(VectorSchemaRoot.of(variants));
        FlatFooter footer = writer.finish().footer();
        String typed = "v.typed_value.a.typed_value.b.typed_value";
        assertThat(chunk(footer, typed).hasBloomFilterOffset()).isTrue();
        assertThat(chunk(footer, "v.metadata").hasBloomFilterOffset()).isFalse();
        assertThat(chunk(footer, "v.metadata").codec()).isEqualTo(ParquetCodec.GZIP);
        assertThat(FileMetrics.of(footer).variant("v").totals().nulls()).isZero();
      }
    }
  }

  @Test
  void what_a_column_cannot_be_is_refused_and_leaves_no_file() {
    assertThatThrownBy(() -> write(PLAIN.withBloomFilter("x")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("column x: found no such column");
    assertThatThrownBy(
            () ->
                write(PLAIN.withColumn("s", NONE.withEncoding(ParquetEncoding.BYTE_STREAM_SPLIT))))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("column s: found encoding BYTE_STREAM_SPLIT");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> write(PLAIN.withColumn("s", NONE.withCompressionLevel(3))))
        .withMessageContaining("SNAPPY");
    assertThat(folder).isEmptyDirectory();
  }
}
