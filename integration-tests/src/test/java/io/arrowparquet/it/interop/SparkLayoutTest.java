// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.spark.types.variant.VariantSchema;

/**
 * What Spark's own shredding makes, in files of Spark's layout: read without the annotation, and
 * the same values as Spark puts together. Spark itself is behind a Maven profile.
 */
class SparkLayoutTest {
  private static final SparkVariants SPARK = new SparkVariants();

  /** Of the children of the column; Spark 4.0 wrote the first. */
  private static final List<List<String>> ORDERS =
      List.of(
          List.of("value", "metadata", "typed_value"),
          List.of("metadata", "value", "typed_value"),
          List.of("typed_value", "value", "metadata"));

  @Provide
  Arbitrary<List<Object>> batches() {
    return RandomVariants.portableTrees().filter(SPARK::supports).list().ofMinSize(1).ofMaxSize(12);
  }

  @Property(tries = 60)
  void rows_are_the_values_that_spark_puts_together(@ForAll("batches") List<Object> trees)
      throws IOException {
    requireSame(trees, SparkSchemas.of(trees.get(0)), ORDERS.get(trees.size() % ORDERS.size()));
  }

  @Example
  void numbers_in_narrow_columns_are_the_same_numbers() throws IOException {
    Map<String, Object> like = new LinkedHashMap<>();
    like.put("int", 5);
    like.put("dec", new BigDecimal("1.5"));
    like.put("wide", new BigDecimal("12345678901234567890.125"));
    like.put("list", List.of((short) 300));
    like.put("day", LocalDate.EPOCH);
    List<Object> trees = new ArrayList<>(List.of(like));
    trees.add(Map.of("int", 127L, "dec", new BigDecimal("2.50"), "list", List.of(1, "x", 70_000)));
    trees.add(Map.of("int", 128, "dec", 3, "wide", new BigDecimal("-0.0010"), "more", true));
    trees.add(Map.of("int", new BigDecimal("7.0"), "dec", new BigDecimal("1000"), "list", 1));
    trees.add(Map.of());
    trees.add("no object");
    for (List<String> order : ORDERS) {
      requireSame(trees, SparkSchemas.of(like), order);
    }
  }

  @Example
  void unshredded_columns_are_found_by_name() throws IOException {
    for (List<String> order : ORDERS) {
      requireSame(List.of(Map.of("a", 1), 2, "three"), SparkSchemas.unshredded(), order);
    }
  }

  private static void requireSame(List<Object> trees, VariantSchema schema, List<String> order)
      throws IOException {
    List<SparkRow> rows = new ArrayList<>();
    trees.forEach(tree -> rows.add(SparkRow.shred(SPARK.encode(tree), schema, true)));
    rows.add(null);
    Path folder = Files.createTempDirectory("spark");
    Path file = folder.resolve("spark.parquet");
    SparkFiles.write(file, schema, order, rows);
    List<EncodedVariant> found = new ArrowParquetFiles().read(file);
    Files.delete(file);
    Files.delete(folder);

    assertThat(found).hasSameSizeAs(rows);
    assertThat(found.get(trees.size())).as("SQL null").isNull();
    for (int row = 0; row < trees.size(); row++) {
      assertThat(tree(found.get(row)))
          .as("row %d of %s as %s", row, trees, schema)
          .isEqualTo(tree(rows.get(row).rebuild()));
    }
  }

  /** Spark puts integers together as narrow as they fit, whatever their column. */
  private static Object tree(EncodedVariant variant) {
    return VariantTrees.widened(SPARK.decode(variant));
  }
}
