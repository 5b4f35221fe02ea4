// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PrimitiveTypeTest {
  @ParameterizedTest
  @EnumSource
  void rows_are_in_the_order_of_the_ids(PrimitiveType type) throws ReflectiveOperationException {
    Object id = VariantTypeIds.class.getField(type.name()).get(null);
    assertThat(type.typeId()).isEqualTo(id);
    assertThat(PrimitiveType.of(type.typeId())).isSameAs(type);
    assertThat(VariantTypeIds.name(type.typeId())).isEqualTo(type.label());
  }

  @ParameterizedTest
  @EnumSource
  void every_type_has_an_arrow_type_or_digits(PrimitiveType type) {
    assertThat(type.arrowType() == null).isEqualTo(type.digits() > 0);
    assertThat(VariantTypeIds.isDecimal(type.typeId())).isEqualTo(type.digits() > 0);
    assertThat(VariantTypeIds.isInteger(type.typeId()))
        .isEqualTo(type.kind() == PrimitiveType.Kind.INTEGER);
  }

  @ParameterizedTest
  @CsvSource({"1, DECIMAL4", "9, DECIMAL4", "10, DECIMAL8", "18, DECIMAL8", "19, DECIMAL16"})
  void decimals_are_as_narrow_as_their_digits_allow(int digits, PrimitiveType type) {
    assertThat(PrimitiveType.ofDecimal(digits)).isEqualTo(type);
  }

  @Test
  void containers_are_no_primitives() {
    assertThat(PrimitiveType.isPrimitive(VariantTypeIds.OBJECT)).isFalse();
    assertThat(VariantTypeIds.widest(VariantTypeIds.ARRAY)).isEqualTo(VariantTypeIds.ARRAY);
  }
}
