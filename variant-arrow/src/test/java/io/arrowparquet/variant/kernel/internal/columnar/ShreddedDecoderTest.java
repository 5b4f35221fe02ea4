// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.vector.ArrowTypeText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShreddedDecoderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "boolean; false; int8",
        "bigint; int64; double",
        "decimal(9, 2); decimal16; string",
        "double; float; decimal4",
        "date; date; time (micros, NTZ)",
        "time; time (micros, NTZ); date",
        "timestamp; timestamp (nanos, NTZ); date",
        "string; string; binary",
        "binary; binary; string",
        "fixed_size_binary(16); uuid; string",
        "struct<a: int>; object; null"
      })
  void a_target_takes_some_types_and_makes_nulls_of_others(String type, String fits, String not) {
    boolean[] fitting =
        ShreddedDecoder.fitting(
            new Target(ArrowTypeText.parse("x", type), "$", ConversionMode.SAFE));

    assertThat(fitting[typeId(fits)]).isTrue();
    assertThat(fitting[typeId(not)]).isFalse();
  }

  @Test
  void where_a_mismatch_is_an_error_every_type_but_null_is_tried() {
    boolean[] fitting =
        ShreddedDecoder.fitting(
            new Target(ArrowTypeText.parse("x", "date"), "$", ConversionMode.STRICT));

    for (int typeId = 0; typeId < VariantTypeIds.COUNT; typeId++) {
      assertThat(fitting[typeId]).isEqualTo(typeId != VariantTypeIds.NULL);
    }
  }

  private static int typeId(String name) {
    int typeId = 0;
    while (!VariantTypeIds.name(typeId).equals(name)) {
      typeId++;
    }
    return typeId;
  }
}
