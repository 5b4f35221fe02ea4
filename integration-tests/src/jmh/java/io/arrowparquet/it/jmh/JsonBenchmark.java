// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.ParquetJavaVariants;
import io.arrowparquet.it.interop.SparkVariants;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * JSON texts in memory to Variants and back. With 200 000 rows, one millisecond is 5 ns a row. The
 * parsers of Spark and parquet-java take strings and leave objects on the heap; Jackson's tokenizer
 * takes the same text as UTF-8; ours goes from vector to vector.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
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
  private byte[] lines;
  private BufferAllocator allocator;
  private VarCharVector textColumn;
  private ParquetVariantVector variantColumn;

  /** Makes the texts, and proves that every parser and every writer keeps what they say. */
  @Setup(Level.Trial)
  public void makeTexts() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<Map<String, Object>> events = EventRows.rows(shape, rows, SEED);
    ParquetJavaVariants parquetJava = new ParquetJavaVariants();
    SparkVariants spark = new SparkVariants();
    variants = events.stream().map(parquetJava::encode).toList();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int row = 0; row < rows; row++) {
      String text = mapper.writeValueAsString(events.get(row));
      texts.add(text);
      utf8.add(text.getBytes(StandardCharsets.UTF_8));
      all.write(utf8.get(row));
      all.write('\n');
      JsonNode expected = mapper.readTree(text);
      requireSame(expected, mapper.readTree(spark.toJson(variants.get(row))));
      requireSame(expected, mapper.readTree(spark.toJson(spark.parseJson(text))));
      requireSame(expected, mapper.readTree(spark.toJson(parquetJava.parseJson(text))));
    }
    lines = all.toByteArray();
    makeColumns(mapper, spark);
  }

  private void makeColumns(ObjectMapper mapper, SparkVariants spark) throws IOException {
    allocator = new RootAllocator();
    textColumn = new VarCharVector("event", allocator);
    for (int row = 0; row < rows; row++) {
      textColumn.setSafe(row, utf8.get(row));
    }
    textColumn.setValueCount(rows);
    variantColumn = VariantColumns.unshredded(allocator, variants);
    try (ParquetVariantVector parsed = VariantFromJson.parse(textColumn, allocator);
        VarCharVector written = VariantToJson.write(variantColumn, allocator)) {
      for (int row = 0; row < rows; row++) {
        JsonNode expected = mapper.readTree(utf8.get(row));
        EncodedVariant variant = VariantColumns.encoded(parsed, row);
        requireSame(expected, mapper.readTree(spark.toJson(variant)));
        requireSame(expected, mapper.readTree(written.get(row)));
      }
    }
  }

  /** Frees the columns; fails if a benchmark kept memory. */
  @TearDown(Level.Trial)
  public void freeColumns() {
    variantColumn.close();
    textColumn.close();
    allocator.close();
  }

  /** Jackson's tokens alone, names and numbers not even looked at: the least a parser needs. */
  @Benchmark
  public long jacksonTokens() throws IOException {
    long tokens = 0;
    for (byte[] text : utf8) {
      try (JsonParser parser = JSON.createParser(text)) {
        tokens += tokens(parser);
      }
    }
    return tokens;
  }

  /** The same by one parser for all texts, which takes them for one that has many values. */
  @Benchmark
  public long jacksonTokensOfLines() throws IOException {
    try (JsonParser parser = JSON.createParser(lines)) {
      return tokens(parser);
    }
  }

  private static long tokens(JsonParser parser) throws IOException {
    long tokens = 0;
    while (parser.nextToken() != null) {
      tokens++;
    }
    return tokens;
  }

  /** JSON to Variants, a column to a column. */
  @Benchmark
  public int parse() {
    try (ParquetVariantVector parsed = VariantFromJson.parse(textColumn, allocator)) {
      return parsed.getValueCount();
    }
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

  /** Variants to JSON, a column to a column. */
  @Benchmark
  public int write() {
    try (VarCharVector written = VariantToJson.write(variantColumn, allocator)) {
      return written.getValueCount();
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
