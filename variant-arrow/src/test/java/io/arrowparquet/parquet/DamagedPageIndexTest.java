// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.PageIndexDiagnostic;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.format.ColumnChunk;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Page indexes that cannot be read, or do not fit the file.
 *
 * @see io.arrowparquet.parquet.internal.prune.PageIndexes
 */
class DamagedPageIndexTest {
  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  /** Its column index lacks null_pages. */
  @Test
  void a_column_index_that_is_not_whole_is_passed_over() throws IOException {
    Path file = OtherWritersFiles.find("lite_DOUBLE_300_opt_GZIP_v1.parquet");
    Operand x = Operand.column("x");
    for (RowFilter predicate :
        List.of(x.isNull(), x.isNotNull(), x.isLessThan(0), x.isGreaterThan(1e300).not())) {
      ParquetReadOptions options = ParquetReadOptions.defaults().withFilter(predicate);
      assertThat(VectorEntries.read(file, options, allocator))
          .isEqualTo(VectorEntries.read(file, options.withSkipping(false), allocator));
      assertThat(diagnostics(file, options).get(0).toString())
          .startsWith("column x, row group 0: ")
          .contains("null_pages");
      assertRefusedWhenStrict(file, options);
    }
  }

  @ParameterizedTest
  @EnumSource(StatisticsLie.class)
  void damaged_page_indexes_are_named_and_refused_by_strict_readers(StatisticsLie lie)
      throws IOException {
    Path file = filterFile(1);
    String column =
        Stream.of("ts", "d", "s").filter(c -> told(lie, file, c)).findFirst().orElseThrow();
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withFilter(Operand.column(column).isNotNull());

    List<PageIndexDiagnostic> found = diagnostics(file, options);

    if (lie.isDamage()) {
      assertThat(found).hasSize(1);
      assertThat(found.get(0).column()).isEqualTo(column);
      assertThat(found.get(0).rowGroup()).isEqualTo(1);
      assertRefusedWhenStrict(file, options);
    } else {
      assertThat(found).isEmpty();
      assertThat(diagnostics(file, options.withStrict(true))).isEmpty();
    }
  }

  /** In the magic, in the footer, beyond the file, and where sums overflow. */
  @ParameterizedTest
  @CsvSource({
    "-9223372036854775808, 10",
    "-1, 10",
    "0, 10",
    "3, 10",
    "4, -1",
    "4, 2147483647",
    "5000000000, 10",
    "9223372036854775807, 2147483647"
  })
  void page_indexes_that_are_not_before_the_footer_are_passed_over(long offset, int length)
      throws IOException {
    Path file = filterFile(1);
    long footer = FooterReader.defaults().read(file).footerOffset();
    byte[] bytes = Files.readAllBytes(file);
    requirePassedOver(file, bytes, offset, length);
    requirePassedOver(file, bytes, footer - 10, 11);
  }

  private void requirePassedOver(Path file, byte[] bytes, long offset, int length)
      throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withFilter(Operand.column("ts").isNotNull());
    for (boolean isColumnIndex : new boolean[] {true, false}) {
      Files.write(file, bytes);
      RewrittenStatistics rewritten = new RewrittenStatistics(file);
      ColumnChunk chunk = rewritten.chunk(1, "ts");
      if (isColumnIndex) {
        chunk.setColumn_index_offset(offset).setColumn_index_length(length);
      } else {
        chunk.setOffset_index_offset(offset).setOffset_index_length(length);
      }
      rewritten.write();

      assertThat(diagnostics(file, options))
          .singleElement()
          .asString()
          .contains("place", length + " bytes at " + offset);
      assertRefusedWhenStrict(file, options);
    }
  }

  private static boolean told(StatisticsLie lie, Path file, String column) {
    try {
      return lie.tell(file, 1, column, 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertRefusedWhenStrict(Path file, ParquetReadOptions options) {
    assertThatThrownBy(() -> diagnostics(file, options.withStrict(true)))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageStartingWith(file + ": ");
  }

  private List<PageIndexDiagnostic> diagnostics(Path file, ParquetReadOptions options)
      throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      int batches = 0;
      while (reader.loadNextBatch()) {
        batches++;
      }
      assertThat(batches).isPositive();
      return reader.diagnostics();
    }
  }

  private Path filterFile(long seed) throws IOException {
    Path file = directory.resolve("filter.parquet");
    new FilterFile(seed).write(file, WriterVersion.PARQUET_1_0, false);
    return file;
  }
}
