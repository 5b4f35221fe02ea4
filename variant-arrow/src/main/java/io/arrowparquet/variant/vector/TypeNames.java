// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

final class TypeNames {
  static final String DECIMAL = "decimal";
  static final String NUMERIC = "numeric";
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

  /** Types that a word says all of, by that word. */
  static final Map<String, ArrowType> PLAIN = new HashMap<>();

  static final Map<ArrowType, String> PLAIN_NAMES = new HashMap<>();

  static {
    plain(ArrowType.Null.INSTANCE, "null", "void");
    plain(ArrowType.Bool.INSTANCE, "boolean", "bool");
    plain(new ArrowType.Int(Byte.SIZE, true), "tinyint", "int8", "byte");
    plain(new ArrowType.Int(Short.SIZE, true), "smallint", "int16", "short");
    plain(new ArrowType.Int(Integer.SIZE, true), "int", "int32", "integer");
    plain(new ArrowType.Int(Long.SIZE, true), "bigint", "int64", "long");
    plain(new ArrowType.Int(Byte.SIZE, false), "uint8");
    plain(new ArrowType.Int(Short.SIZE, false), "uint16");
    plain(new ArrowType.Int(Integer.SIZE, false), "uint32");
    plain(new ArrowType.Int(Long.SIZE, false), "uint64");
    plain(new ArrowType.FloatingPoint(FloatingPointPrecision.HALF), "float16", "half");
    plain(new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE), "float", "float32", "real");
    plain(new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE), "double", "float64");
    plain(ArrowType.Utf8.INSTANCE, "string", "utf8", "varchar");
    plain(ArrowType.LargeUtf8.INSTANCE, "large_string", "large_utf8");
    plain(ArrowType.Utf8View.INSTANCE, "string_view", "utf8_view");
    plain(ArrowType.Binary.INSTANCE, "binary", "varbinary");
    plain(ArrowType.LargeBinary.INSTANCE, "large_binary");
    plain(ArrowType.BinaryView.INSTANCE, "binary_view");
    plain(new ArrowType.Date(DateUnit.DAY), "date", "date32");
    plain(new ArrowType.Date(DateUnit.MILLISECOND), "date_ms", "date64");
  }

  static final Map<String, ArrowType> LISTS =
      Map.of(
          "list", ArrowType.List.INSTANCE,
          "large_list", ArrowType.LargeList.INSTANCE,
          "list_view", ArrowType.ListView.INSTANCE,
          "large_list_view", ArrowType.LargeListView.INSTANCE);

  static final Map<ArrowType, String> LIST_NAMES = inverted(LISTS);

  static final Map<String, TimeUnit> UNITS =
      Map.of(
          "s", TimeUnit.SECOND,
          "ms", TimeUnit.MILLISECOND,
          "us", TimeUnit.MICROSECOND,
          "ns", TimeUnit.NANOSECOND);

  static final Map<TimeUnit, String> UNIT_NAMES = inverted(UNITS);

  static final Map<String, IntervalUnit> INTERVALS =
      Map.of(
          "year_month", IntervalUnit.YEAR_MONTH,
          "day_time", IntervalUnit.DAY_TIME,
          "month_day_nano", IntervalUnit.MONTH_DAY_NANO);

  static final Map<IntervalUnit, String> INTERVAL_NAMES = inverted(INTERVALS);

  private TypeNames() {}

  private static void plain(ArrowType type, String... words) {
    PLAIN_NAMES.put(type, words[0]);
    for (String word : words) {
      PLAIN.put(word, type);
    }
  }

  private static <K, V> Map<V, K> inverted(Map<K, V> map) {
    Map<V, K> result = new HashMap<>();
    map.forEach((key, value) -> result.put(value, key));
    return result;
  }
}
