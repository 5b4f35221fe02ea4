// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.casts.CastDifferences;
import io.arrowparquet.it.casts.CastResult;
import io.arrowparquet.it.casts.CastSamples;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Casts of DuckDB's {@code TRY_CAST} and ours, value by value. */
class DuckDbCastsTest {
  private static final int ROWS = 400;

  /** DuckDB's names of types. */
  private static final Map<String, String> TYPES = new LinkedHashMap<>();

  static {
    TYPES.put("boolean", "BOOLEAN");
    TYPES.put("tinyint", "TINYINT");
    TYPES.put("int", "INTEGER");
    TYPES.put("bigint", "BIGINT");
    TYPES.put("float", "FLOAT");
    TYPES.put("double", "DOUBLE");
    TYPES.put("decimal(9, 2)", "DECIMAL(9, 2)");
    TYPES.put("decimal(38, 10)", "DECIMAL(38, 10)");
    TYPES.put("date", "DATE");
    TYPES.put("timestamp_ntz", "TIMESTAMP");
    TYPES.put("timestamp", "TIMESTAMPTZ");
    TYPES.put("time", "TIME");
    TYPES.put("uuid", "UUID");
    TYPES.put("string", "VARCHAR");
  }

  /** Those of single casts, too. */
  private static final Map<String, String> ALL_TYPES = new LinkedHashMap<>(TYPES);

  static {
    ALL_TYPES.put("uint8", "UTINYINT");
    ALL_TYPES.put("uint16", "USMALLINT");
    ALL_TYPES.put("uint32", "UINTEGER");
    ALL_TYPES.put("uint64", "UBIGINT");
    ALL_TYPES.put("timestamp_ntz(s)", "TIMESTAMP_S");
    ALL_TYPES.put("timestamp_ntz(ms)", "TIMESTAMP_MS");
    ALL_TYPES.put("timestamp_ntz(ns)", "TIMESTAMP_NS");
  }

  private static CastDifferences differences() {
    return new CastDifferences()
        .add(
            "halves of floats and doubles are rounded to the even integer",
            r -> r.isFromFloating() && r.isToInteger() && isHalf(r.number()))
        .add(
            "decimals do not always become the nearest float or double",
            r -> r.source().startsWith("decimal") && r.isTo("float", "double"))
        .add(
            "floats and doubles are multiplied to become decimals",
            r -> r.isFromFloating() && r.target().startsWith("decimal"))
        .add(
            "other notation of floats and doubles as text",
            r ->
                r.isFromFloating()
                    && r.isTo("string")
                    && Double.parseDouble(java(r.ours())) == Double.parseDouble(java(r.theirs())))
        .add("inf and nan as text", r -> r.isFromFloating() && r.isTo("string") && !isFinite(r))
        .add("instants end in +00 as text", r -> r.isFrom("timestamp") && r.isTo("string"))
        .add("an instant has no time", r -> r.isFrom("timestamp") && r.isTo("time"))
        .add(
            "no spaces around the text of a boolean or timestamp",
            r -> r.isFromText() && r.theirs() == null && !r.text().equals(r.trimmed()))
        .add(
            "text of a number may be hexadecimal or have underscores",
            r -> r.isFromText() && r.isToNumber() && r.trimmed().matches("0x.*|.*[0-9]_[0-9].*"))
        .add(
            "text of a float or double that is too large is infinite",
            r -> r.isFromText() && r.isTo("float", "double") && "inf".equals(r.theirs()))
        .add(
            "text of a date or timestamp may be infinite",
            r -> r.isFromText() && r.theirs() != null && r.theirs().endsWith("infinity"))
        .add(
            "text of a date has other separators, or anything after it",
            r ->
                r.isFromText()
                    && r.isTo("date", "timestamp", "timestamp_ntz")
                    && r.ours() == null
                    && r.trimmed().matches("[0-9]+[-/].*"))
        .add(
            "a time is found in the text of a date or timestamp, and may be 24:00:00",
            r -> r.isFromText() && r.isTo("time") && r.ours() == null);
  }

  private static boolean isHalf(BigDecimal number) {
    return number.abs().remainder(BigDecimal.ONE).compareTo(new BigDecimal("0.5")) == 0;
  }

  private static boolean isFinite(CastResult result) {
    return result.number() != null;
  }

  /** DuckDB writes inf, -inf and nan. */
  private static String java(String number) {
    return number.replaceAll("inf$", "Infinity").replaceAll("nan$", "NaN");
  }

  @Test
  void differ_only_as_documented() throws Exception {
    CastDifferences differences = differences();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        BufferAllocator allocator = new RootAllocator()) {
      statement.execute("SET TimeZone = 'UTC'");
      for (String source : TYPES.keySet()) {
        List<String> samples = new ArrayList<>(CastSamples.texts(source, 11, ROWS));
        // DuckDB casts what follows in the zone of this one.
        samples.removeIf(sample -> sample.contains("Europe/Paris"));
        try (ParquetVariantVector variants = variants(samples, source, allocator)) {
          for (String target : TYPES.keySet()) {
            List<String> theirs = byDuckDb(statement, samples, source, target);
            List<String> ours = byUs(variants, target, allocator);
            for (int row = 0; row < samples.size(); row++) {
              differences.take(
                  new CastResult(source, target, samples.get(row), ours.get(row), theirs.get(row)));
            }
          }
        }
      }
    }
    assertThat(differences.unknown()).isEmpty();
    assertThat(differences.notMet()).isEmpty();
  }

  /** What random samples do not show: the text, as which type it is cast to which, and results. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "-0.4, double, uint8, 0, null",
        "-0.49999, float, uint64, 0, null",
        "-0.4, string, uint32, 0, null",
        "-0.0, string, uint16, 0, null",
        "-0.0, double, uint16, 0, 0",
        "-0.4, 'decimal(9, 2)', uint8, 0, 0",
        "-0.5, double, uint8, null, null",
        "2024-01-31 12:34:56.499999, timestamp_ntz, timestamp_ntz(s), 2024-01-31 12:34:56, 2024-01-31 12:34:56",
        "2024-01-31 12:34:56.5, timestamp_ntz, timestamp_ntz(s), 2024-01-31 12:34:56, 2024-01-31 12:34:57",
        "1969-12-31 23:59:58.5, timestamp_ntz, timestamp_ntz(s), 1969-12-31 23:59:58, 1969-12-31 23:59:58",
        "1969-12-31 23:59:58.6, string, timestamp_ntz(s), 1969-12-31 23:59:58, 1969-12-31 23:59:59",
        "2024-01-31 12:34:56.1235, timestamp_ntz, timestamp_ntz(ms), 2024-01-31 12:34:56.123, 2024-01-31 12:34:56.124",
        "1969-12-31 23:59:59.9999995, timestamp_ntz(ns), timestamp_ntz, 1969-12-31 23:59:59.999999, 1970-01-01 00:00:00",
        "1969-12-31 23:59:59.9999995, timestamp_ntz(ns), date, 1969-12-31, 1970-01-01",
        "1960-01-01 00:00:00.000000001, timestamp_ntz(ns), time, 00:00:00, 00:00:00.000001",
        "1970-01-01 00:00:00.123456789, timestamp_ntz(ns), timestamp_ntz(ms), 1970-01-01 00:00:00.123, null",
        "1970-01-01 00:00:00.123456789, timestamp_ntz(ns), timestamp_ntz(s), 1970-01-01 00:00:00, null",
        "{00112233-4455-6677-8899-aabbccddeeff}, string, uuid, null, 00112233-4455-6677-8899-aabbccddeeff",
        "0011-2233-4455-6677-8899-aabb-ccdd-eeff, string, uuid, null, 00112233-4455-6677-8899-aabbccddeeff",
        "' 00112233-4455-6677-8899-aabbccddeeff ', string, uuid, 00112233-4455-6677-8899-aabbccddeeff, null",
        "2024-01-31 12:34:56 +02:00, string, timestamp_ntz, 2024-01-31 12:34:56, null",
        "2024-01-31 12:34:56 Z, string, timestamp_ntz, 2024-01-31 12:34:56, null",
        "2024-01-31 12:34:56 UTC, string, timestamp_ntz, 2024-01-31 12:34:56, 2024-01-31 12:34:56",
        "1e-32768, string, int, 0, 0",
        "1e-32769, string, int, 0, null",
        "1e-32769, string, 'decimal(9, 2)', 0.00, null",
        "0.5e-400, string, 'decimal(9, 2)', 0.00, 0.01",
        "1e-400, string, 'decimal(9, 2)', 0.00, 0.00",
      })
  void single_casts_differ_as_documented(
      String text, String source, String target, String ours, String theirs) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector variants = variants(List.of(text), source, allocator)) {
      assertThat(byUs(variants, target, allocator)).containsExactly(ours);
      assertThat(byDuckDb(statement, List.of(text), source, target)).containsExactly(theirs);
    }
  }

  private static List<String> byDuckDb(
      Statement statement, List<String> samples, String source, String target) throws SQLException {
    String rows =
        samples.stream().map(sample -> "('" + sample + "')").collect(Collectors.joining(", "));
    String value = "CAST(v AS " + ALL_TYPES.get(source) + ")";
    String query =
        "SELECT CAST(TRY_CAST("
            + value
            + " AS "
            + ALL_TYPES.get(target)
            + ") AS VARCHAR) FROM (VALUES ";
    List<String> results = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(query + rows + ") AS samples(v)")) {
      while (result.next()) {
        results.add(result.getString(1));
      }
    }
    return results;
  }

  private static ParquetVariantVector variants(
      List<String> samples, String type, BufferAllocator allocator) {
    try (VarCharVector vector = new VarCharVector("v", allocator)) {
      for (int row = 0; row < samples.size(); row++) {
        vector.setSafe(row, samples.get(row).getBytes(StandardCharsets.UTF_8));
      }
      vector.setValueCount(samples.size());
      try (ParquetVariantVector texts = VariantCast.cast(vector, allocator);
          FieldVector typed = cast(texts, type, allocator)) {
        return VariantCast.cast(typed, allocator);
      }
    }
  }

  private static FieldVector cast(
      ParquetVariantVector variants, String type, BufferAllocator allocator) {
    return new VariantDecode(ArrowTypeText.parse("v", type), ConversionMode.TRY_CAST)
        .decode(variants, allocator);
  }

  private static List<String> byUs(
      ParquetVariantVector variants, String type, BufferAllocator allocator) {
    List<String> results = new ArrayList<>();
    try (FieldVector result = cast(variants, type, allocator);
        ParquetVariantVector again = VariantCast.cast(result, allocator);
        FieldVector texts = cast(again, "string", allocator)) {
      for (int row = 0; row < texts.getValueCount(); row++) {
        results.add(texts.isNull(row) ? null : texts.getObject(row).toString());
      }
    }
    return results;
  }
}
