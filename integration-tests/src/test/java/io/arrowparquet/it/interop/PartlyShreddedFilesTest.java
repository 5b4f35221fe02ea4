// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.value.VariantPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files of other engines, objects of which only one field is shredded: a filter on it skips row
 * groups, whatever else the objects have in {@code value}.
 */
class PartlyShreddedFilesTest {
  private static final int ROWS = 100;
  private static final Operand ID =
      VariantProjection.of(
          VariantFilePeer.COLUMN, VariantPath.parse("$.id"), "id", new ArrowType.Int(64, true));

  @TempDir private Path folder;

  private static List<Object> trees() {
    List<Object> trees = new ArrayList<>();
    for (long row = 0; row < ROWS; row++) {
      trees.add(row % 10 == 9 ? "no object" : Map.of("id", 1_000_000_000_000L + row, "more", row));
    }
    return trees;
  }

  static List<VariantFilePeer> engines() {
    return VariantFilePeer.all();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void skipped_whoever_wrote_it(VariantFilePeer writer) throws Exception {
    Path file = folder.resolve("partly.parquet");
    writer.write(
        file,
        ShreddingTypes.object("id", ShreddingTypes.integer(64)),
        trees().stream().map(new ParquetJavaVariants()::encode).toList());
    requireSkipped(file);
  }

  @Test
  void skipped_in_the_layout_of_spark() throws IOException {
    Path file = folder.resolve("spark.parquet");
    var schema = SparkSchemas.of(Map.of("id", 1_000_000_000_000L));
    SparkVariants spark = new SparkVariants();
    SparkFiles.write(
        file,
        schema,
        List.of("value", "metadata", "typed_value"),
        trees().stream().map(tree -> SparkRow.shred(spark.encode(tree), schema, true)).toList());
    requireSkipped(file);
  }

  private void requireSkipped(Path file) throws IOException {
    long last = 1_000_000_000_000L + ROWS - 2;
    assertThat(rowGroupsAndRows(file, ID.isEqualTo(last))).containsExactly(1, 1);
    assertThat(rowGroupsAndRows(file, ID.isGreaterThan(last))).containsExactly(0, 0);
    assertThat(rowGroupsAndRows(file, ID.isNull())).containsExactly(1, ROWS / 10);

    new BundleWriter(BundleStore.of(folder.resolve("files.bundle")), BundleOptions.defaults())
        .write(List.of(BundleInput.of(folder, file)), false);
    assertThat(plannedFiles(ID.isEqualTo(last))).isEqualTo(1);
    assertThat(plannedFiles(ID.isGreaterThan(last))).isZero();
  }

  private static List<Integer> rowGroupsAndRows(Path file, RowFilter filter) throws IOException {
    ParquetReadOptions options = options(filter);
    int rows = 0;
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
      return List.of((int) reader.statistics().rowGroupsRead(), rows);
    }
  }

  private static ParquetReadOptions options(RowFilter filter) {
    return ParquetReadOptions.defaults()
        .withVariantColumns(Set.of(VariantFilePeer.COLUMN))
        .withFilter(filter);
  }

  private int plannedFiles(RowFilter filter) throws IOException {
    try (FooterBundle bundle = FooterBundle.open(folder.resolve("files.bundle"))) {
      return ParquetFileSet.open(bundle, folder, BundleTrust.STAT, options(filter), found -> {})
          .files()
          .size();
    }
  }
}
