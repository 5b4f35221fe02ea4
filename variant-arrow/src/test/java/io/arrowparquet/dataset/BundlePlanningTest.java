// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.internal.prune.RowGroupFilter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan made from a bundle is the plan that the footers of the files give one by one. */
class BundlePlanningTest {
  private static final int FILES = 30;

  @TempDir Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    try (RootAllocator allocator = new RootAllocator()) {
      for (int file = 0; file < FILES; file++) {
        boolean isWide = file % 3 == 0;
        String type = "struct<id: int64, name: utf8" + (isWide ? ", price: float64>" : ">");
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < 20; row++) {
          int id = 10 * file + row;
          String price = isWide && row % 5 != 0 ? ", \"price\": " + (file + row / 10.0) + "e0" : "";
          rows.add("{\"id\": " + id + ", \"name\": \"n" + id % 7 + "\"" + price + "}");
        }
        JsonTable.write(
            folder.resolve("f" + file + ".parquet"),
            type,
            ParquetWriteOptions.defaults(),
            allocator,
            rows.toArray(new String[0]));
      }
    }
  }

  private List<RowFilter> filters() {
    Operand id = Operand.column("id");
    Operand name = Operand.column("name");
    Operand price = Operand.column("price");
    return List.of(
        id.isLessThan(35L),
        id.isGreaterThan(250L).and(price.isLessThan(40.0)),
        name.isEqualTo("n3"),
        name.isEqualTo("z"),
        price.isNull(),
        price.isNotNull(),
        price.isEqualTo(12.5).or(id.isEqualTo(77L)),
        id.isNull());
  }

  @Test
  void schema_of_all_files_is_made_of_one_footer_for_each_schema() throws IOException {
    try (FooterBundle bundle = FooterBundle.open(bundle())) {
      List<BundleEntry> distinct = FooterBundle.ofDistinctSchemas(bundle.files());
      Schema schema = ParquetFileSet.ofSchemas(bundle).schema(ParquetReadOptions.defaults());

      assertThat(distinct).hasSize(2);
      assertThat(bundle.schema(distinct.get(0))).isNotEqualTo(bundle.schema(distinct.get(1)));
      assertThat(schema)
          .isEqualTo(ParquetFileSet.open(List.of(folder)).schema(ParquetReadOptions.defaults()));
      ParquetReadOptions price = ParquetReadOptions.defaults().withColumns(List.of("price"));
      assertThat(ParquetFileSet.ofSchemas(bundle).schema(price).getFields())
          .containsExactly(schema.findField("price"));
      ParquetReadOptions none = ParquetReadOptions.defaults().withColumns(List.of("prize"));
      assertThatThrownBy(() -> ParquetFileSet.ofSchemas(bundle).schema(none))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("price");
    }
  }

  @Test
  void plan_is_that_of_the_footers_one_by_one() throws IOException {
    Path path = bundle();
    for (RowFilter filter : filters()) {
      ParquetReadOptions options = ParquetReadOptions.defaults().withFilter(filter);
      Map<String, List<Integer>> expected = new TreeMap<>();
      for (int file = 0; file < FILES; file++) {
        String name = "f" + file + ".parquet";
        List<Integer> rowGroups =
            oneByOne(FooterReader.defaults().read(folder.resolve(name)), options);
        if (!rowGroups.isEmpty()) {
          expected.put(name, rowGroups);
        }
      }
      try (FooterBundle bundle = FooterBundle.open(path)) {
        Map<String, List<Integer>> found = new TreeMap<>();
        ParquetScanPlan.rowGroups(bundle, null, options)
            .forEach((file, rowGroups) -> found.put(file.file().path(), rowGroups));
        assertThat(found).as(filter.toString()).isEqualTo(expected);
        ParquetScanPlan plan = ParquetScanPlan.of(bundle, BundleFolder.of(folder), null, options);
        assertThat(plan.files()).hasSameSizeAs(expected.keySet());
        assertThat(plan.filesLeftOut()).isEqualTo(FILES - expected.size());
        assertThat(plan.rowGroupsLeftOut()).isEqualTo(FILES - expected.size());
      }
    }
  }

  @Test
  void names_are_found_without_regard_to_case_on_request() throws IOException {
    ParquetReadOptions exact =
        ParquetReadOptions.defaults()
            .withColumns(List.of("price", "id"))
            .withFilter(Operand.column("id").isLessThan(35L));
    ParquetReadOptions any =
        ParquetReadOptions.defaults()
            .withCaseInsensitive(true)
            .withColumns(List.of("PRICE", "Id"))
            .withFilter(Operand.column("ID").isLessThan(35L));
    try (FooterBundle bundle = FooterBundle.open(bundle());
        RootAllocator allocator = new RootAllocator()) {
      assertThat(ParquetScanPlan.rowGroups(bundle, null, any))
          .isEqualTo(ParquetScanPlan.rowGroups(bundle, null, exact))
          .hasSize(4);
      ParquetFileSet set = ParquetFileSet.open(bundle, folder, BundleTrust.STAT, any, found -> {});
      ParquetFileSet without = ParquetFileSet.open(ScanFiles.paths(set));
      try (FileSetReader found = set.read(any, allocator);
          FileSetReader expected = without.read(exact, allocator)) {
        assertThat(JsonTable.read(found, allocator))
            .isEqualTo(JsonTable.read(expected, allocator))
            .hasSize(60);
      }
      ParquetScanPlan plan = ParquetScanPlan.of(bundle, BundleFolder.of(folder), null, any);
      assertThat(plan.files()).hasSize(4);
      assertThat(plan.filesLeftOut()).isEqualTo(FILES - 4);
      assertThat(plan.rowGroupsLeftOut()).isEqualTo(FILES - 4);
      assertThat(plan.splits(1)).hasSize(4);
      assertThat(ParquetSplit.from(plan.splits(1).get(0).toBytes()).options().columns())
          .containsExactlyInAnyOrder("price", "id");
    }
  }

  @Test
  void set_of_a_bundle_has_the_schema_of_its_files() throws IOException {
    Path path = bundle();
    try (FooterBundle bundle = FooterBundle.open(path)) {
      for (ParquetReadOptions options :
          List.of(
              ParquetReadOptions.defaults(),
              ParquetReadOptions.defaults().withColumns(List.of("price", "id")))) {
        ParquetFileSet set =
            ParquetFileSet.open(bundle, folder, BundleTrust.STAT, options, found -> {});

        assertThat(set.schema(options))
            .isEqualTo(ParquetFileSet.open(ScanFiles.paths(set)).schema(options));
        assertThat(set.files()).hasSize(FILES);
      }
    }
  }

  @Test
  void footers_of_all_files_take_few_requests() throws IOException {
    try (FooterBundle bundle = FooterBundle.open(bundle())) {
      FooterBundle.Footers footers = bundle.footers(null);
      for (BundleEntry file : bundle.files()) {
        footers.thrift(file);
      }

      assertThat(bundle.requests()).isLessThan(10);
    }
  }

  private static List<Integer> oneByOne(ParquetFooter footer, ParquetReadOptions options) {
    FilePlan plan = FilePlan.of(footer.footer(), options);
    BitSet possible = new BitSet();
    if (!plan.empty() && plan.options().filter() == null) {
      possible.set(0, footer.footer().rowGroupCount());
    } else if (!plan.empty()) {
      possible =
          new RowGroupFilter(new ChunkClaims.OfFooter(footer.footer()), plan.options()).possible();
    }
    return possible.stream().boxed().toList();
  }

  private Path bundle() throws IOException {
    List<BundleInput> inputs = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      inputs.add(BundleInput.of(folder, folder.resolve("f" + file + ".parquet")));
    }
    Path path = folder.resolve("lake.bundle");
    new BundleWriter(BundleStore.of(path), BundleOptions.defaults()).write(inputs, false);
    return path;
  }
}
