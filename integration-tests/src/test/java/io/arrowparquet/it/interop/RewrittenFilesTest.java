// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetRewriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files made of column chunks by DuckDB and by us, in the hands of others.
 *
 * @see ParquetRewriter
 */
class RewrittenFilesTest {
  private static final List<RowReader> ENGINES =
      List.of(new DuckDbRows(), new ParquetJavaRows(), new ArrowDatasetRows());

  private static final String ROWS =
      """
      SELECT i AS id, 'name ' || (i %% 100) AS name, i / 3 AS third,
        CASE WHEN i %% 7 <> 3 THEN {'a': i, 'b': {'c': 'x' || i}} END AS s,
        [i, NULL, i + 1] AS l, DATE '1950-01-01' + i::INTEGER AS day
      FROM range(%d, %d) r(i)
      """;

  @TempDir private Path folder;

  static Stream<ParquetCodec> codecs() {
    return Stream.of(null, ParquetCodec.ZSTD, ParquetCodec.GZIP, ParquetCodec.LZ4_RAW);
  }

  private List<Path> files() throws Exception {
    Path first = folder.resolve("first.parquet");
    PlainFilesTest.duckDb(ROWS.formatted(0, 5000), first);
    Path second = folder.resolve("second.parquet");
    PlainFilesTest.duckDb(ROWS.formatted(5000, 8000), second);
    Path ours = folder.resolve("ours.parquet");
    PlainFilesTest.write(
        second,
        ours,
        ParquetWriteOptions.defaults()
            .withDataPageV2(true)
            .withPageRows(100)
            .withBloomFilter("id"));
    return List.of(first, second, ours);
  }

  private Path rewrite(ParquetRewriter rewriter, List<Path> files) throws Exception {
    Path merged = folder.resolve("merged.parquet");
    try (BufferAllocator allocator = new RootAllocator()) {
      rewriter.rewrite(files, merged, allocator);
    }
    return merged;
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void every_engine_finds_the_rows_of_all_files(ParquetCodec codec) throws Exception {
    List<Path> files = files();
    Path merged = rewrite(ParquetRewriter.defaults().withCodec(codec), files);
    for (RowReader engine : ENGINES) {
      // The first line of Arrow's rows is the schema, which names field ids and origins.
      int first = engine instanceof ArrowDatasetRows ? 1 : 0;
      List<String> expected = new ArrayList<>();
      for (Path file : files) {
        List<String> rows = engine.rows(file);
        expected.addAll(rows.subList(first, rows.size()));
      }
      List<String> found = engine.rows(merged);
      assertThat(found.subList(first, found.size())).as(engine.toString()).isEqualTo(expected);
    }
  }

  @Test
  void duckdb_finds_renamed_columns_and_skips_by_what_is_said_of_them() throws Exception {
    Path merged =
        rewrite(
            ParquetRewriter.defaults()
                .withoutColumn("s.a")
                .withName("s.b.c", "deep")
                .withName("id", "key")
                .withoutColumn("l"),
            files());
    Path found = folder.resolve("found.parquet");
    PlainFilesTest.duckDb(
        "SELECT key, s.b.deep AS deep FROM read_parquet('" + merged + "') WHERE key = 4990", found);
    assertThat(new ParquetJavaRows().rows(found)).containsExactly("key: 4990\ndeep: x4990\n");
  }
}
