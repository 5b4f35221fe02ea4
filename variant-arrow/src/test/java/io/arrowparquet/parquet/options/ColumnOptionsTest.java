// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.variant.value.VariantPath;
import org.junit.jupiter.api.Test;

class ColumnOptionsTest {
  private static final ColumnOptions NONE = ColumnOptions.defaults();

  @Test
  void column_has_the_options_of_all_columns_where_it_has_none() {
    ColumnOptions column = ParquetWriteOptions.defaults().column("a");
    assertThat(column.codec()).isEqualTo(ParquetCodec.SNAPPY);
    assertThat(column.compressionLevel()).isNull();
    assertThat(column.encoding()).isNull();
    assertThat(column.dictionary()).isTrue();
    assertThat(column.dictionaryBytes()).isEqualTo(1 << 20);
    assertThat(column.statistics()).isEqualTo(StatisticsMode.truncate(64));
    assertThat(column.bloomFilter()).isFalse();
    assertThat(column.bloomFilterFpp()).isEqualTo(0.01);
    assertThat(column.bloomFilterNdv()).isNull();
  }

  @Test
  void inner_options_count_before_outer_ones_those_of_the_kind_and_of_all() {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withStatistics(StatisticsMode.full())
            .withColumn("a", NONE.withDictionary(false).withEncoding(ParquetEncoding.PLAIN))
            .withColumn("a.b", NONE.withDictionary(true))
            .withColumn("a.b", NONE.withBloomFilter(true));
    ColumnOptions ofKind = NONE.withStatistics(StatisticsMode.none()).withDictionary(false);
    ColumnOptions column = options.column("a.b", ofKind);
    assertThat(column.dictionary()).isTrue();
    assertThat(column.bloomFilter()).isTrue();
    assertThat(column.encoding()).isEqualTo(ParquetEncoding.PLAIN);
    assertThat(column.statistics()).isEqualTo(StatisticsMode.none());
    assertThat(options.column("a.c").dictionary()).isFalse();
    assertThat(options.column("ab", ofKind).dictionary()).isFalse();
    assertThat(options.column("ab").statistics()).isEqualTo(StatisticsMode.full());
  }

  @Test
  void level_goes_with_its_codec() {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults().withCompressionLevel(9).withCodec(ParquetCodec.ZSTD);
    assertThat(options.column("a").compressionLevel()).isEqualTo(9);
    ParquetWriteOptions other = options.withColumn("a", NONE.withCodec(ParquetCodec.SNAPPY));
    assertThat(other.column("a").compressionLevel()).isNull();
    assertThat(other.column("b").compressionLevel()).isEqualTo(9);
    ParquetWriteOptions level = options.withColumn("a", NONE.withCompressionLevel(1));
    assertThat(level.column("a").codec()).isEqualTo(ParquetCodec.ZSTD);
    assertThat(level.column("a").compressionLevel()).isEqualTo(1);
  }

  @Test
  void paths_of_variants_are_those_of_their_columns() {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withColumn("v", VariantPath.parse("$.a[0]['b']"), NONE.withBloomFilter(true));
    assertThat(options.columns().keySet())
        .containsExactly("v.typed_value.a.typed_value.list.element.typed_value.b");
    assertThat(options.withColumn("v", VariantPath.parse("$"), NONE).columns()).containsKey("v");
  }

  @Test
  void values_without_sense_are_refused() {
    for (double fpp : new double[] {0, 1, -1, Double.NaN}) {
      assertThatIllegalArgumentException().isThrownBy(() -> NONE.withBloomFilterFpp(fpp));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> NONE.withBloomFilterNdv(0));
    assertThatIllegalArgumentException().isThrownBy(() -> NONE.withDictionaryBytes(0));
    assertThatIllegalArgumentException().isThrownBy(() -> StatisticsMode.truncate(0));
  }
}
