// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pages of a list that do not begin with a row: repetition level 1 comes first.
 *
 * @see io.arrowparquet.parquet.internal.column.PageCursor
 */
class RepetitionLevelsTest {
  private static final String LIST =
      "optional group l (LIST) { repeated group list { required int32 element; } }";
  private static final int PRESENT = 2;

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void name_the_file() {
    file = directory.resolve("lists.parquet");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_column_chunk_that_begins_within_a_row_is_corrupt(boolean v2) throws IOException {
    try (HandMadeFile made = new HandMadeFile(file, LIST)) {
      start(made, 1, 2);
      page(made, v2, new int[] {1, 0}, 10, 1);
      end(made);
    }

    assertThatThrownBy(() -> read(ParquetReadOptions.defaults()))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("column l.list.element, row group 0, page at offset 4")
        .hasMessageContaining("first repetition level of the page: found 1, expected 0");
  }

  @Test
  void the_second_column_chunk_that_begins_within_a_row_is_corrupt() throws IOException {
    try (HandMadeFile made = new HandMadeFile(file, LIST)) {
      for (int first = 0; first < 2; first++) {
        start(made, 2 - first, 2);
        page(made, false, new int[] {first, 0}, 10, HandMadeFile.NO_INDEX);
        end(made);
      }
    }

    assertThatThrownBy(() -> read(ParquetReadOptions.defaults()))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("row group 1");
  }

  /** As old writers have it: a page ends when it is full, within a row or not. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_later_page_goes_on_with_the_row_of_the_page_before(boolean v2) throws IOException {
    try (HandMadeFile made = new HandMadeFile(file, LIST)) {
      start(made, 3, 7);
      page(made, v2, new int[] {0, 1, 0, 1}, 10, v2 ? 2 : HandMadeFile.NO_INDEX);
      page(made, v2, new int[] {1, 1}, 20, v2 ? 0 : HandMadeFile.NO_INDEX);
      page(made, v2, new int[] {0}, 30, v2 ? 1 : HandMadeFile.NO_INDEX);
      end(made);
    }

    for (int batchSize = 1; batchSize <= 3; batchSize++) {
      assertThat(read(ParquetReadOptions.defaults().withBatchSize(batchSize)))
          .containsEntry(
              "l.list.element",
              List.of("0/2=10", "1/2=11", "0/2=12", "1/2=13", "1/2=20", "1/2=21", "0/2=30"));
    }
  }

  /** What the page before holds of the row may not have been read. */
  @Test
  void a_later_page_that_begins_within_a_row_is_corrupt_where_the_index_says_a_row_begins()
      throws IOException {
    try (HandMadeFile made = new HandMadeFile(file, "required int32 id; " + LIST)) {
      made.startRowGroup(4);
      made.startColumn(4, CompressionCodecName.UNCOMPRESSED);
      made.page(new int[2], new int[2], new int[] {1, 2}, 2);
      made.page(new int[2], new int[2], new int[] {3, 4}, 2);
      made.endColumn();
      made.startColumn(5, CompressionCodecName.UNCOMPRESSED);
      page(made, false, new int[] {0, 0}, 10, 2);
      page(made, false, new int[] {1, 0, 0}, 20, 2);
      end(made);
    }
    ParquetReadOptions later =
        ParquetReadOptions.defaults().withFilter(Operand.column("id").isGreaterThan(2));

    assertThatThrownBy(() -> read(later))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("column l.list.element")
        .hasMessageContaining("first repetition level of the page: found 1, expected 0");
  }

  private static void start(HandMadeFile made, int rows, int values) throws IOException {
    made.startRowGroup(rows);
    made.startColumn(values, CompressionCodecName.UNCOMPRESSED);
  }

  private static void end(HandMadeFile made) throws IOException {
    made.endColumn();
    made.endRowGroup();
  }

  private static void page(HandMadeFile made, boolean v2, int[] repetition, int first, int rows)
      throws IOException {
    int[] definition = new int[repetition.length];
    int[] values = new int[repetition.length];
    for (int i = 0; i < values.length; i++) {
      definition[i] = PRESENT;
      values[i] = first + i;
    }
    if (v2) {
      made.pageV2(repetition, definition, values, rows);
    } else {
      made.page(repetition, definition, values, rows);
    }
  }

  private Map<String, List<String>> read(ParquetReadOptions options) throws IOException {
    return VectorEntries.read(file, options, allocator);
  }
}
