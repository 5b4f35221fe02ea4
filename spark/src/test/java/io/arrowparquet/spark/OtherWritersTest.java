// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import static io.arrowparquet.spark.Sessions.sorted;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.arrowparquet.storage.OtherWritersFiles;
import io.arrowparquet.storage.OtherWritersFiles.OfProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.GeographyType;
import org.apache.spark.sql.types.GeometryType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Files of other writers are the tables that Spark's own source makes of them: the corpus, cases
 * that showed a defect, and of the files of other projects a part, all with {@code
 * -Dother.files=all}.
 *
 * @see ArrowParquetSource
 */
class OtherWritersTest {
  private static final boolean ALL = "all".equals(System.getProperty("other.files"));

  /** Every so many of the files of other projects. */
  private static final int STEP = 12;

  private static final String REFUSED = "io.arrowparquet.parquet.options.CorruptPageException";
  private static final String UNKNOWN = "a column of type UNKNOWN is VOID, for Spark a number";
  private static final String ENUM = "ENUM is binary";
  private static final String CALENDAR =
      "Spark moves days before 1582 that its version 2 wrote, by the Julian calendar";

  /** Files that are read otherwise: how, or the exception. */
  private static final Map<String, String> OTHERWISE =
      Map.ofEntries(
          // Spark compares no CRC.
          entry("datapage_v1-corrupt-checksum", REFUSED),
          entry("rle-dict-uncompressed-corrupt-checksum", REFUSED),
          entry("46ccb058abf6f5e0", REFUSED),
          // Spark leaves out values after the last row, and runs of no values.
          entry("16eb9959985a835e", REFUSED),
          entry("4034afe1eacfe054", REFUSED),
          entry("null_list", UNKNOWN),
          entry("0adc4adc600dc6ac", UNKNOWN),
          entry("30862a1fdd8dbd9e", UNKNOWN),
          entry("50a6b301554225c1", UNKNOWN),
          entry("803ef028df95c50d", UNKNOWN),
          entry("9cb529005bcfe03c", UNKNOWN),
          entry("d8deafe40762e73c", UNKNOWN),
          entry("20e741a676569edc", ENUM),
          entry("2ed64edd7afdb104", ENUM),
          entry("3e0c2806ad5295b9", ENUM),
          entry("70bd560a5f597a59", ENUM),
          entry("f42f52ddf2637882", ENUM),
          entry("3c8c1d61ddf8f207", CALENDAR),
          entry("98dd33f8400caa61", CALENDAR),
          entry("a2c1aac67b9a2f5a", CALENDAR),
          entry("b4301285417d4033", CALENDAR),
          entry("e066aedc11e0a2da", CALENDAR),
          entry("ea0862d3ef2f3899", CALENDAR));

  /** Too large to be compared by its texts: other tests read it. */
  private static final String LARGE = "long_text_old_parquet_mr";

  private final SparkSession spark = Sessions.interpreting();

  @AfterEach
  void all_memory_is_free() throws InterruptedException {
    Sessions.requireFreeMemory();
  }

  @TestFactory
  Stream<DynamicTest> tables_are_those_of_sparks_own_source() throws IOException {
    List<Path> files = new ArrayList<>(OtherWritersFiles.cases());
    try (Stream<Path> all = Files.walk(OtherWritersFiles.corpus(""))) {
      all.filter(file -> file.toString().endsWith(".parquet")).sorted().forEach(files::add);
    }
    List<OfProject> world = OtherWritersFiles.world();
    for (int i = 0; i < world.size(); i++) {
      Path file = world.get(i).path();
      if (ALL || i % STEP == 0 || OTHERWISE.containsKey(name(file))) {
        files.add(file);
      }
    }
    return files.stream()
        .filter(file -> !name(file).equals(LARGE))
        .map(file -> dynamicTest(file.toString(), () -> compare(file)));
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".parquet", "");
  }

  private void compare(Path file) {
    List<String> theirs = new ArrayList<>();
    Throwable refusal = catchThrowable(() -> theirs.addAll(table("parquet", file)));
    List<String> ours = new ArrayList<>();
    Throwable failure = catchThrowable(() -> ours.addAll(table("arrowparquet", file)));
    if (failure != null && (refusal != null || OTHERWISE.containsKey(name(file)))) {
      String all = causes(failure);
      // Spark has no text for Variants of nanoseconds and UUIDs.
      assertThat(all).containsAnyOf("io.arrowparquet.", "UNKNOWN_PRIMITIVE_TYPE_IN_VARIANT");
      assertThat(all).contains(REFUSED.equals(OTHERWISE.get(name(file))) ? REFUSED : "");
    } else if (failure != null) {
      throw new AssertionError("is not read", failure);
    } else if (OTHERWISE.containsKey(name(file))) {
      assertThat(ours)
          .as("as Spark has it, not: " + OTHERWISE.get(name(file)))
          .isNotEqualTo(theirs);
    } else if (refusal == null) {
      assertThat(ours).isEqualTo(theirs);
    }
  }

  /** Whole messages: Spark has those of tasks as text alone. */
  private static String causes(Throwable failure) {
    StringBuilder all = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      all.append(cause).append('\n');
    }
    return all.toString();
  }

  /** The types of columns, and all rows; geometries are bytes. */
  private List<String> table(String format, Path file) {
    Dataset<Row> rows = spark.read().format(format).load(file.toString());
    Dataset<Row> plain =
        rows.selectExpr(
            Stream.of(rows.schema().fields())
                .map(
                    field ->
                        field.dataType() instanceof GeometryType
                                || field.dataType() instanceof GeographyType
                            ? "st_asbinary(`" + field.name() + "`) AS `" + field.name() + "`"
                            : "`" + field.name() + "`")
                .toArray(String[]::new));
    List<String> table = new ArrayList<>();
    table.add(plain.schema().toDDL());
    table.addAll(sorted(plain));
    return table;
  }
}
