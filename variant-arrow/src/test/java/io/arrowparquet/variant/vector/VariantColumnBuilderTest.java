// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.value.Variant;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VariantColumnBuilderTest {
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  /** Names of 1 and 20 bytes: the metadata lies in the views, or in the buffer they show. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "a name of many bytes"})
  void rows_are_read_back_and_share_one_dictionary(String name) {
    try (VariantColumnBuilder rows = new VariantColumnBuilder(allocator)) {
      rows.expectRows(3);
      append(rows, name, 1);
      rows.appendNull();
      append(rows, "b", 2);
      assertThat(rows.rowCount()).isEqualTo(3);
      try (ParquetVariantVector column = rows.finish("v", false)) {
        assertThat(rows.rowCount()).isZero();
        assertThat(column.getField().isNullable()).isTrue();
        assertThat(column.getNullCount()).isEqualTo(1);
        assertThat(read(column, 0)).hasToString("{" + name + "=1}");
        assertThat(column.isNull(1)).isTrue();
        assertThat(read(column, 2)).hasToString("{b=2}");
        ViewVarBinaryVector metadata = (ViewVarBinaryVector) column.getChildrenFromFields().get(0);
        assertThat(metadata.get(2)).isEqualTo(metadata.get(0));
      }
    }
  }

  @Test
  void the_next_column_starts_empty() {
    try (VariantColumnBuilder rows = new VariantColumnBuilder(allocator)) {
      append(rows, "a", 1);
      rows.finish("v", true).close();
      append(rows, "b", 2);
      try (ParquetVariantVector column = rows.finish("w", false)) {
        assertThat(column.getField().isNullable()).isFalse();
        assertThat(column.getValueCount()).isEqualTo(1);
        assertThat(read(column, 0)).hasToString("{b=2}");
      }
    }
  }

  @Test
  void a_row_that_failed_leaves_the_others_unharmed() {
    try (VariantColumnBuilder rows = new VariantColumnBuilder(allocator)) {
      append(rows, "a", 1);
      rows.value().startArray();
      assertThatThrownBy(rows::endRow).isInstanceOf(IllegalStateException.class);
      rows.dropRow();
      append(rows, "a", 3);
      try (ParquetVariantVector column = rows.finish("v", true)) {
        assertThat(read(column, 1)).hasToString("{a=3}");
      }
    }
  }

  private static void append(VariantColumnBuilder rows, String name, int value) {
    rows.value().startObject();
    rows.value().field(name).appendInteger(value);
    rows.value().endObject();
    rows.endRow();
  }

  private static Variant read(ParquetVariantVector column, int row) {
    try (VariantReader reader = new VariantReader(column)) {
      return Variant.copyOf(reader.seek(row));
    }
  }
}
