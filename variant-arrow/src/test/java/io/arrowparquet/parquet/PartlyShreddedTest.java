// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Filters on shredded fields of objects that have others in {@code value}.
 *
 * @see io.arrowparquet.parquet.internal.prune.OperandStatistics
 */
class PartlyShreddedTest {
  private static final int ROWS = 4 * JsonFile.ROW_GROUP;

  @TempDir private Path directory;
  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  private static Operand path(String path) {
    return VariantProjection.of(
        "v", VariantPath.parse(path), "x", ArrowTypeText.parse("x", "bigint").getType());
  }

  /** The ids of the rows, the same without skipping; of one row group not all pages are read. */
  private List<Long> read(Path file, RowFilter filter, int rowGroups) throws IOException {
    List<Long> all = new ArrayList<>();
    List<Long> found = new ArrayList<>();
    read(file, filter, false, all);
    ReadStatistics statistics = read(file, filter, true, found);
    assertThat(found).isEqualTo(all);
    assertThat(statistics.rowGroupsRead()).isEqualTo(rowGroups);
    if (rowGroups == 1) {
      assertThat(statistics.pagesSkipped()).isPositive();
    }
    return found;
  }

  private ReadStatistics read(Path file, RowFilter filter, boolean skipping, List<Long> ids)
      throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("id"))
            .withFilter(filter)
            .withSkipping(skipping);
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        BigIntVector id = (BigIntVector) reader.getVectorSchemaRoot().getVector("id");
        for (int row = 0; row < id.getValueCount(); row++) {
          ids.add(id.get(row));
        }
      }
      return reader.statistics();
    }
  }

  @Test
  void fields_in_value_do_not_hinder_skipping_by_those_that_have_columns() throws IOException {
    Path file = directory.resolve("partly.parquet");
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      rows.add(
          switch (row % 5) {
            case 0 -> "\"no object\"";
            case 1 -> "{\"other\":" + row + "}";
            default ->
                String.format("{\"id\":%d,\"o\":{\"n\":%d,\"m\":1},\"other\":%d}", row, -row, row);
          });
    }
    JsonFile.write(file, rows, "struct<id: bigint, o: struct<n: bigint>>", allocator);

    assertThat(read(file, path("$.id").isGreaterThan((long) ROWS), 0)).isEmpty();
    assertThat(read(file, path("$.id").isEqualTo(1002L), 1)).containsExactly(1002L);
    assertThat(read(file, path("$.o.n").isLessThan(-(ROWS - 2L)), 1)).containsExactly(ROWS - 1L);
    assertThat(read(file, path("$.id").isNull(), 4)).hasSize(ROWS / 5 * 2);
    // Of a field without a column nothing is known.
    assertThat(read(file, path("$.other").isEqualTo(1002L), 4)).containsExactly(1002L);
  }

  @Test
  void values_of_another_type_are_read() throws IOException {
    Path file = directory.resolve("types.parquet");
    List<String> rows =
        IntStream.range(0, ROWS)
            .mapToObj(row -> "{\"id\":" + (row == 1000 ? "7e0" : String.valueOf(row)) + ",\"b\":1}")
            .toList();
    JsonFile.write(file, rows, "struct<id: bigint>", allocator);

    assertThat(read(file, path("$.id").isEqualTo(7L), 2)).containsExactly(7L, 1000L);
  }
}
