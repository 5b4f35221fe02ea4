// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantPath;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

class NamedColumnsTest {
  @Test
  void lists_are_split_at_commas_outside_of_brackets_and_quotes() {
    assertThat(NamedColumns.split("a, v.b as decimal(9, 2),v['x,y'] as struct<a: int, b: int>"))
        .containsExactly("a", "v.b as decimal(9, 2)", "v['x,y'] as struct<a: int, b: int>");
  }

  @Test
  void columns_are_taken_as_their_texts_say() {
    Schema schema =
        new Schema(
            List.of(
                Field.nullable("id", new ArrowType.Int(64, true)),
                VariantProjection.ofVariant("v", VariantPath.parse("$"), "v").target()));

    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns("id, v.a as bigint, v.b", schema, ConversionMode.TRY_CAST);

    assertThat(options.columns()).containsExactly("id");
    assertThat(options.variantPaths())
        .extracting(path -> path.target().getName())
        .containsExactly("v.a", "v.b");
  }

  @Test
  void column_named_twice_is_refused() {
    assertThatThrownBy(() -> NamedColumns.split("a, b, a"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("a is named twice");
  }

  @Test
  void empty_entries_are_refused_with_their_position() {
    assertThatThrownBy(() -> NamedColumns.split("a,,b"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("position 2");
  }
}
