// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.parquet.variant.Variant;
import org.apache.parquet.variant.VariantArrayBuilder;
import org.apache.parquet.variant.VariantBuilder;
import org.apache.parquet.variant.VariantObjectBuilder;

/** Seeded event-like rows of two shapes, as Java objects and as Variants built by parquet-java. */
public final class EventRows {
  private static final int TYPES = 12;
  private static final int OPTIONAL_KEYS = 30;
  private static final List<String> MIXED_KEYS =
      IntStream.range(0, OPTIONAL_KEYS)
          .mapToObj(k -> k < 5 ? List.of("id", "type", "amount", "user", "ok").get(k) : "key" + k)
          .toList();

  private EventRows() {}

  /** What the rows look like. */
  public enum Shape {
    /**
     * Every row {@code {id, ts, type (12 strings), user {id, name, tags[3]}, amount, ok, payload {5
     * fields}}}.
     */
    HOMOGENEOUS,
    /**
     * 30 keys, each missing in 40% of the rows, else an int (60%), double (20%), string (15%) or
     * object (5%).
     */
    HETEROGENEOUS
  }

  /** {@code count} rows; the same shape, count and seed give the same rows. */
  public static List<Map<String, Object>> rows(Shape shape, int count, long seed) {
    Random random = new Random(seed);
    List<Map<String, Object>> rows = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      rows.add(shape == Shape.HOMOGENEOUS ? event(random, i) : mixed(random));
    }
    return rows;
  }

  private static Map<String, Object> event(Random random, int i) {
    Map<String, Object> user = new LinkedHashMap<>();
    user.put("id", random.nextInt(100_000));
    user.put("name", "user-" + random.nextInt(5_000));
    user.put(
        "tags",
        List.of("t" + random.nextInt(9), "t" + random.nextInt(99), "tag" + random.nextInt(999)));
    Map<String, Object> payload = new LinkedHashMap<>();
    for (int f = 0; f < 5; f++) {
      payload.put("f" + f, f % 2 == 0 ? random.nextInt() : "value " + random.nextInt(1_000));
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", (long) i + 10_000_000_000L);
    row.put("ts", 1_700_000_000_000_000L + random.nextInt());
    row.put("type", "type-" + random.nextInt(TYPES));
    row.put("user", user);
    row.put("amount", random.nextInt(1_000_000) / 100.0);
    row.put("ok", random.nextBoolean());
    row.put("payload", payload);
    return row;
  }

  private static Map<String, Object> mixed(Random random) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (String key : mixedKeys()) {
      if (random.nextInt(100) >= 40) {
        row.put(key, mixedValue(random));
      }
    }
    return row;
  }

  /** The names of fields that heterogeneous rows may have. */
  static List<String> mixedKeys() {
    return MIXED_KEYS;
  }

  private static Object mixedValue(Random random) {
    int kind = random.nextInt(100);
    if (kind < 60) {
      return random.nextInt(1 << (1 + random.nextInt(30)));
    }
    if (kind < 80) {
      return random.nextInt(100_000) / 64.0;
    }
    if (kind < 95) {
      return "text " + random.nextInt(10_000);
    }
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("name", "n" + random.nextInt(100));
    object.put("count", random.nextInt(100));
    return object;
  }

  /** The row as a Variant, encoded by parquet-java. */
  public static Variant variant(Map<String, Object> row) {
    VariantBuilder builder = new VariantBuilder();
    append(builder, row);
    return builder.build();
  }

  private static void append(VariantBuilder builder, Object value) {
    if (value instanceof Map<?, ?> object) {
      VariantObjectBuilder fields = builder.startObject();
      for (Map.Entry<?, ?> field : object.entrySet()) {
        fields.appendKey((String) field.getKey());
        append(fields, field.getValue());
      }
      builder.endObject();
    } else if (value instanceof List<?> array) {
      VariantArrayBuilder elements = builder.startArray();
      for (Object element : array) {
        append(elements, element);
      }
      builder.endArray();
    } else {
      appendScalar(builder, value);
    }
  }

  private static void appendScalar(VariantBuilder builder, Object value) {
    if (value instanceof String text) {
      builder.appendString(text);
    } else if (value instanceof Integer number) {
      builder.appendInt(number);
    } else if (value instanceof Long number) {
      builder.appendLong(number);
    } else if (value instanceof Double number) {
      builder.appendDouble(number);
    } else if (value instanceof Boolean flag) {
      builder.appendBoolean(flag);
    } else {
      throw new IllegalArgumentException("no Variant for " + value);
    }
  }
}
