// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.internal.Zstd;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.FooterCache;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.NaturalReader;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.ColumnOptions;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.NaturalReadOptions;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.parquet.options.VectorTypes;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Splits as bytes, and the rows that they say. */
class ParquetSplitTest {
  private static final Operand ID = Operand.column("id");
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private List<Path> files;

  @BeforeEach
  void writeFiles() throws IOException {
    files = ScanFiles.write(folder, allocator);
  }

  private SourceEntry entry(int file) {
    return SourceEntry.of(files.get(file).toUri());
  }

  private ParquetFooter footer(int file) throws IOException {
    return FooterReader.defaults().read(files.get(file));
  }

  private static ParquetSplit copy(ParquetSplit split) {
    return ParquetSplit.from(split.toBytes());
  }

  private List<String> read(ParquetSplit split) throws IOException {
    try (FileSetReader reader = split.open(ByteSources.defaults(), allocator)) {
      return JsonTable.read(reader, allocator);
    }
  }

  private List<String> expected(int file, ParquetReadOptions options) throws IOException {
    ParquetFileSet set = ParquetFileSet.open(List.of(files.get(file)));
    List<ParquetFragment> chosen =
        set.fragments().stream()
            .filter(
                fragment ->
                    options.rowGroups() == null
                        || options.rowGroups().contains(fragment.rowGroup()))
            .toList();
    try (FileSetReader reader = set.read(chosen, options.withRowGroups(null), allocator)) {
      return JsonTable.read(reader, allocator);
    }
  }

  private List<ParquetReadOptions> options() {
    VariantPath path = VariantPath.parse("$.n");
    VariantProjection n =
        VariantProjection.of("v", path, "v.n", new ArrowType.Int(Integer.SIZE, true));
    return List.of(
        ALL,
        ALL.withColumns(List.of("id")),
        ALL.withColumns(List.of("l", "s")).withRowGroups(List.of(2, 4)),
        ALL.withColumns(List.of()).withFilter(ID.isLessThan(150L)),
        ALL.withColumns(List.of("s")).withFilter(Operand.column("i").isEqualTo(3)),
        ALL.withColumns(List.of("id")).withVariantPaths(List.of(n)).withFilter(n.isAtLeast(4)),
        ALL.withColumns(List.of("v")).withRowGroups(List.of(1)),
        ALL.withRows(RowPositions.ofRanges(3, 30, 90, 91)).withoutRows(RowPositions.of(7, 20)),
        ALL.withColumns(List.of("id")).withFilter(ID.isGreaterThan(9L)).withLimit(30),
        ALL.withColumns(List.of()));
  }

  @Test
  void rows_are_those_of_the_file_with_the_footer_and_without() throws IOException {
    for (int file : new int[] {0, 1}) {
      for (ParquetReadOptions options : options()) {
        ParquetSplit split = ParquetSplit.of(entry(file), options);
        List<String> expected = expected(file, options);

        assertThat(read(copy(split))).as(options.toString()).isEqualTo(expected);
        ParquetSplit whole = copy(split.withFooter(footer(file)));
        assertThat(whole.hasFooter()).isTrue();
        assertThat(read(whole)).as(options.toString()).isEqualTo(expected);
      }
    }
  }

  @Test
  void footer_of_the_columns_spares_reading_the_footer() throws IOException {
    ParquetReadOptions options = ALL.withColumns(List.of("id")).withRowGroups(List.of(3));
    ParquetSplit without = copy(ParquetSplit.of(entry(0), options));
    ParquetSplit with = copy(without.withFooter(footer(0)));
    FooterCounter counter = new FooterCounter();

    try (FileSetReader reader = with.open(counter, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).hasSize(7);
    }
    assertThat(counter.opened).isEqualTo(1);
    assertThat(counter.tails).isZero();
    try (FileSetReader reader = without.open(counter, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).hasSize(7);
    }
    assertThat(counter.tails).isEqualTo(1);
  }

  /** Ranges of a file that were asked for. */
  private static SourceFactory recording(List<ByteRange> asked) {
    return entry ->
        new ForwardingByteSource(ByteSources.defaults().open(entry)) {
          @Override
          public ReadHints hints() {
            return ReadHints.REMOTE;
          }

          @Override
          public void readFully(long position, ByteBuffer target) throws IOException {
            asked.add(new ByteRange(position, target.remaining()));
            super.readFully(position, target);
          }

          @Override
          public List<CompletableFuture<ByteBuffer>> readRanges(
              List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
            asked.addAll(ranges);
            return super.readRanges(ranges, memory);
          }
        };
  }

  private Path indexed() throws IOException {
    Path path = folder.resolve("indexed.parquet");
    ParquetWriteOptions writing =
        ParquetWriteOptions.defaults()
            .withRowGroupRows(500)
            .withPageRows(20)
            .withColumn("id", ColumnOptions.defaults().withBloomFilter(true));
    JsonTable.write(
        path,
        "struct<id: bigint, s: string>",
        writing,
        allocator,
        IntStream.range(0, 2000)
            .mapToObj(row -> "{\"id\":%d,\"s\":\"text %d\"}".formatted(row * 3 % 2000, row))
            .toArray(String[]::new));
    return path;
  }

  @Test
  void indexes_in_a_split_spare_reading_all_but_pages() throws IOException {
    SourceEntry file = SourceEntry.of(indexed().toUri());
    ParquetFooter footer = FooterReader.defaults().read(Path.of(file.uri()));
    long firstIndex =
        IntStream.range(0, 4)
            .mapToLong(group -> footer.footer().chunk(group, 1).offsetIndex().offset())
            .min()
            .getAsLong();
    List<ParquetReadOptions> readings =
        List.of(
            ALL.withFilter(ID.isIn(List.of(7L, 1500L))),
            ALL.withFilter(Operand.column("s").isAtLeast("text 77")).withColumns(List.of("id")),
            ALL.withRows(RowPositions.of(3, 888, 1999)));
    for (ParquetReadOptions options : readings) {
      ParquetSplit plain = ParquetSplit.of(file, options).withFooter(footer);
      ParquetSplit with;
      try (ByteSource bytes = ByteSources.path(Path.of(file.uri()))) {
        with = copy(plain.withIndexes(bytes, 1 << 20, allocator));
      }
      List<ByteRange> asked = new ArrayList<>();
      try (FileSetReader reader = with.open(recording(asked), allocator)) {
        assertThat(JsonTable.read(reader, allocator)).isNotEmpty().isEqualTo(read(plain));
      }
      assertThat(asked)
          .isNotEmpty()
          .allMatch(range -> range.end() <= firstIndex && !isBloomFilter(footer, range));
      List<ByteRange> without = new ArrayList<>();
      try (FileSetReader reader = copy(plain).open(recording(without), allocator)) {
        assertThat(JsonTable.read(reader, allocator)).isNotEmpty();
      }
      assertThat(without).anyMatch(range -> range.end() > firstIndex);
    }
  }

  private static boolean isBloomFilter(ParquetFooter footer, ByteRange range) {
    return IntStream.range(0, 4)
        .mapToObj(group -> footer.footer().chunk(group, 0))
        .anyMatch(
            chunk ->
                range.offset() < chunk.bloomFilterOffset() + chunk.bloomFilterLength()
                    && range.end() > chunk.bloomFilterOffset());
  }

  @Test
  void indexes_in_a_split_keep_within_their_bytes() throws IOException {
    SourceEntry file = SourceEntry.of(indexed().toUri());
    ParquetFooter footer = FooterReader.defaults().read(Path.of(file.uri()));
    ParquetReadOptions options = ALL.withFilter(ID.isEqualTo(1500L));
    ParquetSplit plain = ParquetSplit.of(file, options).withFooter(footer);
    List<String> expected = read(plain);
    try (ByteSource bytes = ByteSources.path(Path.of(file.uri()))) {
      for (int most : new int[] {0, 300, 3000, 1 << 20}) {
        ParquetSplit with = copy(plain.withIndexes(bytes, most, allocator));
        int held = with.footer().indexes().stream().mapToInt(index -> index.bytes().length()).sum();
        assertThat(held).isBetween(most == 0 ? 0 : 1, most);
        assertThat(read(with)).isEqualTo(expected);
      }
      assertThat(plain.withFooter(null).withIndexes(bytes, 1000, allocator).hasFooter()).isFalse();
      ParquetSplit all = ParquetSplit.of(file, ALL).withFooter(footer);
      assertThat(all.withIndexes(bytes, 1000, allocator)).isSameAs(all);
    }
    ParquetScanPlan plan = ParquetScanPlan.of(file, footer, options);
    for (ParquetSplit split : plan.splits(1, 1 << 20, ByteSources.defaults(), allocator)) {
      assertThat(split.footer().indexes()).hasSize(4);
      assertThat(read(copy(split))).isEqualTo(read(split));
    }
  }

  @Test
  void footer_comes_from_a_cache_where_the_split_has_none() throws IOException {
    FooterCounter counter = new FooterCounter();
    FooterCache footers = FooterCache.of(1 << 20);
    List<ParquetSplit> splits = new ArrayList<>();
    for (int rowGroup = 0; rowGroup < 3; rowGroup++) {
      SourceEntry file = new SourceEntry(entry(0).uri(), Files.size(files.get(0)), null);
      splits.add(ParquetSplit.of(file, ALL.withRowGroups(List.of(rowGroup))));
    }
    try (FileSetReader reader = splits.get(0).open(counter, footers, ALL, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).hasSize(7);
    }
    assertThat(counter.tails).isEqualTo(1);
    try (ParquetScan scan =
        ParquetScan.of(
            splits, counter, footers, ParquetScanOptions.defaults(), Runnable::run, allocator)) {
      assertThat(ScanFiles.rows(scan, allocator)).hasSize(21);
    }
    assertThat(counter.tails).isEqualTo(1);
  }

  @Test
  void splits_become_the_vectors_that_the_reader_asks_for() throws IOException {
    ParquetSplit split = copy(ParquetSplit.of(entry(0), ALL.withColumns(List.of("s", "v"))));
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
      assertThat(JsonTable.read(reader, allocator)).isEqualTo(read(split));
      assertThat(ScanFiles.rows(scan, allocator)).isEqualTo(read(split));
    }
  }

  @Test
  void splits_and_scans_give_variants_in_one_schema() throws IOException {
    List<ParquetSplit> splits = new ArrayList<>();
    for (int file : new int[] {0, 2}) {
      splits.add(copy(ParquetSplit.of(entry(file), ALL.withColumns(List.of("v")))));
    }
    NaturalReadOptions natural = NaturalReadOptions.defaults();
    NaturalReader.Opening ofSplit =
        () -> splits.get(0).open(ByteSources.defaults(), null, ALL.withBatchSize(9), allocator);
    NaturalReader.Opening ofScan =
        () ->
            ParquetScan.of(
                    splits,
                    ByteSources.defaults(),
                    ParquetScanOptions.defaults(),
                    Runnable::run,
                    allocator)
                .reader();
    int files = 0;
    for (NaturalReader.Opening opening : List.of(ofSplit, ofScan)) {
      files++;
      int rows = 0;
      try (NaturalReader reader = NaturalReader.open(opening, natural, allocator)) {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        assertThat(ArrowTypeText.of(root.getSchema().findField("v")))
            .isEqualTo("struct<n: tinyint, s: string>");
        while (reader.loadNextBatch()) {
          for (int row = 0; row < root.getRowCount(); row++, rows++) {
            int number = rows < ScanFiles.ROWS ? rows : rows + ScanFiles.ROWS;
            assertThat(root.getVector("v").getObject(row))
                .hasToString("{\"n\":" + number % 7 + ",\"s\":\"x\"}");
          }
        }
      }
      assertThat(rows).isEqualTo(files * ScanFiles.ROWS);
    }
  }

  @Test
  void bytes_to_fetch_are_those_of_the_columns_with_the_footer_and_without() throws IOException {
    for (ParquetReadOptions options : options()) {
      ParquetSplit split = ParquetSplit.of(entry(0), options.withRowGroups(null));
      assertThat(fetchBytes(split.withFooter(footer(0))))
          .as(options.toString())
          .isEqualTo(fetchBytes(split));
    }
    assertThat(fetchBytes(ParquetSplit.of(entry(0), ALL))).isPositive();
  }

  private static long fetchBytes(ParquetSplit split) throws IOException {
    SplitFiles files = new SplitFiles(List.of(split), ByteSources.defaults(), null, ALL);
    return new FetchSizes(files, ALL).bytes(files.fragments().get(0));
  }

  @Test
  void footer_of_few_columns_is_small_in_a_wide_file() throws IOException {
    Path wide = folder.resolve("wide.parquet");
    StringBuilder type = new StringBuilder("struct<id: bigint");
    IntStream.range(0, 2000).forEach(i -> type.append(", c").append(i).append(": int"));
    JsonTable.write(
        wide, type + ">", ParquetWriteOptions.defaults(), allocator, "{\"id\":5,\"c77\":6}");
    ParquetFooter footer = FooterReader.defaults().read(wide);

    ParquetSplit split =
        ParquetSplit.of(
                SourceEntry.of(wide.toUri()),
                ALL.withColumns(List.of("c77")).withFilter(ID.isNotNull()))
            .withFooter(footer);

    assertThat(split.toBytes()).hasSizeLessThan(2000);
    assertThat(read(copy(split))).containsExactly("{\"c77\":6}");
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
    ParquetSplit split = ParquetSplit.of(entry(0), options).withSchema(schema);

    for (ParquetSplit each : List.of(copy(split), copy(split.withFooter(footer(0))))) {
      assertThat(each.schema().schema()).isEqualTo(schema.schema());
      assertThat(each.schema().rules().ignoreCase()).isTrue();
      assertThat(each.schema().rules().byFieldId()).isFalse();
      assertThat(each.schema().rules().decodeVariants()).isTrue();
      assertThat(each.schema().defaults()).isEqualTo(schema.defaults());
      assertThat(read(each))
          .containsExactly(
              "{\"ID\":0,\"more\":7}", "{\"ID\":1,\"more\":7}", "{\"ID\":2,\"more\":7}");
    }
  }

  @Test
  void schema_that_was_read_before_stands_for_no_other() throws IOException {
    ReaderSchema schema = ReaderSchema.of(JsonTable.schema("struct<id: bigint, more: int>"));
    ParquetSplit split = ParquetSplit.of(entry(0), ALL);
    ReaderSchema first = copy(split.withSchema(schema)).schema();
    ReaderSchema again = copy(ParquetSplit.of(entry(1), ALL).withSchema(schema)).schema();
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
    ParquetSplit split =
        ParquetSplit.of(entry(0), ALL.withRowGroups(List.of(1))).withSchema(schema);

    assertThat(read(copy(split.withFooter(footer(0))))).hasSize(7).startsWith("{\"id\":7}");
  }

  @Test
  void options_are_lossless() {
    VariantProjection path =
        VariantProjection.ofVariant("a.b", VariantPath.parse("$['x y'][3].z"), "p");
    ParquetReadOptions options =
        ALL.withColumns(List.of("a", "b.c", "\uD83D\uDE00"))
            .withRowGroups(List.of(3, 1))
            .withVariantPaths(List.of(path))
            .withVariantColumns(Set.of("w", "a.b"))
            .withInt96Unit(TimeUnit.MILLISECOND)
            .withRows(RowPositions.ofRanges(5, 7, 7, 900, 1L << 40, 1L << 41))
            .withoutRows(RowPositions.of(3, 6))
            .withOffset(3)
            .withLimit(4)
            .withRowColumns(rowColumns())
            .withCaseInsensitive(true)
            .withFilter(path.isNull().or(ID.isIn(List.of(1L, 2)).not()));
    SourceEntry file = new SourceEntry(entry(0).uri(), 12, "\"tag\"");
    ParquetSplit found = copy(ParquetSplit.of(file, options));

    assertThat(found.file()).isEqualTo(file);
    assertThat(found.options().withVariantColumns(Set.of()))
        .hasToString(options.withVariantColumns(Set.of()).toString());
    assertThat(found.options().variantColumns()).isEqualTo(options.variantColumns());
    assertThat(found.options().filter()).isEqualTo(options.filter());
    assertThat(found.options().variantPaths()).isEqualTo(options.variantPaths());
    assertThat(found.options().rows()).isEqualTo(options.rows());
    assertThat(found.options().withoutRows()).isEqualTo(options.withoutRows());
    assertThat(found.options().rowColumns()).isEqualTo(options.rowColumns());
    assertThat(found.options().caseInsensitive()).isTrue();
    assertThat(found.schema()).isNull();
    assertThat(found.hasFooter()).isFalse();
  }

  /** An option that says which rows and columns there are has to be in the bytes. */
  @Test
  void each_option_is_in_the_bytes_or_says_how_to_read() {
    Set<String> inBytes =
        Set.of(
            "caseInsensitive",
            "columns",
            "filter",
            "int96Unit",
            "int96Instants",
            "limit",
            "offset",
            "rowColumns",
            "rowGroups",
            "rows",
            "variantColumns",
            "variantPaths",
            "withoutRows");
    Set<String> how =
        Set.of(
            "batchBytes",
            "batchSize",
            "checkCrc",
            "decryption",
            "dynamicFilter",
            "executor",
            "fetchBytes",
            "filledBatches",
            "listener",
            "maxPageBytes",
            "nativeCodecs",
            "prefetch",
            "secondEncodings",
            "skipping",
            "skippingSteps",
            "strict",
            "threads",
            "types");
    Set<String> all = new TreeSet<>(inBytes);
    all.addAll(how);
    assertThat(ParquetReadOptions.class.getMethods())
        .filteredOn(method -> method.getParameterCount() == 0)
        .filteredOn(method -> method.getDeclaringClass() == ParquetReadOptions.class)
        .extracting(Method::getName)
        .filteredOn(name -> !name.equals("defaults") && !name.equals("toString"))
        .containsExactlyInAnyOrderElementsOf(all);
  }

  private static List<RowColumn> rowColumns() {
    Field constant = ArrowTypeText.parse("i", "date");
    return List.of(
        RowColumn.position("at"),
        RowColumn.rowGroup("group"),
        RowColumn.constant(constant, LocalDate.EPOCH),
        RowColumn.constant(ArrowTypeText.parse("none", "string"), null),
        RowColumn.deleted("gone"),
        RowColumn.lineage("row_id", "id", 1000),
        RowColumn.coalesce(ArrowTypeText.parse("seq", "bigint"), "id", 9L),
        RowColumn.lineage("s", null, 7));
  }

  @Test
  void row_columns_are_those_of_the_file_with_the_footer_and_without() throws IOException {
    for (ParquetReadOptions of :
        List.of(ALL, ALL.withColumns(List.of("s", "i")), ALL.withColumns(List.of("l")))) {
      ParquetReadOptions options =
          of.withRowColumns(rowColumns())
              .withoutRows(RowPositions.of(17, 20))
              .withRowGroups(List.of(2, 3));
      List<String> expected = expected(0, options);
      ParquetSplit split = ParquetSplit.of(entry(0), options);
      ParquetSplit whole = split.withFooter(footer(0));

      assertThat(expected).hasSize(14);
      assertThat(read(copy(split))).isEqualTo(expected);
      assertThat(read(copy(whole))).isEqualTo(expected);
      ParquetScanPlan plan = ParquetScanPlan.of(entry(0), footer(0), options);
      assertThat(read(copy(plan.splits(1L << 30).get(0)))).isEqualTo(expected);
    }
  }

  @Test
  void literals_keep_class_and_value() {
    for (Object literal :
        List.of(
            true,
            (byte) -3,
            (short) 400,
            Integer.MIN_VALUE,
            Long.MAX_VALUE,
            BigInteger.TWO.pow(90).negate(),
            -0.0f,
            Double.NaN,
            new BigDecimal("-12345678901234567890.12300"),
            "text \uD83D\uDE00",
            new byte[] {0, -1, 7},
            new UUID(5, -6),
            LocalDate.of(-44, 3, 15),
            LocalTime.MAX,
            Duration.ofSeconds(-5, 3),
            LocalDateTime.of(1815, 6, 18, 11, 35, 0, 9),
            Instant.MIN)) {
      RowFilter.Comparison found =
          (RowFilter.Comparison)
              copy(ParquetSplit.of(entry(0), ALL.withFilter(ID.isEqualTo(literal))))
                  .options()
                  .filter();
      assertThat(found.literal()).isEqualTo(literal).hasSameClassAs(literal);
    }
  }

  @Test
  void filters_are_lossless() {
    Random random = new Random(5);
    for (int run = 0; run < 200; run++) {
      RowFilter filter = filter(random, 4);
      assertThat(copy(ParquetSplit.of(entry(0), ALL.withFilter(filter))).options().filter())
          .isEqualTo(filter);
    }
  }

  private static RowFilter filter(Random random, int depth) {
    RowFilter left = depth == 0 ? leaf(random) : filter(random, random.nextInt(depth));
    RowFilter right = depth == 0 ? leaf(random) : filter(random, random.nextInt(depth));
    return switch (random.nextInt(4)) {
      case 0 -> left.and(right).and(leaf(random));
      case 1 -> left.or(right);
      case 2 -> left.not();
      default -> leaf(random);
    };
  }

  private static RowFilter leaf(Random random) {
    Operand other =
        VariantProjection.of(
            "v", VariantPath.parse("$.a"), "x", new ArrowType.Timestamp(TimeUnit.SECOND, "UTC"));
    return switch (random.nextInt(9)) {
      case 0 -> ID.isEqualTo(random.nextLong());
      case 1 -> ID.isIn(List.of());
      case 2 -> other.isIn(List.of(Instant.EPOCH, Instant.MAX));
      case 3 -> ID.isNull();
      case 4 -> ID.startsWith("p");
      case 5 -> ID.isNaN();
      case 6 -> ID.contains(4);
      case 7 -> ID.isAtMost(other);
      default -> RowFilter.constant(random.nextBoolean());
    };
  }

  @Test
  void filter_of_all_levels_is_read_and_one_level_more_is_refused() {
    RowFilter filter = ID.isNull();
    for (int i = 0; i < RowFilter.MAX_DEPTH; i++) {
      filter = i % 2 == 0 ? filter.and(ID.isNaN()) : filter.or(ID.isNaN());
    }
    assertThat(copy(ParquetSplit.of(entry(0), ALL.withFilter(filter))).options().filter())
        .isEqualTo(filter);
  }

  @Test
  void condition_of_the_caller_cannot_be_written() {
    RowFilter custom = RowFilter.custom(List.of(ID), (columns, matches) -> {}, bounds -> true);
    ParquetSplit split = ParquetSplit.of(entry(0), ALL.withFilter(custom));
    assertThatThrownBy(split::toBytes).isInstanceOf(InvalidRequestException.class);
    ParquetSplit odd = ParquetSplit.of(entry(0), ALL.withFilter(ID.isEqualTo('c')));
    assertThatThrownBy(odd::toBytes).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void changed_file_is_refused() throws IOException {
    String version = ByteSources.defaults().list(folder.toUri()).get(0).version();
    SourceEntry known = new SourceEntry(entry(0).uri(), Files.size(files.get(0)), version);
    ParquetSplit split = ParquetSplit.of(known, ALL).withFooter(footer(0));
    assertThat(read(split)).hasSize(ScanFiles.ROWS);
    ParquetSplit byLength =
        ParquetSplit.of(new SourceEntry(known.uri(), known.length(), null), ALL);
    List<ParquetSplit> splits =
        List.of(split, split.withFooter(null), byLength, byLength.withFooter(footer(0)));
    Files.copy(files.get(2), files.get(0), StandardCopyOption.REPLACE_EXISTING);

    for (ParquetSplit each : splits) {
      assertThatThrownBy(() -> read(copy(each))).isInstanceOf(ChangedSourceException.class);
    }
  }

  @Test
  void each_changed_byte_and_each_cut_is_refused() throws IOException {
    byte[] bytes = ParquetSplit.of(entry(0), options().get(5)).withFooter(footer(0)).toBytes();
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= (byte) (1 << i % Byte.SIZE);
      byte[] cut = Arrays.copyOf(bytes, i);
      assertThatThrownBy(() -> ParquetSplit.from(changed))
          .isInstanceOf(CorruptFooterException.class);
      assertThatThrownBy(() -> ParquetSplit.from(cut)).isInstanceOf(CorruptFooterException.class);
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThatThrownBy(() -> ParquetSplit.from(longer)).isInstanceOf(CorruptFooterException.class);
  }

  /** Damage that a checksum does not show: as of a writer that is wrong. */
  @Test
  void damage_under_a_right_checksum_is_ours_or_reads_rows() throws IOException {
    Random random = new Random(9);
    for (ParquetReadOptions options : List.of(options().get(5), options().get(4))) {
      ReaderSchema schema =
          ReaderSchema.of(new Schema(List.of(ArrowTypeText.parse("id", "bigint"))))
              .withDefault("id", 5L);
      ParquetSplit split = ParquetSplit.of(entry(0), options);
      ParquetSplit indexed;
      try (ByteSource file = ByteSources.path(files.get(0))) {
        indexed = split.withFooter(footer(0)).withIndexes(file, 1 << 20, allocator);
      }
      assertThat(indexed.footer().indexes()).isNotEmpty();
      for (ParquetSplit each : List.of(indexed, split.withSchema(schema))) {
        byte[] bytes = unpacked(each.toBytes());
        for (int run = 0; run < 400; run++) {
          byte[] changed = bytes.clone();
          int at = 20 + random.nextInt(bytes.length - 20);
          changed[at] = (byte) random.nextInt();
          requireOurs(sealed(changed));
        }
      }
    }
  }

  private void requireOurs(byte[] bytes) {
    try {
      ParquetSplit split = ParquetSplit.from(bytes);
      if (!split.file().equals(entry(0))) {
        return;
      }
      read(split);
    } catch (DiagnosedException | IOException expected) {
      // The answer to most.
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("row group");
    }
  }

  /** The same split, not compressed. */
  private static byte[] unpacked(byte[] bytes) {
    byte[] fields =
        Zstd.prefixed(bytes, 12, bytes.length - 12, Integer.MAX_VALUE, 12).copy().array();
    return sealed(
        ByteBuffer.allocate(20 + fields.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(bytes, 0, 12)
            .putLong(-1)
            .put(fields)
            .array());
  }

  private static byte[] sealed(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 12, bytes.length - 12);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(8, (int) crc.getValue());
    return bytes;
  }

  @Test
  void scan_reads_each_split_by_its_own_filter() throws IOException {
    List<ParquetSplit> splits = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int file : new int[] {1, 0, 3}) {
      ParquetReadOptions options =
          ALL.withColumns(List.of("id", "s"))
              .withFilter(ID.isGreaterThan(60L + (long) ScanFiles.ROWS * file))
              .withRowGroups(List.of(1, 2));
      if (file > 0) {
        options = options.withRowGroups(null);
      }
      expected.addAll(expected(file, options));
      ParquetSplit split = ParquetSplit.of(entry(file), options);
      splits.add(copy(file == 0 ? split : split.withFooter(footer(file))));
    }
    ExecutorService pool = Executors.newFixedThreadPool(3);
    try (ParquetScan scan =
        ParquetScan.of(
            splits, ByteSources.defaults(), ParquetScanOptions.defaults(), pool, allocator)) {
      assertThat(ScanFiles.rows(scan, allocator)).isEqualTo(expected).isNotEmpty();
      ReadStatistics read = scan.statistics();
      assertThat(read.rowGroupsRead()).isPositive();
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void offset_and_limit_count_the_rows_of_a_split() throws IOException {
    ParquetReadOptions options = ALL.withColumns(List.of("id"));
    List<String> all = expected(0, options);
    ParquetSplit first = ParquetSplit.of(entry(0), options.withOffset(5).withLimit(20));
    ParquetSplit second =
        ParquetSplit.of(entry(0), options.withRowGroups(List.of(4, 6)).withLimit(9));
    List<String> expected = new ArrayList<>(all.subList(5, 25));
    expected.addAll(all.subList(28, 35));
    expected.addAll(all.subList(42, 44));

    try (ParquetScan scan =
        ParquetScan.of(
            List.of(copy(first), copy(second)),
            ByteSources.defaults(),
            ParquetScanOptions.defaults(),
            Runnable::run,
            allocator)) {
      assertThat(ScanFiles.rows(scan, allocator)).isEqualTo(expected);
    }
  }

  @Test
  void columns_that_are_not_in_the_file_are_those_of_each_split_of_a_scan() throws IOException {
    ParquetReadOptions options =
        ALL.withColumns(List.of("s", "id"))
            .withRowColumns(
                List.of(
                    RowColumn.constant(Field.nullable("id", ArrowType.Utf8.INSTANCE), "x"),
                    RowColumn.position("position")));
    List<ParquetSplit> splits = new ArrayList<>();
    for (int rowGroup : new int[] {1, 2}) {
      splits.add(copy(ParquetSplit.of(entry(0), options.withRowGroups(List.of(rowGroup)))));
    }
    try (ParquetScan scan =
        ParquetScan.of(
            splits,
            ByteSources.defaults(),
            ParquetScanOptions.defaults(),
            Runnable::run,
            allocator)) {
      assertThat(ScanFiles.rows(scan, allocator))
          .isEqualTo(expected(0, options.withRowGroups(List.of(1, 2))))
          .isNotEmpty();
    }
  }

  @Test
  void splits_of_several_schemas_are_refused() throws IOException {
    List<ParquetSplit> splits =
        List.of(ParquetSplit.of(entry(0), ALL), ParquetSplit.of(entry(1), ALL));
    try (ParquetScan scan =
        ParquetScan.of(
            splits,
            ByteSources.defaults(),
            ParquetScanOptions.defaults(),
            Runnable::run,
            allocator)) {
      assertThatThrownBy(() -> ScanFiles.rows(scan, allocator))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("1.parquet");
    }
    ReaderSchema one = ReaderSchema.of(JsonTable.schema("struct<id: bigint>"));
    ReaderSchema other = ReaderSchema.of(JsonTable.schema("struct<i: bigint>"));
    List<ParquetSplit> two =
        List.of(splits.get(0).withSchema(one), splits.get(1).withSchema(other));
    assertThatThrownBy(
            () ->
                ParquetScan.of(
                    two,
                    ByteSources.defaults(),
                    ParquetScanOptions.defaults(),
                    Runnable::run,
                    allocator))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void column_that_the_file_lacks_is_refused() throws IOException {
    ParquetSplit split = ParquetSplit.of(entry(0), ALL.withColumns(List.of("idd")));
    assertThatThrownBy(() -> read(split))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("idd");
  }
}
