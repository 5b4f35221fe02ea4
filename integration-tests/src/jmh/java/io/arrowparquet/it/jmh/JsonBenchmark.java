// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.ParquetJavaVariants;
import io.arrowparquet.it.interop.SparkVariants;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.variant.VariantJsonParser;
import org.apache.spark.types.variant.VariantBuilder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * JSON texts in memory to Variants and back. With 200 000 rows, one millisecond is 5 ns a row; the
 * parsers of Spark and parquet-java take strings, Jackson's tokenizer the same text as UTF-8.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xmx4g", "-XX:+UseParallelGC"})
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class JsonBenchmark {
  private static final long SEED = 42;
  private static final boolean NO_DUPLICATE_KEYS = false;
  private static final JsonFactory JSON = new JsonFactory();

  /** What the rows look like. */
  @Param({"HOMOGENEOUS", "HETEROGENEOUS"})
  EventRows.Shape shape;

  /** How many texts there are. */
  @Param("200000")
  int rows;

  private final List<String> texts = new ArrayList<>();
  private final List<byte[]> utf8 = new ArrayList<>();
  private List<EncodedVariant> variants;

  /** Makes the texts, and proves that every parser and every writer keeps what they say. */
  @Setup(Level.Trial)
  public void makeTexts() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<Map<String, Object>> events = EventRows.rows(shape, rows, SEED);
    ParquetJavaVariants parquetJava = new ParquetJavaVariants();
    SparkVariants spark = new SparkVariants();
    variants = events.stream().map(parquetJava::encode).toList();
    for (int row = 0; row < rows; row++) {
      String text = mapper.writeValueAsString(events.get(row));
      texts.add(text);
      utf8.add(text.getBytes(StandardCharsets.UTF_8));
      JsonNode expected = mapper.readTree(text);
      requireSame(expected, mapper.readTree(spark.toJson(variants.get(row))));
      requireSame(expected, mapper.readTree(spark.toJson(spark.parseJson(text))));
      requireSame(expected, mapper.readTree(spark.toJson(parquetJava.parseJson(text))));
    }
  }

  /** Jackson's tokens alone, names and numbers not even looked at: the least a parser needs. */
  @Benchmark
  public long jacksonTokens() throws IOException {
    long tokens = 0;
    for (byte[] text : utf8) {
      try (JsonParser parser = JSON.createParser(text)) {
        while (parser.nextToken() != null) {
          tokens++;
        }
      }
    }
    return tokens;
  }

  /** JSON to Variants by parquet-java. */
  @Benchmark
  public void parseParquetJava(Blackhole out) throws IOException {
    for (String text : texts) {
      out.consume(VariantJsonParser.parseJson(text));
    }
  }

  /** JSON to Variants by Spark. */
  @Benchmark
  public void parseSpark(Blackhole out) throws IOException {
    for (String text : texts) {
      out.consume(VariantBuilder.parseJson(text, NO_DUPLICATE_KEYS));
    }
  }

  /** Variants to JSON by Spark. */
  @Benchmark
  public void writeSpark(Blackhole out) {
    for (EncodedVariant variant : variants) {
      out.consume(SparkVariants.variant(variant).toJson(ZoneOffset.UTC));
    }
  }

  private static void requireSame(JsonNode expected, JsonNode actual) {
    if (!expected.equals(JsonBenchmark::compare, actual)) {
      throw new IllegalStateException(actual + " is not " + expected);
    }
  }

  /** Zero if both are the same number, however written, or the same other value. */
  private static int compare(JsonNode left, JsonNode right) {
    if (left.isNumber() && right.isNumber()) {
      return left.decimalValue().compareTo(right.decimalValue());
    }
    return left.equals(right) ? 0 : 1;
  }
}
