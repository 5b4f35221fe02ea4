// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.ArrowUtils;
import org.apache.spark.unsafe.types.VariantVal;
import scala.collection.Map;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** One session of Spark for all tests of the process: it takes seconds to start. */
final class Sessions {
  private Sessions() {}

  /**
   * A session of its own settings, of two threads, whose times are those of UTC. A task that fails
   * runs once more.
   */
  static SparkSession session() {
    return SparkSession.builder()
        .master("local[2, 2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
        .newSession();
  }

  /**
   * As {@link #session}, without generated code: it costs small queries more than it saves them.
   */
  static SparkSession interpreting() {
    SparkSession session = session();
    session.conf().set("spark.sql.codegen.wholeStage", "false");
    session.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
    return session;
  }

  /**
   * All memory of Arrow is free, or will be: where a task fails, others may end after the query.
   */
  static void requireFreeMemory() throws InterruptedException {
    for (int i = 0; i < 600 && ArrowUtils.rootAllocator().getAllocatedMemory() > 0; i++) {
      Thread.sleep(100);
    }
    assertThat(ArrowUtils.rootAllocator().getAllocatedMemory()).isZero();
  }

  /** The rows as text, in the order of that text. */
  static List<String> sorted(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(Sessions::text).sorted().toList();
  }

  /** A value with all that is in it; bytes and Variants by what they say. */
  private static String text(Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    } else if (value instanceof VariantVal variant) {
      return variant.toJson(java.time.ZoneOffset.UTC);
    } else if (value instanceof Row row) {
      return IntStream.range(0, row.size())
          .mapToObj(i -> text(row.get(i)))
          .collect(Collectors.joining(", ", "{", "}"));
    } else if (value instanceof Seq<?> elements) {
      return CollectionConverters.asJava(elements).stream().map(Sessions::text).toList().toString();
    } else if (value instanceof Map<?, ?> map) {
      return CollectionConverters.asJava(map).entrySet().stream()
          .map(entry -> text(entry.getKey()) + ": " + text(entry.getValue()))
          .sorted()
          .toList()
          .toString();
    }
    return String.valueOf(value);
  }
}
