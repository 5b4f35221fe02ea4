// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static io.arrowparquet.dataset.ScanSplits.ALL;
import static io.arrowparquet.dataset.ScanSplits.READINGS;
import static io.arrowparquet.dataset.ScanSplits.copy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.parquet.options.VectorTypes;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows that a split says, with the footer and without. */
class ParquetSplitTest {
  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private ScanSplits files;

  @BeforeEach
  void writeFiles() throws IOException {
    files = ScanSplits.write(folder, allocator);
  }

  @Test
  void rows_are_those_of_the_file_with_the_footer_and_without() throws IOException {
    for (int file : new int[] {0, 1}) {
      for (ParquetReadOptions options : READINGS) {
        ParquetSplit split = files.split(file, options);
        List<String> expected = files.expected(file, options);

        assertThat(files.read(copy(split))).as(options.toString()).isEqualTo(expected);
        ParquetSplit whole = copy(split.withFooter(files.footer(file)));
        assertThat(whole.hasFooter()).isTrue();
        assertThat(files.read(whole)).as(options.toString()).isEqualTo(expected);
      }
    }
  }

  @Test
  void row_columns_are_those_of_the_file_with_the_footer_and_without() throws IOException {
    for (ParquetReadOptions of :
        List.of(ALL, ALL.withColumns(List.of("s", "i")), ALL.withColumns(List.of("l")))) {
      ParquetReadOptions options =
          of.withRowColumns(ScanSplits.rowColumns())
              .withoutRows(RowPositions.of(17, 20))
              .withRowGroups(List.of(2, 3));
      List<String> expected = files.expected(0, options);
      ParquetSplit split = files.split(0, options);
      ParquetSplit whole = split.withFooter(files.footer(0));

      assertThat(expected).hasSize(14);
      assertThat(files.read(copy(split))).isEqualTo(expected);
      assertThat(files.read(copy(whole))).isEqualTo(expected);
      ParquetScanPlan plan = ParquetScanPlan.of(files.entry(0), files.footer(0), options);
      assertThat(files.read(copy(plan.splits(1L << 30).get(0)))).isEqualTo(expected);
    }
  }

  @Test
  void splits_become_the_vectors_that_the_reader_asks_for() throws IOException {
    ParquetSplit split = copy(files.split(0, ALL.withColumns(List.of("s", "v"))));
    ParquetReadOptions large = ALL.withTypes(VectorTypes.defaults().withLarge(true));
    try (FileSetReader reader = split.open(ByteSources.defaults(), null, large, allocator);
        ParquetScan scan =
            ParquetScan.of(
                List.of(split),
                ByteSources.defaults(),
                ParquetScanOptions.defaults().withRead(large),
                Runnable::run,
                allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      assertThat(root.getVector("s")).isInstanceOf(LargeVarCharVector.class);
      assertThat(scan.schema().findField("s")).isEqualTo(root.getSchema().findField("s"));
      assertThat(JsonTable.read(reader, allocator)).isEqualTo(files.read(split));
      assertThat(ScanFiles.rows(scan, allocator)).isEqualTo(files.read(split));
    }
  }

  @Test
  void reader_schema_goes_with_the_split() throws IOException {
    ReaderSchema schema =
        ReaderSchema.of(JsonTable.schema("struct<ID: bigint, more: int, v: struct<n: bigint>>"))
            .withRules(
                EvolutionRules.defaults()
                    .withByFieldId(false)
                    .withIgnoreCase(true)
                    .withDecodeVariants(true))
            .withDefault("more", 7);
    ParquetReadOptions options =
        ALL.withFilter(Operand.column("ID").isLessThan(3L)).withColumns(List.of("ID", "more"));
    ParquetSplit split = files.split(0, options).withSchema(schema);

    for (ParquetSplit each : List.of(copy(split), copy(split.withFooter(files.footer(0))))) {
      assertThat(each.schema().schema()).isEqualTo(schema.schema());
      assertThat(each.schema().rules().ignoreCase()).isTrue();
      assertThat(each.schema().rules().byFieldId()).isFalse();
      assertThat(each.schema().rules().decodeVariants()).isTrue();
      assertThat(each.schema().defaults()).isEqualTo(schema.defaults());
      assertThat(files.read(each))
          .containsExactly(
              "{\"ID\":0,\"more\":7}", "{\"ID\":1,\"more\":7}", "{\"ID\":2,\"more\":7}");
    }
  }

  @Test
  void schema_that_was_read_before_stands_for_no_other() throws IOException {
    ReaderSchema schema = ReaderSchema.of(JsonTable.schema("struct<id: bigint, more: int>"));
    ParquetSplit split = files.split(0, ALL);
    ReaderSchema first = copy(split.withSchema(schema)).schema();
    ReaderSchema again = copy(files.split(1, ALL).withSchema(schema)).schema();
    ReaderSchema other = copy(split.withSchema(schema.withDefault("more", 7))).schema();

    assertThat(again.schema()).isEqualTo(first.schema());
    assertThat(List.of(first.defaults(), again.defaults())).containsOnly(Map.of());
    assertThat(other.defaults()).containsExactly(Map.entry("more", 7));
    assertThat(first.rules().ignoreCase()).isFalse();
    ReaderSchema anyCase = schema.withRules(EvolutionRules.defaults().withIgnoreCase(true));
    assertThat(copy(split.withSchema(anyCase)).schema().rules().ignoreCase()).isTrue();
  }

  @Test
  void schema_that_demands_what_only_statistics_prove_is_proved_by_the_footer_of_the_split()
      throws IOException {
    ReaderSchema schema =
        ReaderSchema.of(JsonTable.schema("struct<id: smallint>"))
            .withRules(EvolutionRules.defaults().withNarrowing(true));
    ParquetSplit split = files.split(0, ALL.withRowGroups(List.of(1))).withSchema(schema);

    assertThat(files.read(copy(split.withFooter(files.footer(0)))))
        .hasSize(7)
        .startsWith("{\"id\":7}");
  }

  @Test
  void changed_file_is_refused() throws IOException {
    String version = ByteSources.defaults().list(folder.toUri()).get(0).version();
    SourceEntry known =
        new SourceEntry(files.entry(0).uri(), Files.size(files.paths().get(0)), version);
    ParquetSplit split = ParquetSplit.of(known, ALL).withFooter(files.footer(0));
    assertThat(files.read(split)).hasSize(ScanFiles.ROWS);
    ParquetSplit byLength =
        ParquetSplit.of(new SourceEntry(known.uri(), known.length(), null), ALL);
    List<ParquetSplit> splits =
        List.of(split, split.withFooter(null), byLength, byLength.withFooter(files.footer(0)));
    Files.copy(files.paths().get(2), files.paths().get(0), StandardCopyOption.REPLACE_EXISTING);

    for (ParquetSplit each : splits) {
      assertThatThrownBy(() -> files.read(copy(each))).isInstanceOf(ChangedSourceException.class);
    }
  }

  @Test
  void column_that_the_file_lacks_is_refused() throws IOException {
    ParquetSplit split = files.split(0, ALL.withColumns(List.of("idd")));
    assertThatThrownBy(() -> files.read(split))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("idd");
  }
}
