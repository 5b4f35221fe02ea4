// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.casts.CastDifferences;
import io.arrowparquet.it.casts.CastResult;
import io.arrowparquet.it.casts.CastSamples;
import io.arrowparquet.variant.kernels.ConversionMode;
import io.arrowparquet.variant.kernels.cast.VariantCast;
import io.arrowparquet.variant.kernels.decode.VariantDecode;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.VariantVector;
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
            "text of a date has other separators, or anything behind it",
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
        try (VariantVector variants = variants(samples, source, allocator)) {
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

  private static List<String> byDuckDb(
      Statement statement, List<String> samples, String source, String target) throws SQLException {
    String rows =
        samples.stream().map(sample -> "('" + sample + "')").collect(Collectors.joining(", "));
    String value = "CAST(v AS " + TYPES.get(source) + ")";
    String query =
        "SELECT CAST(TRY_CAST("
            + value
            + " AS "
            + TYPES.get(target)
            + ") AS VARCHAR) FROM (VALUES ";
    List<String> results = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(query + rows + ") AS samples(v)")) {
      while (result.next()) {
        results.add(result.getString(1));
      }
    }
    return results;
  }

  private static VariantVector variants(
      List<String> samples, String type, BufferAllocator allocator) {
    try (VarCharVector vector = new VarCharVector("v", allocator)) {
      for (int row = 0; row < samples.size(); row++) {
        vector.setSafe(row, samples.get(row).getBytes(StandardCharsets.UTF_8));
      }
      vector.setValueCount(samples.size());
      try (VariantVector texts = VariantCast.cast(vector, allocator);
          FieldVector typed = cast(texts, type, allocator)) {
        return VariantCast.cast(typed, allocator);
      }
    }
  }

  private static FieldVector cast(VariantVector variants, String type, BufferAllocator allocator) {
    return new VariantDecode(ArrowTypeText.parse("v", type), ConversionMode.TRY_CAST)
        .decode(variants, allocator);
  }

  private static List<String> byUs(VariantVector variants, String type, BufferAllocator allocator) {
    List<String> results = new ArrayList<>();
    try (FieldVector result = cast(variants, type, allocator);
        VariantVector again = VariantCast.cast(result, allocator);
        FieldVector texts = cast(again, "string", allocator)) {
      for (int row = 0; row < texts.getValueCount(); row++) {
        results.add(texts.isNull(row) ? null : texts.getObject(row).toString());
      }
    }
    return results;
  }
}
