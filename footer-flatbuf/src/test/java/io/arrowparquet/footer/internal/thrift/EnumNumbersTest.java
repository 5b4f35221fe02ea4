// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.internal.thrift.ColumnIndex.BoundaryOrder;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.LogicalType.EdgeInterpolationAlgorithm;
import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import shaded.parquet.org.apache.thrift.TEnum;

/**
 * The numbers that enum constants have in parquet.thrift.
 *
 * @see io.arrowparquet.footer.model.ByNumber
 */
class EnumNumbersTest {

  static Stream<Arguments> enums() {
    return Stream.of(
        enumOf(org.apache.parquet.format.Type.values(), PhysicalType::forNumber),
        enumOf(org.apache.parquet.format.ConvertedType.values(), ConvertedType::forNumber),
        enumOf(
            org.apache.parquet.format.FieldRepetitionType.values(), FieldRepetitionType::forNumber),
        enumOf(org.apache.parquet.format.Encoding.values(), ParquetEncoding::forNumber),
        enumOf(org.apache.parquet.format.CompressionCodec.values(), ParquetCodec::forNumber),
        enumOf(org.apache.parquet.format.PageType.values(), PageType::forNumber),
        enumOf(org.apache.parquet.format.BoundaryOrder.values(), BoundaryOrder::forNumber),
        enumOf(
            org.apache.parquet.format.EdgeInterpolationAlgorithm.values(),
            EdgeInterpolationAlgorithm::forNumber));
  }

  private static Arguments enumOf(TEnum[] theirs, IntFunction<Enum<?>> ours) {
    return Arguments.of(theirs, ours);
  }

  @ParameterizedTest
  @MethodSource("enums")
  void constants_have_the_numbers_that_parquet_java_gives_them(
      TEnum[] theirs, IntFunction<Enum<?>> ours) {
    for (TEnum constant : theirs) {
      assertThat(ours.apply(constant.getValue()).name()).isEqualTo(constant.toString());
    }
    assertThat(ours.apply(-1)).isNull();
    assertThat(ours.apply(1000)).isNull();
  }

  @Test
  void gap_in_the_numbers_has_no_constant() {
    assertThat(ParquetEncoding.forNumber(1)).isNull();
    assertThat(ParquetEncoding.forNumber(ParquetEncoding.ALP.number()))
        .isSameAs(ParquetEncoding.ALP);
  }
}
