// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** The words of {@link ArrowTypeText}. */
final class TypeNames {
  static final String DECIMAL = "decimal";
  static final String TIME = "time";
  static final String TIMESTAMP = "timestamp";
  static final String TIMESTAMP_NTZ = "timestamp_ntz";
  static final String DURATION = "duration";
  static final String INTERVAL = "interval";
  static final String FIXED_SIZE_BINARY = "fixed_size_binary";
  static final String UUID = "uuid";
  static final String VARIANT = "variant";
  static final String STRUCT = "struct";
  static final String MAP = "map";
  static final String FIXED_SIZE_LIST = "fixed_size_list";
  static final String RUN_END_ENCODED = "run_end_encoded";
  static final String DENSE_UNION = "dense_union";
  static final String SPARSE_UNION = "sparse_union";

  /** Types that a word says all of, by the name that is written. */
  static final Map<String, ArrowType> PLAIN = plain();

  /** The written name of each of {@link #PLAIN}. */
  static final Map<ArrowType, String> PLAIN_NAMES = inverted(PLAIN);

  /** Types of lists that have only an element. */
  static final Map<String, ArrowType> LISTS =
      Map.of(
          "list", ArrowType.List.INSTANCE,
          "large_list", ArrowType.LargeList.INSTANCE,
          "list_view", ArrowType.ListView.INSTANCE,
          "large_list_view", ArrowType.LargeListView.INSTANCE);

  /** The written name of each of {@link #LISTS}. */
  static final Map<ArrowType, String> LIST_NAMES = inverted(LISTS);

  /** Units of time. */
  static final Map<String, TimeUnit> UNITS =
      Map.of(
          "s", TimeUnit.SECOND,
          "ms", TimeUnit.MILLISECOND,
          "us", TimeUnit.MICROSECOND,
          "ns", TimeUnit.NANOSECOND);

  /** The written name of each of {@link #UNITS}. */
  static final Map<TimeUnit, String> UNIT_NAMES = inverted(UNITS);

  /** Units of intervals. */
  static final Map<String, IntervalUnit> INTERVALS =
      Map.of(
          "year_month", IntervalUnit.YEAR_MONTH,
          "day_time", IntervalUnit.DAY_TIME,
          "month_day_nano", IntervalUnit.MONTH_DAY_NANO);

  /** The written name of each of {@link #INTERVALS}. */
  static final Map<IntervalUnit, String> INTERVAL_NAMES = inverted(INTERVALS);

  /** Aliases, and the canonical name of each. */
  private static final Map<String, String> ALIASES =
      Map.ofEntries(
          Map.entry("bool", "boolean"),
          Map.entry("int8", "tinyint"),
          Map.entry("byte", "tinyint"),
          Map.entry("int16", "smallint"),
          Map.entry("short", "smallint"),
          Map.entry("int32", "int"),
          Map.entry("integer", "int"),
          Map.entry("int64", "bigint"),
          Map.entry("long", "bigint"),
          Map.entry("half", "float16"),
          Map.entry("float32", "float"),
          Map.entry("real", "float"),
          Map.entry("float64", "double"),
          Map.entry("numeric", DECIMAL),
          Map.entry("utf8", "string"),
          Map.entry("varchar", "string"),
          Map.entry("large_utf8", "large_string"),
          Map.entry("utf8_view", "string_view"),
          Map.entry("varbinary", "binary"),
          Map.entry("date32", "date"),
          Map.entry("date64", "date_ms"),
          Map.entry("void", "null"),
          Map.entry("array", "list"));

  private TypeNames() {}

  /** The written name of a type that may have been called by another one. */
  static String canonical(String lowerCase) {
    return ALIASES.getOrDefault(lowerCase, lowerCase);
  }

  private static Map<String, ArrowType> plain() {
    Map<String, ArrowType> types = new LinkedHashMap<>();
    types.put("null", ArrowType.Null.INSTANCE);
    types.put("boolean", ArrowType.Bool.INSTANCE);
    types.put("tinyint", new ArrowType.Int(Byte.SIZE, true));
    types.put("smallint", new ArrowType.Int(Short.SIZE, true));
    types.put("int", new ArrowType.Int(Integer.SIZE, true));
    types.put("bigint", new ArrowType.Int(Long.SIZE, true));
    types.put("uint8", new ArrowType.Int(Byte.SIZE, false));
    types.put("uint16", new ArrowType.Int(Short.SIZE, false));
    types.put("uint32", new ArrowType.Int(Integer.SIZE, false));
    types.put("uint64", new ArrowType.Int(Long.SIZE, false));
    types.put("float16", new ArrowType.FloatingPoint(FloatingPointPrecision.HALF));
    types.put("float", new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE));
    types.put("double", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE));
    types.put("string", ArrowType.Utf8.INSTANCE);
    types.put("large_string", ArrowType.LargeUtf8.INSTANCE);
    types.put("string_view", ArrowType.Utf8View.INSTANCE);
    types.put("binary", ArrowType.Binary.INSTANCE);
    types.put("large_binary", ArrowType.LargeBinary.INSTANCE);
    types.put("binary_view", ArrowType.BinaryView.INSTANCE);
    types.put("date", new ArrowType.Date(DateUnit.DAY));
    types.put("date_ms", new ArrowType.Date(DateUnit.MILLISECOND));
    return types;
  }

  private static <K, V> Map<V, K> inverted(Map<K, V> map) {
    Map<V, K> result = new HashMap<>();
    map.forEach((key, value) -> result.put(value, key));
    return result;
  }
}
