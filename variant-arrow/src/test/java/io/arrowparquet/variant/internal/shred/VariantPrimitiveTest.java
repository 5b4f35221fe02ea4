// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.VariantTypeIds;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VariantPrimitiveTest {
  static Stream<VariantPrimitive> everyPrimitive() {
    return Stream.concat(
        IntStream.rangeClosed(VariantTypeIds.NULL, VariantTypeIds.UUID)
            .filter(id -> id != VariantTypeIds.FALSE)
            .filter(id -> id < VariantTypeIds.DECIMAL4 || id > VariantTypeIds.DECIMAL16)
            .mapToObj(VariantPrimitive::of),
        Stream.of(
            new VariantPrimitive(VariantTypeIds.DECIMAL4, 9, 2),
            new VariantPrimitive(VariantTypeIds.DECIMAL8, 10, 0),
            new VariantPrimitive(VariantTypeIds.DECIMAL8, 18, 18),
            new VariantPrimitive(VariantTypeIds.DECIMAL16, 38, 38)));
  }

  @ParameterizedTest
  @MethodSource("everyPrimitive")
  void the_field_of_a_primitive_is_read_back_as_the_primitive(VariantPrimitive primitive) {
    assertThat(VariantPrimitive.of(primitive.field("x"))).isEqualTo(primitive);
  }

  @Test
  void fixed_size_binary_equals_a_uuid_only_under_the_extensions_name() {
    Field plain = Field.nullable("x", new ArrowType.FixedSizeBinary(16));

    assertThat(VariantPrimitive.of(plain)).isNull();
    assertThat(VariantPrimitive.of(VariantPrimitive.of(VariantTypeIds.UUID).field("x")).typeId())
        .isEqualTo(VariantTypeIds.UUID);
  }
}
