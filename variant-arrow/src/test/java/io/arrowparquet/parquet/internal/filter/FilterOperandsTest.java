// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.JsonFile;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.options.DynamicFilter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths of one Variant column that several comparisons name. */
class FilterOperandsTest {
  private static final int ROWS = 100;
  private static final int FILTER_CHUNKS = 3; // id, metadata and value

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = directory.resolve("variants.parquet");
    List<String> rows =
        IntStream.range(0, ROWS)
            .mapToObj(row -> "{\"a\":" + row + ",\"b\":" + row % 10 + "}")
            .toList();
    JsonFile.write(file, rows, null, allocator);
  }

  private static VariantProjection path(String path, String name, String type) {
    return VariantProjection.of(
        "v", VariantPath.parse(path), name, ArrowTypeText.parse(name, type).getType());
  }

  private ReadStatistics read(ParquetReadOptions options) throws IOException {
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, options.withColumns(List.of("id")), allocator)) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getRowCount()).isPositive();
      }
      return reader.statistics();
    }
  }

  @Test
  void comparisons_of_one_path_and_type_have_one_operand_whatever_it_is_called() {
    RowFilter range =
        path("$.a", "x", "bigint")
            .isGreaterThan(1L)
            .and(path("$['a']", "y", "bigint").isLessThan(5L))
            .or(path("$.a", "z", "double").isNaN())
            .or(path("$.b", "x", "bigint").isNull());

    assertThat(FilterOperands.of(range))
        .containsExactly(
            path("$.a", "x", "bigint"), path("$.a", "z", "double"), path("$.b", "x", "bigint"));
  }

  @Test
  void conditions_of_the_caller_see_the_names_they_gave() throws IOException {
    VariantProjection named = path("$.a", "named", "bigint");
    RowFilter custom =
        RowFilter.custom(
            List.of(named),
            (columns, matches) -> {
              BigIntVector a = (BigIntVector) columns.getVector("named");
              for (int row = 0; row < columns.getRowCount(); row++) {
                matches.set(row, a.get(row) >= 40);
              }
            },
            bounds -> true);
    RowFilter filter = path("$.a", "x", "bigint").isLessThan(50L).and(custom);

    assertThat(FilterOperands.of(filter)).containsExactly(named);
    assertThat(read(ParquetReadOptions.defaults().withFilter(filter)).rowsReturned()).isEqualTo(10);
  }

  @Test
  void dynamic_filter_may_call_its_paths_otherwise() throws IOException {
    Operand known = path("$.a", "x", "bigint");
    RowFilter answer = path("$.a", "y", "bigint").isLessThan(7L);
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withFilter(path("$.a", "z", "bigint").isAtLeast(2L))
            .withDynamicFilter(new DynamicFilter(List.of(known), () -> answer));

    assertThat(NarrowedFilter.operands(options)).hasSize(1);
    assertThat(read(options).rowsReturned()).isEqualTo(5);
  }

  @Test
  void unshredded_column_is_decoded_once_for_the_filter_and_for_paths_asked_for()
      throws IOException {
    RowFilter filter = path("$.a", "x", "bigint").isLessThan(50L);
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withVariantPaths(List.of(path("$.b", "b", "bigint"), path("$.a", "a", "double")))
            .withFilter(filter);

    ReadStatistics found = read(options);
    assertThat(found.rowsReturned()).isEqualTo(50);
    assertThat(found.columnChunksRead()).isEqualTo(FILTER_CHUNKS);
  }
}
