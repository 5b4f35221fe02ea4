// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UnionBuilderTest {
  private static final List<Field> MEMBERS =
      Stream.of(
              "string",
              "bigint",
              "smallint",
              "decimal(9, 2)",
              "boolean",
              "struct<a: int>",
              "fixed_size_list(2)<int>",
              "list<int>",
              "null",
              "variant")
          .map(text -> ArrowTypeText.parse("x", text))
          .toList();

  /** Exact members first, then wider ones, then any that may convert, the Variant last. */
  static Stream<Arguments> candidates() {
    return Stream.of(
        Arguments.of(VariantTypeIds.STRING, List.of(0, 1, 2, 3, 4, 9)),
        Arguments.of(VariantTypeIds.INT16, List.of(2, 1, 0, 3, 4, 9)),
        Arguments.of(VariantTypeIds.INT64, List.of(1, 2, 0, 3, 4, 9)),
        Arguments.of(VariantTypeIds.DECIMAL16, List.of(3, 0, 1, 2, 4, 9)),
        Arguments.of(VariantTypeIds.FALSE, List.of(4, 0, 1, 2, 3, 9)),
        Arguments.of(VariantTypeIds.OBJECT, List.of(5, 9)),
        Arguments.of(VariantTypeIds.ARRAY, List.of(6, 7, 9)));
  }

  @ParameterizedTest
  @MethodSource("candidates")
  void members_are_tried_best_first(int typeId, List<Integer> expected) {
    assertThat(UnionBuilder.candidates(MEMBERS)[typeId])
        .containsExactly(expected.stream().mapToInt(Integer::intValue).toArray());
  }
}
