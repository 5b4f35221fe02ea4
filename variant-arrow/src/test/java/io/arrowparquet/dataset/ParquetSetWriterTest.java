// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.parquet.RandomVectors;
import io.arrowparquet.parquet.WrittenFile;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.FailedAllocations;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetSetWriterTest {
  private static final SetWriteOptions PLAIN = SetWriteOptions.defaults();
  private static final SetWriteOptions BY_PLACE = PLAIN.withPartitionColumns(List.of("place"));

  @TempDir private Path temporary;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path folder;

  @BeforeEach
  void nameTheFolder() {
    folder = temporary.resolve("set");
  }

  /** Rows of an id and a place. */
  private VectorSchemaRoot batch(int first, String... places) {
    IntVector id = new IntVector("id", allocator);
    VarCharVector place = new VarCharVector("place", allocator);
    for (int row = 0; row < places.length; row++) {
      id.setSafe(row, first + row);
      if (places[row] != null) {
        place.setSafe(row, places[row].getBytes(StandardCharsets.UTF_8));
      }
    }
    id.setValueCount(places.length);
    place.setValueCount(places.length);
    return VectorSchemaRoot.of(id, place);
  }

  private ParquetSetWriter open(Schema schema, SetWriteOptions options) {
    return ParquetSetWriter.open(folder.toUri(), ByteSinks.defaults(), schema, options, allocator);
  }

  private List<WrittenFile> write(SetWriteOptions options, VectorSchemaRoot... batches)
      throws IOException {
    try (ParquetSetWriter writer = open(batches[0].getSchema(), options)) {
      for (VectorSchemaRoot batch : batches) {
        try (batch) {
          writer.write(batch);
        }
      }
      return writer.finish();
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(temporary)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private ParquetFileSet set(List<WrittenFile> files, HivePartitions partitions)
      throws IOException {
    List<SourceEntry> entries =
        files.stream()
            .map(file -> new SourceEntry(URI.create(file.location()), file.length(), null))
            .toList();
    return ParquetFileSet.ofEntries(entries, ByteSources.defaults(), Runnable::run)
        .withPartitions(partitions);
  }

  private List<String> read(List<WrittenFile> files, Schema schema) throws IOException {
    HivePartitions partitions = HivePartitions.below(folder.toUri()).withTypes(schema);
    try (ArrowReader reader =
        set(files, partitions).read(ParquetReadOptions.defaults(), allocator)) {
      List<String> rows = JsonTable.read(reader, allocator);
      Collections.sort(rows);
      return rows;
    }
  }

  @Test
  void batches_of_lists_and_maps_are_cut_between_files() throws IOException {
    Schema schema =
        RandomVectors.schema(
            "id: bigint not null, code: fixed_size_binary(5) not null, "
                + "texts: list<struct<a: list<string>>>, pairs: map<string, list<int>>");
    VectorSchemaRoot batch = new RandomVectors(1).root(schema, 2_000, allocator);
    List<Object> ids = RandomVectors.rows(batch.getVector("id"));
    List<Object> texts = RandomVectors.rows(batch.getVector("texts"));
    List<WrittenFile> files = write(PLAIN.withFileBytes(20_000), batch);
    assertThat(files).hasSizeGreaterThan(1);
    Map<Object, Object> read = new HashMap<>();
    try (ArrowReader reader =
        set(files, HivePartitions.below(folder.toUri()))
            .read(ParquetReadOptions.defaults(), allocator)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot rows = reader.getVectorSchemaRoot();
        List<Object> lists = RandomVectors.rows(rows.getVector("texts"));
        List<Object> numbers = RandomVectors.rows(rows.getVector("id"));
        for (int row = 0; row < numbers.size(); row++) {
          read.put(numbers.get(row), lists.get(row));
        }
      }
    }
    assertThat(ids.stream().map(read::get).toList()).isEqualTo(texts);
  }

  @Test
  void partitions_are_read_back_as_they_were() throws IOException {
    VectorSchemaRoot batch = batch(0, "a", "b/c=d%2F é?", null, "a", "", "b/c=d%2F é?");
    Schema place = new Schema(List.of(batch.getSchema().findField("place")));
    List<WrittenFile> files = write(BY_PLACE, batch);
    assertThat(files).hasSize(4);
    assertThat(files().stream().map(file -> folder.relativize(file.getParent()).toString()))
        .containsExactlyInAnyOrder(
            "place=a", "place=b%2Fc%3Dd%252F é%3F", "place=__HIVE_DEFAULT_PARTITION__", "place=");
    assertThat(files.stream().map(file -> file.partition().get("place")))
        .containsExactly("a", "b/c=d%2F é?", null, "");
    assertThat(read(files, place))
        .containsExactly(
            "{\"id\":0,\"place\":\"a\"}",
            "{\"id\":1,\"place\":\"b/c=d%2F é?\"}",
            "{\"id\":2,\"place\":null}",
            "{\"id\":3,\"place\":\"a\"}",
            "{\"id\":4,\"place\":\"\"}",
            "{\"id\":5,\"place\":\"b/c=d%2F é?\"}");
  }

  @Test
  void every_type_that_names_folders_reads_back() throws IOException {
    BitVector bit = new BitVector("bit", allocator);
    UInt8Vector unsigned = new UInt8Vector("unsigned", allocator);
    DateDayVector day = new DateDayVector("day", allocator);
    DateMilliVector midnight = new DateMilliVector("midnight", allocator);
    DecimalVector decimal = new DecimalVector("decimal", allocator, 9, 2);
    TimeStampMicroVector local = new TimeStampMicroVector("local", allocator);
    TimeStampMicroTZVector instant = new TimeStampMicroTZVector("instant", allocator, "UTC");
    BigIntVector id = new BigIntVector("id", allocator);
    for (int row = 0; row < 2; row++) {
      bit.setSafe(row, row);
      unsigned.setSafe(row, row - 1L);
      day.setSafe(row, row - 1);
      midnight.setSafe(row, (row - 1) * 86_400_000L);
      decimal.setSafe(row, new BigDecimal("-1.50"));
      local.setSafe(row, 1_000_001L * row);
      instant.setSafe(row, 60_000_000L * row);
      id.setSafe(row, row);
    }
    try (VectorSchemaRoot batch =
        VectorSchemaRoot.of(bit, unsigned, day, midnight, decimal, local, instant, id)) {
      batch.setRowCount(2);
      List<String> names =
          List.of("bit", "unsigned", "day", "midnight", "decimal", "local", "instant");
      List<String> expected = JsonTable.rows(batch, allocator);
      try (ParquetSetWriter writer = open(batch.getSchema(), PLAIN.withPartitionColumns(names))) {
        writer.write(batch);
        List<WrittenFile> files = writer.finish();
        assertThat(files.get(0).partition()).containsEntry("day", LocalDate.parse("1969-12-31"));
        List<String> columns =
            batch.getSchema().getFields().stream().map(f -> f.getName()).toList();
        try (ArrowReader reader =
            set(files, writer.partitions())
                .read(ParquetReadOptions.defaults().withColumns(columns), allocator)) {
          List<Map<String, String>> found = new ArrayList<>();
          while (reader.loadNextBatch()) {
            for (String row : JsonTable.rows(reader.getVectorSchemaRoot(), allocator)) {
              found.add(parsed(row));
            }
          }
          assertThat(found)
              .containsExactlyInAnyOrderElementsOf(
                  expected.stream().map(ParquetSetWriterTest::parsed).toList());
        }
      }
    }
  }

  private static Map<String, String> parsed(String json) {
    Map<String, String> fields = new TreeMap<>();
    for (String field : json.substring(1, json.length() - 1).split(",(?=\")", -1)) {
      fields.put(field.substring(0, field.indexOf(':')), field.substring(field.indexOf(':') + 1));
    }
    return fields;
  }

  @Test
  void files_are_of_about_the_size_that_is_asked_for_and_numbered() throws IOException {
    String[] places =
        IntStream.range(0, 2_000).mapToObj(i -> "place " + i * 7919L).toArray(String[]::new);
    List<WrittenFile> files =
        write(
            PLAIN
                .withFileBytes(10_000)
                .withNames("{part}.parquet")
                .withFiles(ParquetWriteOptions.defaults().withDictionary(false)),
            batch(0, places),
            batch(2_000, places));
    assertThat(files).hasSizeGreaterThan(3);
    assertThat(files.get(1).location()).endsWith("/set/00001.parquet");
    assertThat(files.stream().mapToLong(WrittenFile::rows).sum()).isEqualTo(4_000);
    assertThat(files.subList(0, files.size() - 1))
        .allMatch(file -> file.length() > 4_000 && file.length() < 25_000);
    assertThat(files()).hasSize(files.size());
    for (WrittenFile file : files) {
      assertThat(Files.size(Path.of(URI.create(file.location())))).isEqualTo(file.length());
      assertThat(file.splitOffsets()).containsExactly(4L);
    }
  }

  @Test
  void largest_file_is_ended_for_one_more_than_may_be_open() throws IOException {
    String[] few = {"a", "a", "a", "b", "c", "a"};
    List<WrittenFile> files = write(BY_PLACE.withOpenFiles(2), batch(0, few));
    // The rows of a come first, all together; its file makes room for that of c.
    assertThat(files.stream().map(file -> file.partition().get("place")))
        .containsExactly("a", "b", "c");
    assertThat(write(BY_PLACE.withMemory(1), batch(10, few), batch(20, few))).hasSize(6);
  }

  @Test
  void rows_that_were_to_be_sorted_and_are_not_are_refused() throws IOException {
    SetWriteOptions sorted = BY_PLACE.withSortedPartitions(true);
    assertThat(write(sorted, batch(0, "a", "a"), batch(2, "a", "b"), batch(4, "b"))).hasSize(2);
    List<Path> before = files();
    assertThatThrownBy(() -> write(sorted, batch(0, "a"), batch(1, "b"), batch(2, "a")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("place=a/");
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void bundle_has_all_files() throws IOException {
    Path bundle = temporary.resolve("set.bundle");
    BundleFolder below = BundleFolder.of(URI.create(folder.toUri() + "/"), ByteSources.defaults());
    SetWriteOptions options =
        BY_PLACE.withBundle(
            new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults()), below);
    List<WrittenFile> files = write(options, batch(0, "a", "b", null));
    try (FooterBundle read = FooterBundle.open(bundle)) {
      assertThat(read.fileCount()).isEqualTo(files.size());
      List<String> paths = new ArrayList<>();
      read.files().forEach(file -> paths.add(file.file().path()));
      assertThat(paths).allMatch(path -> path.startsWith("place="));
    }
  }

  @Test
  void set_without_rows_has_no_files() throws IOException {
    assertThat(write(BY_PLACE, batch(0))).isEmpty();
    assertThat(files()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nowhere", "place,place"})
  void partition_columns_that_are_not_there_are_refused(String names) {
    try (VectorSchemaRoot batch = batch(0)) {
      SetWriteOptions options = PLAIN.withPartitionColumns(List.of(names.split(",", -1)));
      assertThatThrownBy(() -> open(batch.getSchema(), options))
          .isInstanceOf(InvalidRequestException.class);
      assertThatThrownBy(
              () -> open(batch.getSchema(), PLAIN.withPartitionColumns(List.of("id", "place"))))
          .isInstanceOf(UnsupportedColumnException.class);
    }
  }

  @Test
  void text_that_is_hives_null_is_refused_with_its_row() {
    assertThatThrownBy(() -> write(BY_PLACE, batch(0, "a", "__HIVE_DEFAULT_PARTITION__")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("row 1");
  }

  @Test
  void set_that_is_closed_unfinished_leaves_no_file() throws IOException {
    try (VectorSchemaRoot batch = batch(0, "a", "b", "c", "d");
        ParquetSetWriter writer = open(batch.getSchema(), BY_PLACE.withOpenFiles(1))) {
      writer.write(batch);
      assertThat(files()).isNotEmpty();
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void finished_set_takes_no_more_and_stays_when_closed() throws IOException {
    try (VectorSchemaRoot batch = batch(0, "a");
        ParquetSetWriter writer = open(batch.getSchema(), BY_PLACE)) {
      writer.write(batch);
      assertThat(writer.finish()).hasSize(1);
      assertThatIllegalStateException().isThrownBy(() -> writer.write(batch));
      assertThatIllegalStateException().isThrownBy(writer::finish);
    }
    assertThat(files()).hasSize(1);
  }

  /** Objects in memory, of which the one of a number cannot be written whole. */
  private static final class FailingSinks implements SinkFactory {
    private final Map<URI, Integer> objects = new HashMap<>();
    private final boolean canDelete;
    private int left;

    FailingSinks(int left, boolean canDelete) {
      this.left = left;
      this.canDelete = canDelete;
    }

    @Override
    public ByteSink create(URI uri) {
      return new ByteSink() {
        private int length;

        @Override
        public String name() {
          return uri.toString();
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
          length += bytes.remaining();
          bytes.position(bytes.limit());
        }

        @Override
        public void commit() throws IOException {
          if (left-- == 0) {
            throw new IOException("full");
          }
          objects.put(uri, length);
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public ByteSink replace(URI uri, @Nullable String version) {
      return create(uri);
    }

    @Override
    public void delete(URI uri) {
      if (!canDelete) {
        throw new UnsupportedOperationException("no deletes");
      }
      objects.remove(uri);
    }
  }

  @Test
  void failing_sink_leaves_no_object_and_its_exception_comes_again() throws IOException {
    for (int good = 0; good < 4; good++) {
      FailingSinks sinks = new FailingSinks(good, true);
      URI bucket = URI.create("mem://bucket/table");
      try (VectorSchemaRoot batch = batch(0, "a", "b", "c", "d");
          ParquetSetWriter writer =
              ParquetSetWriter.open(
                  bucket, sinks, batch.getSchema(), BY_PLACE.withOpenFiles(2), allocator)) {
        Throwable first =
            catchThrowable(
                () -> {
                  writer.write(batch);
                  writer.finish();
                });
        assertThat(first).isInstanceOf(IOException.class).hasMessage("full");
        assertThat(sinks.objects).hasSize(good);
        assertThat(catchThrowable(writer::finish)).isSameAs(first);
      }
      assertThat(sinks.objects).isEmpty();
    }
  }

  @Test
  void no_memory_is_held_and_no_file_left_after_any_failed_allocation() throws IOException {
    try (FailedAllocations failures = new FailedAllocations();
        VectorSchemaRoot batch = batch(0, "a", "b", "a", "c", "b", "a")) {
      failures.failEach(
          "set",
          memory -> {
            try (ParquetSetWriter writer =
                ParquetSetWriter.open(
                    folder.toUri(),
                    ByteSinks.defaults(),
                    batch.getSchema(),
                    BY_PLACE.withOpenFiles(2),
                    memory)) {
              writer.write(batch);
              writer.write(batch);
              writer.finish();
            }
          });
    }
    // Those of the last run with each kind of failure, in which nothing failed.
    try (ArrowReader reader =
        ParquetFileSet.ofEntries(
                files().stream().map(file -> SourceEntry.of(file.toUri())).toList(),
                ByteSources.defaults(),
                Runnable::run)
            .read(ParquetReadOptions.defaults(), allocator)) {
      assertThat(JsonTable.read(reader, allocator)).hasSize(2 * 12);
    }
  }

  @Test
  void storage_that_cannot_delete_says_which_files_are_left() throws IOException {
    FailingSinks sinks = new FailingSinks(2, false);
    try (VectorSchemaRoot batch = batch(0, "a", "b", "c")) {
      ParquetSetWriter writer =
          ParquetSetWriter.open(
              URI.create("mem://bucket/table/"),
              sinks,
              batch.getSchema(),
              BY_PLACE.withOpenFiles(1).withNames("{part}"),
              allocator);
      writer.write(batch);
      Throwable failure = catchThrowable(writer::close);
      assertThat(failure).isInstanceOf(IOException.class);
      String texts =
          Stream.concat(Stream.of(failure), Stream.of(failure.getSuppressed()))
              .map(Throwable::getMessage)
              .collect(Collectors.joining("\n"));
      assertThat(texts).contains("mem://bucket/table/place=a/00000").contains("place=b/00001");
    }
  }
}
