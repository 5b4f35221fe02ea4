// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.arrowparquet.variant.json.InvalidJsonException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON to Variant and Variant to JSON, beside the other engines that do it. */
class JsonPeersTest {
  private static final int DIGITS_OF_DOUBLE = 18;
  private static final ObjectMapper EXACT =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private final ArrowParquetJson ours = new ArrowParquetJson();
  private final ParquetJavaVariants parquetJava = new ParquetJavaVariants();
  private final SparkVariants spark = new SparkVariants();

  @AfterEach
  @AfterProperty
  void close() {
    ours.close();
  }

  @Provide
  Arbitrary<String> documents() {
    return JsonDocuments.documents();
  }

  @Provide
  Arbitrary<String> numbers() {
    return JsonDocuments.numbers();
  }

  static List<VariantPeer.FromJson> parsers() {
    return List.of(new ParquetJavaVariants(), new SparkVariants());
  }

  private EncodedVariant parse(String json) {
    return ours.parse(json.getBytes(StandardCharsets.UTF_8));
  }

  /** Values and types are the same; parquet-java and Spark have the same rules for numbers. */
  @Property(tries = 400)
  void documents_become_what_other_engines_make_of_them(@ForAll("documents") String json) {
    Object expected = parquetJava.decode(parse(json));
    for (VariantPeer.FromJson peer : parsers()) {
      Object theirs = parquetJava.decode(peer.parseJson(json));
      assertThat(theirs).as("%s: %s", peer, json).isEqualTo(expected);
    }
  }

  @Property(tries = 500)
  void numbers_become_what_other_engines_make_of_them(@ForAll("numbers") String json) {
    documents_become_what_other_engines_make_of_them(json);
  }

  @Property(tries = 400)
  void what_is_written_says_what_spark_says(@ForAll("documents") String json) throws IOException {
    EncodedVariant variant = parse(json);
    JsonNode theirs = EXACT.readTree(spark.toJson(variant));
    JsonNode written = EXACT.readTree(ours.write(variant));
    assertThat(written.equals(JsonPeersTest::compare, theirs)).as(json).isTrue();
  }

  @Property(tries = 400)
  void what_is_written_is_read_as_the_same(@ForAll("documents") String json) {
    String written = ours.write(parse(json));
    EncodedVariant second = parse(written);
    String again = ours.write(second);
    // A double may be minus zero, the decimal of the same text may not.
    assertThat(again).isEqualTo(written.contains("-0.0") ? again : written);
    // A double may be written without exponent, and is a decimal then: not a second time.
    assertThat(parse(again)).isEqualTo(second);
  }

  /**
   * Zero if equal. Java before 19, and so Spark, does not always write a double the shortest way.
   */
  private static int compare(JsonNode left, JsonNode right) {
    if (left.isNumber() && right.isNumber()) {
      BigDecimal a = left.decimalValue();
      BigDecimal b = right.decimalValue();
      boolean doubles = Math.max(a.precision(), b.precision()) <= DIGITS_OF_DOUBLE;
      return doubles ? Double.compare(a.doubleValue(), b.doubleValue()) : a.compareTo(b);
    }
    return left.equals(right) ? 0 : 1;
  }

  @Test
  void double_that_java_17_writes_with_18_digits_is_the_same_number() throws IOException {
    what_is_written_says_what_spark_says("[1000000000000.01E5,2.0E-3]");
  }

  @Test
  void a_key_twice_is_an_error_and_for_parquet_java_the_last_wins() {
    String json = "{\"a\":1,\"b\":2,\"a\":3}";
    assertThatThrownBy(() -> parse(json)).isInstanceOf(InvalidJsonException.class);
    // Spark's exception does not even load outside of Spark.
    assertThatThrownBy(() -> spark.parseJson(json)).isInstanceOf(Throwable.class);
    assertThat(parquetJava.decode(parquetJava.parseJson(json)))
        .isEqualTo(Map.of("a", (byte) 3, "b", (byte) 2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "[1",
        "{\"a\"}",
        "tru",
        "01",
        "+1",
        "1.",
        ".5",
        "1e",
        "--1",
        "'a'",
        "NaN",
        "[1,]",
        "{\"a\":1,}",
        "\"\t\"",
        "\"\\x\"",
        "\"\\u12\"",
        "/**/1",
        "[1 2]"
      })
  void what_is_no_json_is_refused_everywhere(String json) {
    assertThatThrownBy(() -> parse(json)).isInstanceOf(InvalidJsonException.class);
    for (VariantPeer.FromJson peer : parsers()) {
      assertThatThrownBy(() -> peer.parseJson(json)).as(peer.name()).isInstanceOf(Exception.class);
    }
  }

  @Test
  void text_after_the_value_is_refused_by_us() {
    assertThatThrownBy(() -> parse("1 2")).isInstanceOf(InvalidJsonException.class);
    assertThatThrownBy(() -> parse("{} []")).isInstanceOf(InvalidJsonException.class);
  }

  @Test
  void half_a_surrogate_pair_is_refused_by_us_for_no_utf8_says_it() {
    assertThatThrownBy(() -> parse("\"\\ud800\"")).isInstanceOf(InvalidJsonException.class);
    assertThatThrownBy(() -> parse("{\"\\ude00x\":1}")).isInstanceOf(InvalidJsonException.class);
  }
}
