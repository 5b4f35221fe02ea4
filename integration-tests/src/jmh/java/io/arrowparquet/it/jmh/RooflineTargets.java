// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ColumnOptions;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * Measures how near reading a column to vectors comes to what it cannot do without, on the same
 * pages: decompression, native where there is a library, and one copy of the vectors that come out.
 *
 * <pre>
 *   mvn -q -Pbench -Dquick -DskipTests verify -Dbench= -Dbench.main=io.arrowparquet.it.jmh.RooflineTargets
 * </pre>
 *
 * <p>DuckDB writes the files, in both versions of its pages, and our writer those of encodings that
 * it does not write. They are in memory, so that nobody's reading of files counts. One thread; the
 * least CPU time of several rounds, in which floor and reader take turns. A share above {@link
 * #MOST_SHARE} is marked; as a ratio of times it belongs to a quiet machine. Arguments are words
 * that lines must have.
 */
public final class RooflineTargets {
  private static final double MOST_SHARE = 1.25;

  private static final int ROWS = 1_000_000;

  /** Of CPU time: before the first line, while the JVM compiles what all share, and each other. */
  private static final long FIRST_WARM_UP_NANOS = 10_000_000_000L;

  private static final long WARM_UP_NANOS = 2_000_000_000;

  private static final int ROUNDS = 20;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** By name, what DuckDB makes of the number i of a row; the word before says the type class. */
  private static final Map<String, String> COLUMNS = columns();

  /** Encodings that DuckDB does not write, by the column they are written for. */
  private static final Map<String, ParquetEncoding> OURS =
      Map.of(
          "text_sorted", ParquetEncoding.DELTA_BYTE_ARRAY, "numbers_double", ParquetEncoding.ALP);

  private static final String V1 = "V1";
  private static final String V2 = "V2";

  private final BufferAllocator allocator;
  private final PrintWriter out;
  private long warmUpNanos = FIRST_WARM_UP_NANOS;

  private RooflineTargets(BufferAllocator allocator, PrintWriter out) {
    this.allocator = allocator;
    this.out = out;
  }

  private static Map<String, String> columns() {
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("numbers_long", "(hash(i) >> 1)::BIGINT");
    columns.put("numbers_int", "(hash(i) >> 33)::INTEGER");
    columns.put("numbers_double", "((hash(i) % 10000000) / 100.0)::DOUBLE");
    columns.put("numbers_null", "CASE WHEN hash(i) % 4 > 0 THEN (hash(i) >> 1)::BIGINT END");
    columns.put("delta_long", "i * 8 + (hash(i) % 8)::BIGINT");
    columns.put("dictionary_int", "(hash(i) % 2000)::INTEGER");
    columns.put("dictionary_text", "'word' || (hash(i) % 50)");
    columns.put(
        "text_random", "'comment ' || (hash(i) % 100000) || repeat(' of words', (i % 3)::INTEGER)");
    columns.put("text_sorted", "'customer/' || lpad((i // 2)::VARCHAR, 9, '0') || '/item'");
    columns.put("nested_list", "[(hash(i) >> 1)::BIGINT, i]");
    columns.put("nested_struct", "{'a': (hash(i) >> 1)::BIGINT, 'b': {'c': i::DOUBLE / 8}}");
    return columns;
  }

  /** Measures all lines, or those that have each of the arguments in them. */
  public static void main(String[] arguments) throws Exception {
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
    try (BufferAllocator allocator = new RootAllocator()) {
      new RooflineTargets(allocator, out).measure(List.of(arguments));
    }
  }

  private void measure(List<String> wanted) throws Exception {
    out.println("| codec | column | encoding | floor, ms | ours, ms | GB/s | share |");
    out.println("|---|---|---|---|---|---|---|");
    Path folder = Files.createTempDirectory("roofline");
    try {
      for (ParquetCodec codec :
          List.of(
              ParquetCodec.UNCOMPRESSED,
              ParquetCodec.SNAPPY,
              ParquetCodec.ZSTD,
              ParquetCodec.LZ4_RAW,
              ParquetCodec.GZIP)) {
        if (wanted.stream().noneMatch(word -> isOtherCodec(word, codec))) {
          measure(folder, codec, wanted);
        }
      }
    } finally {
      Files.delete(folder);
    }
  }

  private static boolean isOtherCodec(String word, ParquetCodec codec) {
    boolean isCodec = List.of(ParquetCodec.values()).toString().contains(word);
    return isCodec && !codec.name().equals(word);
  }

  private void measure(Path folder, ParquetCodec codec, List<String> wanted) throws Exception {
    Path file = folder.resolve("file.parquet");
    for (String version : List.of(V1, V2)) {
      writeByDuckDb(file, codec, version);
      for (String column : COLUMNS.keySet()) {
        report(file, codec, column, version, wanted);
        if (version.equals(V1) && OURS.containsKey(column)) {
          Path own = writeByUs(file, codec, column);
          report(own, codec, column, "", wanted);
          Files.delete(own);
        }
      }
      Files.delete(file);
    }
  }

  private static void writeByDuckDb(Path file, ParquetCodec codec, String version)
      throws SQLException {
    StringBuilder columns = new StringBuilder();
    COLUMNS.forEach((name, sql) -> columns.append(sql).append(" AS ").append(name).append(','));
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT %s FROM range(%d) rows(i)) TO '%s' (FORMAT parquet, CODEC '%s', PARQUET_VERSION %s)"
              .formatted(
                  columns.substring(0, columns.length() - 1),
                  ROWS,
                  file,
                  codec.name().toLowerCase(Locale.ROOT),
                  version));
    }
  }

  private Path writeByUs(Path file, ParquetCodec codec, String column) throws IOException {
    Path own = file.resolveSibling("own.parquet");
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withCodec(codec)
            .withDictionary(false)
            .withColumn(column, ColumnOptions.defaults().withEncoding(OURS.get(column)));
    ParquetReadOptions one = ParquetReadOptions.defaults().withColumns(List.of(column));
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, one, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                own, reader.getVectorSchemaRoot().getSchema(), options, allocator)) {
      while (reader.loadNextBatch()) {
        writer.write(reader.getVectorSchemaRoot());
      }
      writer.finish();
    }
    return own;
  }

  private void report(
      Path file, ParquetCodec codec, String column, String version, List<String> wanted)
      throws Exception {
    try (RooflinePages pages = RooflinePages.of(file, codec, column, allocator)) {
      // A version's pages of an encoding that the other has too are the same.
      boolean isRepeated = version.equals(V2) && !pages.encodings().matches(".*(DELTA|SPLIT).*");
      String line = "| " + codec + " | " + column + " | " + pages.encodings() + " |";
      if (isRepeated || !wanted.stream().allMatch(line::contains)) {
        return;
      }
      measure(line, pages);
    }
  }

  private void measure(String line, RooflinePages pages) throws IOException {
    long bytes = pages.vectorBytes();
    double floor = Double.MAX_VALUE;
    double ours = Double.MAX_VALUE;
    long warm = THREADS.getCurrentThreadCpuTime() + warmUpNanos;
    warmUpNanos = WARM_UP_NANOS;
    for (int round = 0; round < ROUNDS; round += THREADS.getCurrentThreadCpuTime() < warm ? 0 : 1) {
      long start = THREADS.getCurrentThreadCpuTime();
      pages.floor();
      long middle = THREADS.getCurrentThreadCpuTime();
      if (read(pages) != ROWS) {
        throw new IllegalStateException(line + " has other rows");
      }
      long end = THREADS.getCurrentThreadCpuTime();
      floor = Math.min(floor, (middle - start) / 1e6);
      ours = Math.min(ours, (end - middle) / 1e6);
    }
    out.printf(
        Locale.ROOT,
        "%s %.2f | %.2f | %.1f | %.2f%s |%n",
        line,
        floor,
        ours,
        bytes / ours / 1e6,
        ours / floor,
        ours / floor > MOST_SHARE ? " MISSED" : "");
  }

  private long read(RooflinePages pages) throws IOException {
    long rows = 0;
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(
            ByteSources.memory("roofline", pages.file()), pages.options(), allocator)) {
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
    }
    return rows;
  }
}
