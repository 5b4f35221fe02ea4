// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plain columns that we have written, in the hands of others: DuckDB makes a file of every type it
 * has, we read it and write it again, and each engine has to find the same rows in both.
 */
class PlainFilesTest {
  private static final List<RowReader> ENGINES =
      List.of(new DuckDbRows(), new ParquetJavaRows(), new ArrowDatasetRows());

  /** A column of each type, a seventh of the rows null. */
  private static final String ROWS =
      """
      SELECT i AS id, CASE WHEN i % 7 <> 3 THEN COLUMNS(* EXCLUDE i) END FROM (SELECT i,
        i % 2 = 0 AS c_boolean,
        (i % 256 - 128)::TINYINT AS c_tinyint,
        (i * 13 % 60000 - 30000)::SMALLINT AS c_smallint,
        (i * 7919 - 1000000)::INTEGER AS c_int,
        (i * 1000000007 - 9000000000)::BIGINT AS c_bigint,
        (i % 256)::UTINYINT AS c_utinyint,
        (i * 13 % 65536)::USMALLINT AS c_usmallint,
        (4294967295 - i)::UINTEGER AS c_uinteger,
        (18446744073709551615 - i)::UBIGINT AS c_ubigint,
        (i / 7)::FLOAT AS c_float,
        (i / 3)::DOUBLE AS c_double,
        (i % 1000 / 10)::DECIMAL(4, 1) AS c_decimal4,
        (i / 100 - 5)::DECIMAL(9, 2) AS c_decimal9,
        (i * 1000003 / 1000)::DECIMAL(18, 3) AS c_decimal18,
        (0 - i::HUGEINT * 1000000007 * 1000000007)::DECIMAL(38, 10) AS c_decimal38,
        'text é ' || (i % 50) AS c_varchar,
        encode('bytes ' || i) AS c_blob,
        (DATE '1950-01-01' + (i * 37 % 50000)::INTEGER) AS c_date,
        (TIME '00:00:00' + to_microseconds(i * 7654321)) AS c_time,
        (TIMESTAMP '1960-02-03 04:05:06.789012' + to_microseconds(i * 7654321987)) AS c_timestamp,
        (TIMESTAMP '1990-02-03 04:05:06.789' + to_milliseconds(i * 7654321))::TIMESTAMP_MS AS c_ms,
        (TIMESTAMP '1990-02-03 04:05:06.789' + to_milliseconds(i * 7654321))::TIMESTAMP_NS AS c_ns,
        (TIMESTAMPTZ '1990-02-03 04:05:06.789Z' + to_milliseconds(i * 7654321)) AS c_timestamptz,
        md5(i::VARCHAR)::UUID AS c_uuid,
        CASE WHEN i % 5 = 0 THEN [] ELSE [i, NULL, i + 1] END AS c_list,
        [[i::VARCHAR, NULL], NULL, []] AS c_nested_list,
        {'a': i, 'b': {'c': 'x' || i, 'd': [i / 2]}} AS c_struct,
        MAP {'key' || i: i, 'other': NULL} AS c_map,
        [{'m': MAP {i: [i]}, 'n': i}, NULL] AS c_deep
      FROM range(3000) r(i)) t
      """;

  @TempDir private Path folder;

  static List<ParquetWriteOptions> options() {
    return List.of(
        ParquetWriteOptions.defaults(),
        ParquetWriteOptions.defaults()
            .withCodec(ParquetCodec.ZSTD)
            .withDataPageV2(true)
            .withRowGroupRows(1_000)
            .withPageRows(100)
            .withFooter(FooterLayout.SPEC),
        ParquetWriteOptions.defaults()
            .withCodec(ParquetCodec.GZIP)
            .withDictionary(false)
            .withBloomFilter("id")
            .withBloomFilter("c_varchar"),
        ParquetWriteOptions.defaults().withCodec(ParquetCodec.LZ4_RAW).withArrowSchema(false));
  }

  @ParameterizedTest
  @MethodSource("options")
  void every_engine_finds_the_rows_that_it_found_before(ParquetWriteOptions options)
      throws Exception {
    Path original = folder.resolve("original.parquet");
    duckDb(ROWS, original);
    Path written = folder.resolve("written.parquet");
    write(original, written, options);
    for (RowReader engine : ENGINES) {
      List<String> expected = engine.rows(original);
      List<String> found = engine.rows(written);
      // The first line of Arrow's rows is the schema, which names field ids and origins.
      int first = engine instanceof ArrowDatasetRows ? 1 : 0;
      assertThat(found.subList(first, found.size()))
          .as(engine.toString())
          .isEqualTo(expected.subList(first, expected.size()));
    }
  }

  @Test
  void duckdb_skips_row_groups_and_pages_by_what_we_have_written_of_them() throws Exception {
    Path original = folder.resolve("original.parquet");
    duckDb("SELECT i AS id, i % 100 AS n FROM range(10000) r(i)", original);
    Path written = folder.resolve("written.parquet");
    write(
        original,
        written,
        ParquetWriteOptions.defaults()
            .withRowGroupRows(1_000)
            .withPageRows(100)
            .withBloomFilter("n"));
    Path found = folder.resolve("found.parquet");
    String source = "FROM read_parquet('" + written + "')";
    duckDb("SELECT id " + source + " WHERE id BETWEEN 4990 AND 5009 AND n = 5", found);
    assertThat(new ParquetJavaRows().rows(found)).containsExactly("id: 5005\n");
  }

  static void duckDb(String query, Path file) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
      statement.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet)");
    }
  }

  /** Reads a file and writes it as options say. */
  static void write(Path from, Path to, ParquetWriteOptions options) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(from, ParquetReadOptions.defaults(), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                to, reader.getVectorSchemaRoot().getSchema(), options, allocator)) {
      while (reader.loadNextBatch()) {
        writer.write(reader.getVectorSchemaRoot());
      }
      writer.finish();
    }
  }
}
