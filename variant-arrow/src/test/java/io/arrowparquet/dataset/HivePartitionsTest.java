// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.file.FooterCache;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HivePartitionsTest {
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();

  @TempDir Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private HivePartitions partitions;

  @BeforeEach
  void write() throws IOException {
    partitions = HivePartitions.below(folder.toUri());
    write("year=2025/day=2025-12-31/place=a%2Fb/x.parquet", 1);
    write("year=2026/day=2026-01-01/place=c/x.parquet", 2);
    write("year=2026/day=2026-01-02/place=__HIVE_DEFAULT_PARTITION__/x.parquet", 3);
  }

  private void write(String name, int id) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    JsonTable.write(
        file,
        "struct<id: int, place: string>",
        ParquetWriteOptions.defaults(),
        allocator,
        "{\"id\":" + id + ",\"place\":\"own\"}");
  }

  private List<SourceEntry> files() throws IOException {
    return ByteSources.defaults().list(folder.toUri()).stream()
        .filter(file -> file.uri().getPath().endsWith(".parquet"))
        .toList();
  }

  private ParquetFileSet open() throws IOException {
    return ParquetFileSet.ofEntries(files(), ByteSources.defaults(), Runnable::run)
        .withPartitions(partitions);
  }

  private List<String> read(ParquetFileSet set, ParquetReadOptions options) throws IOException {
    try (ArrowReader reader = set.read(options, allocator)) {
      assertThat(reader.getVectorSchemaRoot().getSchema()).isEqualTo(set.schema(options));
      return JsonTable.read(reader, allocator);
    }
  }

  private List<String> ids(ParquetFileSet set, RowFilter filter) throws IOException {
    return read(set, ALL.withColumns(List.of("id")).withFilter(filter));
  }

  private static List<String> types(Schema schema) {
    return schema.getFields().stream()
        .map(field -> field.getName() + ": " + ArrowTypeText.of(field))
        .toList();
  }

  @Test
  void folders_become_typed_columns_and_replace_those_of_their_name() throws IOException {
    assertThat(types(open().schema(ALL)))
        .containsExactly("id: int", "place: string", "year: bigint", "day: date");
    assertThat(read(open(), ALL))
        .containsExactly(
            "{\"id\":1,\"place\":\"a/b\",\"year\":2025,\"day\":\"2025-12-31\"}",
            "{\"id\":2,\"place\":\"c\",\"year\":2026,\"day\":\"2026-01-01\"}",
            "{\"id\":3,\"place\":null,\"year\":2026,\"day\":\"2026-01-02\"}");
  }

  @Test
  void columns_are_chosen_by_name_and_may_be_all_that_is_read() throws IOException {
    assertThat(read(open(), ALL.withColumns(List.of("year", "id"))))
        .containsExactly(
            "{\"id\":1,\"year\":2025}", "{\"id\":2,\"year\":2026}", "{\"id\":3,\"year\":2026}");
    assertThat(read(open(), ALL.withColumns(List.of("place"))))
        .containsExactly("{\"place\":\"a/b\"}", "{\"place\":\"c\"}", "{\"place\":null}");
    List<RowColumn> own = List.of(RowColumn.position("year"));
    assertThat(read(open(), ALL.withColumns(List.of("id")).withRowColumns(own)).get(0))
        .isEqualTo("{\"id\":1,\"year\":0}");
  }

  @Test
  void filters_see_the_columns_of_folders() throws IOException {
    ParquetFileSet set = open();
    Operand year = Operand.column("year");
    Operand day = Operand.column("day");
    assertThat(ids(set, year.isEqualTo(2026).and(Operand.column("id").isLessThan(3))))
        .containsExactly("{\"id\":2}");
    assertThat(ids(set, day.isLessThan(LocalDate.of(2026, 1, 1)))).containsExactly("{\"id\":1}");
    assertThat(ids(set, Operand.column("place").isNull())).containsExactly("{\"id\":3}");
    assertThat(ids(set, Operand.column("place").isEqualTo("own"))).isEmpty();
    assertThat(ids(set, year.isEqualTo(2025).or(Operand.column("id").isEqualTo(3))))
        .containsExactly("{\"id\":1}", "{\"id\":3}");
  }

  @Test
  void types_are_given_or_those_of_the_schema_to_read_into() throws IOException {
    partitions =
        partitions.withTypes(JsonTable.schema("struct<year: string, day: timestamp, more: int>"));
    assertThat(types(open().schema(ALL)))
        .containsExactly("id: int", "place: string", "year: string", "day: timestamp", "more: int");
    assertThat(ids(open(), Operand.column("year").isEqualTo("2025"))).hasSize(1);

    Schema target = JsonTable.schema("struct<year: int, id: bigint>");
    ParquetFileSet set = open().withSchema(target);
    assertThat(types(set.schema(ALL)).subList(0, 2)).containsExactly("year: int", "id: bigint");
    assertThat(read(set, ALL).get(0)).startsWith("{\"year\":2025,\"id\":1,");
  }

  @Test
  void what_is_no_value_of_the_type_or_not_below_the_root_is_refused() throws IOException {
    ParquetFileSet set = open();
    HivePartitions typed = partitions.withTypes(JsonTable.schema("struct<place: int>"));
    assertThatThrownBy(() -> set.withPartitions(typed))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContainingAll("column place", "the text ", "a whole number", "x.parquet");
    HivePartitions other = HivePartitions.below(folder.resolve("year=2025").toUri());
    assertThatThrownBy(() -> set.withPartitions(other))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("not below");
  }

  @Test
  void files_that_the_filter_rules_out_are_not_opened() throws Exception {
    ReaderSchema schema = ReaderSchema.of(JsonTable.schema("struct<id: int>"));
    ParquetReadOptions options = ALL.withFilter(Operand.column("year").isEqualTo(2025));
    FooterCounter counter = new FooterCounter();
    ParquetFileSet set =
        ParquetFileSet.ofEntries(
                files(),
                counter,
                schema,
                DiscoveryOptions.defaults().withFooters(FooterCache.of(1 << 20)))
            .withPartitions(partitions);
    assertThat(read(set, options)).hasSize(1);
    assertThat(counter.tails).isEqualTo(1);
    // The footer, and the pages.
    assertThat(counter.opened).isEqualTo(2);

    int rows = 0;
    ParquetScanOptions scanned = ParquetScanOptions.defaults().withRead(options);
    try (ParquetScan scan = set.scan(scanned, Runnable::run, allocator)) {
      VectorSchemaRoot next;
      while ((next = scan.next()) != null) {
        try (VectorSchemaRoot batch = next) {
          rows += batch.getRowCount();
        }
      }
    }
    assertThat(rows).isEqualTo(1);
    ParquetScanPlan plan = ParquetScanPlan.of(set, options);
    assertThat(plan.files()).hasSize(1);
    assertThat(plan.files().get(0).rowGroups().get(0).isWhole()).isTrue();
    assertThat(counter.tails).isEqualTo(1);
  }

  @Test
  void splits_have_the_values_of_their_folder() throws IOException {
    RowFilter filter = Operand.column("year").isEqualTo(2026);
    ParquetReadOptions options = ALL.withFilter(filter.and(Operand.column("id").isNotNull()));
    List<String> rows = new ArrayList<>();
    for (ParquetSplit split : ParquetScanPlan.of(open(), options).splits(1)) {
      ParquetSplit sent = ParquetSplit.from(split.toBytes());
      try (ArrowReader reader = sent.open(ByteSources.defaults(), allocator)) {
        rows.addAll(JsonTable.read(reader, allocator));
      }
    }
    assertThat(rows).isEqualTo(read(open(), options)).hasSize(2);
  }
}
