// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.file.FooterCache;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.RemoteFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sets and readers whose footers are kept between them, and sets that read none before a reader
 * comes to the file.
 *
 * @see ParquetFileSet
 * @see FooterCache
 */
class CachedFootersTest {
  private static final ParquetReadOptions READ = ParquetReadOptions.defaults();

  @TempDir Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private final RemoteFile.Line line = RemoteFile.Line.fast(ReadHints.REMOTE);
  private final List<URI> opened = Collections.synchronizedList(new ArrayList<>());
  private final SourceFactory sources =
      entry -> {
        opened.add(entry.uri());
        return new RemoteFile(Path.of(entry.uri()), line);
      };
  private final FooterCache cache = FooterCache.of(1 << 20);
  private List<SourceEntry> files;
  private List<String> rows;
  private Schema schema;

  @BeforeEach
  void write() throws IOException {
    List<Path> paths = ScanFiles.write(folder, allocator);
    files = ByteSources.defaults().list(folder.toUri());
    ParquetFileSet set = ParquetFileSet.open(paths);
    schema = set.schema(READ);
    rows = rows(set, READ);
  }

  private List<String> rows(ParquetFileSet set, ParquetReadOptions options) throws IOException {
    List<String> found = new ArrayList<>();
    try (FileSetReader reader = set.read(options, allocator)) {
      while (reader.loadNextBatch()) {
        found.addAll(JsonTable.rows(reader.getVectorSchemaRoot(), allocator));
      }
    }
    return found;
  }

  @Test
  void a_second_set_reads_no_footer() throws IOException {
    ParquetFileSet first =
        ParquetFileSet.ofEntries(
            files, sources, DiscoveryOptions.defaults().withFooters(cache), Runnable::run);
    assertThat(opened).hasSize(files.size());
    assertThat(first.statistics().footerRequests()).isEqualTo(files.size());

    ParquetFileSet second =
        ParquetFileSet.ofEntries(
            files, sources, DiscoveryOptions.defaults().withFooters(cache), Runnable::run);
    assertThat(opened).hasSize(files.size());
    assertThat(second.statistics().footerRequests()).isZero();
    assertThat(second.fragments()).isEqualTo(first.fragments());
    assertThat(rows(second, READ)).isEqualTo(rows);
  }

  @Test
  void a_file_that_changed_is_another_one() throws IOException {
    ByteSources local = ByteSources.defaults();
    ParquetFileSet old =
        ParquetFileSet.ofEntries(
            files, local, DiscoveryOptions.defaults().withFooters(cache), Runnable::run);
    Files.delete(Path.of(files.get(0).uri()));
    JsonTable.write(
        Path.of(files.get(0).uri()),
        "struct<id: bigint>",
        ParquetWriteOptions.defaults(),
        allocator,
        "{\"id\":9999}");

    assertThatThrownBy(() -> rows(old, READ)).isInstanceOf(ChangedSourceException.class);
    List<SourceEntry> now = local.list(folder.toUri());
    ParquetFileSet set =
        ParquetFileSet.ofEntries(
            now, local, DiscoveryOptions.defaults().withFooters(cache), Runnable::run);
    assertThat(rows(set, READ.withColumns(List.of("id")))).hasSize(rows.size() - 119);
  }

  @Test
  void a_set_of_a_schema_opens_files_when_the_reader_comes_to_them() throws IOException {
    ParquetFileSet set =
        ParquetFileSet.ofEntries(
            files,
            sources,
            ReaderSchema.of(schema),
            DiscoveryOptions.defaults().withFooters(cache));
    ParquetReadOptions one = READ.withPrefetch(false).withFilledBatches(false);
    try (FileSetReader reader = set.read(one, allocator)) {
      assertThat(set.schema(one)).isEqualTo(reader.getVectorSchemaRoot().getSchema());
      assertThat(set.diagnostics()).isEmpty();
      assertThat(opened).isEmpty();
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(opened).containsOnly(files.get(0).uri());
    }
    assertThat(set.statistics().footerRequests()).isEqualTo(1);
    assertThat(rows(set, READ)).containsExactlyElementsOf(withSchema(READ));
    assertThat(set.statistics().footerRequests()).isEqualTo(files.size());
    assertThat(line.requests()).isGreaterThan(files.size());
  }

  /** What a set reads that has all footers. */
  private List<String> withSchema(ParquetReadOptions options) throws IOException {
    return rows(
        ParquetFileSet.open(files.stream().map(file -> Path.of(file.uri())).toList())
            .withSchema(ReaderSchema.of(schema)),
        options);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_scan_reads_the_same_rows_within_its_memory(boolean isOrdered) throws Exception {
    ParquetFileSet set =
        ParquetFileSet.ofEntries(
            files,
            sources,
            ReaderSchema.of(schema),
            DiscoveryOptions.defaults().withFooters(cache));
    ParquetReadOptions filtered =
        READ.withFilter(
            new RowFilter.Comparison(
                new Operand.Column("id"), RowFilter.Operator.GREATER_OR_EQUAL, 200L));
    for (ParquetReadOptions options : List.of(READ, filtered)) {
      ExecutorService threads = Executors.newFixedThreadPool(4);
      try (ParquetScan scan =
          set.scan(
              ParquetScanOptions.defaults().withRead(options).withOrdered(isOrdered),
              threads,
              allocator)) {
        List<String> found = ScanFiles.rows(scan, allocator);
        if (isOrdered) {
          assertThat(found).isEqualTo(withSchema(options));
        } else {
          assertThat(found).containsExactlyInAnyOrderElementsOf(withSchema(options));
        }
      } finally {
        threads.shutdown();
      }
    }
  }

  @Test
  void fragments_of_a_set_of_a_schema_are_those_of_its_footers() throws IOException {
    ParquetFileSet set =
        ParquetFileSet.ofEntries(
            files,
            sources,
            ReaderSchema.of(schema),
            DiscoveryOptions.defaults().withFooters(cache));
    List<ParquetFragment> expected =
        ParquetFileSet.ofEntries(files, sources, Runnable::run).fragments();

    assertThat(set.fragments())
        .extracting(ParquetFragment::rows)
        .isEqualTo(expected.stream().map(ParquetFragment::rows).toList());
    try (FileSetReader reader = set.read(set.fragments().subList(1, 2), READ, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat((long) reader.getVectorSchemaRoot().getRowCount())
          .isEqualTo(expected.get(1).rows());
    }
  }

  @Test
  void a_footer_that_cannot_be_read_is_the_failure_of_the_reader_that_comes_to_it()
      throws IOException {
    Files.delete(Path.of(files.get(1).uri()));
    ParquetFileSet set =
        ParquetFileSet.ofEntries(
            files,
            sources,
            ReaderSchema.of(schema),
            DiscoveryOptions.defaults().withFooters(cache));
    String name = Path.of(files.get(1).uri()).toString();

    assertThatThrownBy(() -> rows(set, READ))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(name);
    assertThatThrownBy(set::fragments)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(name);
  }

  @Test
  void a_reader_takes_the_footer_of_an_engines_own_cache() throws IOException {
    Map<SourceEntry, ParquetFooter> own = new HashMap<>();
    FooterCache engine =
        (file, loader) -> {
          ParquetFooter kept = own.get(file);
          if (kept == null) {
            kept = loader.load();
            own.put(file, kept);
          }
          return kept;
        };
    for (int round = 0; round < 2; round++) {
      opened.clear();
      try (ParquetArrowReader reader =
          ParquetArrowReader.open(files.get(0), sources, engine, READ, allocator)) {
        assertThat(reader.loadNextBatch()).isTrue();
      }
      assertThat(opened).hasSize(2 - round);
    }
    assertThatThrownBy(
            () ->
                ParquetArrowReader.open(
                    files.get(0), sources, engine, READ.withColumns(List.of("none")), allocator))
        .hasMessageContaining("none");
  }
}
