// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleConflictException;
import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.BundleWriter.Changes;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.it.storage.FaultProxy.Fault;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.s3.S3Storage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bundles that are kept on S3, beside the files that they are about. */
@Timeout(60)
class RemoteBundlesTest {
  private static final ParquetReadOptions HIGH_IDS =
      ParquetReadOptions.defaults()
          .withFilter(
              new RowFilter.Comparison(new Operand.Column("id"), RowFilter.Operator.GREATER, 700L));

  @TempDir private static Path folder;
  private static byte[] small;
  private static byte[] large;

  @AutoClose private static S3Server server;
  private static SourceFactory sources;
  private static SinkFactory sinks;

  private URI bundle;
  private BundleStore store;
  private final List<String> diagnostics = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    server = new S3Server();
    sources = ByteSources.defaults().with("s3", S3Storage.of(server.client()));
    sinks = ByteSinks.defaults().with("s3", S3Storage.of(server.client()));
    small = StorageFile.bytes(folder, 1, 500, 1);
    large = StorageFile.bytes(folder, 2, 500, 2);
  }

  @BeforeEach
  void write_files() throws IOException {
    server.proxy().spoil(request -> Fault.NONE);
    server.clear();
    server.put("lake/a b.parquet", small);
    server.put("lake/p=1/c.parquet", large);
    server.put("lake/d.parquet", small);
    bundle = server.uri("lake/_bundle");
    store = BundleStore.of(bundle, sources, sinks);
  }

  private BundleFolder lake() {
    return BundleFolder.of(bundle, sources);
  }

  private List<BundleInput> inputs() throws IOException {
    return sources.list(server.uri("lake/")).stream()
        .filter(entry -> entry.uri().getPath().endsWith(".parquet"))
        .map(entry -> lake().input(entry))
        .toList();
  }

  private BundleWriter writer() {
    return new BundleWriter(store, BundleOptions.defaults().withJobs(3));
  }

  private Changes sync() throws IOException {
    return writer().sync(inputs(), BundleTrust.STAT);
  }

  private String read(BundleTrust trust, ParquetReadOptions options) throws IOException {
    ParquetFileSet set;
    try (FooterBundle open = FooterBundle.open(store)) {
      set =
          ParquetFileSet.open(
              open, lake(), trust, options, found -> diagnostics.add(found.toString()));
    }
    try (RootAllocator allocator = new RootAllocator();
        FileSetReader reader = set.read(options, allocator)) {
      return StorageFile.rows(reader);
    }
  }

  private String readWithoutBundle() throws IOException {
    ParquetFileSet set = ParquetFileSet.open(List.of(server.uri("lake/")), sources);
    try (RootAllocator allocator = new RootAllocator();
        FileSetReader reader = set.read(ParquetReadOptions.defaults(), allocator)) {
      return StorageFile.rows(reader);
    }
  }

  private List<String> segments() throws IOException {
    return sources.list(server.uri("lake/_bundle.")).stream()
        .map(entry -> entry.uri().getPath())
        .toList();
  }

  @Test
  void a_bundle_is_created_appended_compacted_and_read() throws IOException {
    writer().write(inputs(), false);
    assertThat(read(BundleTrust.STAT, ParquetReadOptions.defaults()))
        .isEqualTo(readWithoutBundle());
    assertThat(sync().isEmpty()).isTrue();

    server.delete("lake/d.parquet");
    server.put("lake/e.parquet", large);
    server.put("lake/a b.parquet", large);
    assertThat(sync()).isEqualTo(new Changes(1, 1, 1, 1));
    assertThat(segments()).hasSize(1);
    server.put("lake/f.parquet", small);
    assertThat(sync()).isEqualTo(new Changes(1, 0, 0, 3));
    assertThat(segments()).hasSize(2);
    assertThat(read(BundleTrust.FOOTER, ParquetReadOptions.defaults()))
        .isEqualTo(readWithoutBundle());

    assertThat(writer().compact()).isEqualTo(3);
    assertThat(segments()).isEmpty();
    assertThat(read(BundleTrust.CATALOG, ParquetReadOptions.defaults()))
        .isEqualTo(readWithoutBundle());
    try (FooterBundle open = FooterBundle.open(store)) {
      open.verify();
      assertThat(open.find("a b.parquet").file().version().etag()).startsWith("\"");
    }
    assertThat(diagnostics).isEmpty();
  }

  @Test
  void files_that_the_filter_leaves_out_are_not_asked_for() throws IOException {
    writer().write(inputs(), false);
    for (BundleTrust trust : List.of(BundleTrust.STAT, BundleTrust.CATALOG)) {
      server.proxy().spoil(request -> Fault.NONE);

      assertThat(read(trust, HIGH_IDS)).hasLineCount(1 + 299);

      List<String> expected = new ArrayList<>(List.of("GET /bucket/lake/_bundle"));
      if (trust == BundleTrust.STAT) {
        expected.add("GET /bucket?list-type=2&prefix=lake%2F");
      }
      // Page indexes of the one row group, and its pages.
      expected.addAll(Collections.nCopies(2, "GET /bucket/lake/p%3D1/c.parquet"));
      assertThat(server.proxy().lines()).containsExactlyElementsOf(expected);
    }
  }

  @Test
  void pages_alone_are_asked_for_where_the_bundle_has_the_indexes() throws IOException {
    BundleOptions options =
        BundleOptions.defaults().withIndexes(List.of("id", "number", "text")).withJobs(3);
    server.proxy().spoil(request -> Fault.NONE);
    new BundleWriter(store, options).write(inputs(), false);
    assertThat(server.proxy().lines())
        .filteredOn(line -> line.startsWith("GET") && line.endsWith(".parquet"))
        .doesNotHaveDuplicates()
        .hasSize(3);

    server.proxy().spoil(request -> Fault.NONE);
    assertThat(read(BundleTrust.CATALOG, HIGH_IDS)).hasLineCount(1 + 299);
    assertThat(server.proxy().lines())
        .containsExactly("GET /bucket/lake/_bundle", "GET /bucket/lake/p%3D1/c.parquet");
  }

  @Test
  void files_that_changed_are_read_without_the_bundle_and_those_gone_are_left_out()
      throws IOException {
    writer().write(inputs(), false);
    server.put("lake/a b.parquet", large);
    server.delete("lake/d.parquet");

    assertThat(read(BundleTrust.STAT, HIGH_IDS)).hasLineCount(1 + 2 * 299);

    assertThat(diagnostics)
        .containsExactlyInAnyOrder(
            "s3://bucket/lake/a b.parquet: was changed since the bundle was written; read without"
                + " it",
            "s3://bucket/lake/d.parquet: is in the bundle and no longer there; left out");
    server.put("lake/p=1/c.parquet", small);
    assertThatThrownBy(() -> read(BundleTrust.CATALOG, HIGH_IDS))
        .isInstanceOf(ChangedSourceException.class);
  }

  @Test
  void of_two_writers_at_once_one_wins_and_the_other_can_retry() throws IOException {
    List<BundleInput> inputs = inputs();
    inRace(() -> writer().write(inputs, false), () -> writer().write(inputs, false));
    server.put("lake/e.parquet", small);
    inRace(this::sync, this::sync);
    assertThat(sync().isEmpty()).isTrue();
    server.put("lake/f.parquet", small);
    inRace(this::sync, () -> writer().compact());
    sync();
    assertThat(writer().compact()).isEqualTo(2);
    assertThat(read(BundleTrust.STAT, ParquetReadOptions.defaults()))
        .isEqualTo(readWithoutBundle());
    assertThatThrownBy(() -> writer().write(inputs, false))
        .isInstanceOf(BundleConflictException.class)
        .hasMessageContaining("s3://bucket/lake/_bundle");
  }

  /** Work that publishes. */
  private interface Work {
    void run() throws IOException;
  }

  /** The second one publishes just before the first, which gets an exception. */
  private void inRace(Work loser, Work winner) throws IOException {
    boolean[] hasRun = new boolean[1];
    server
        .proxy()
        .spoil(
            request -> {
              String line = server.proxy().lines().get(server.proxy().lines().size() - 1);
              if (hasRun[0] || !line.startsWith("PUT ") || line.contains("segment")) {
                return Fault.NONE;
              }
              hasRun[0] = true;
              return new Fault.After(() -> quietly(winner));
            });
    assertThatThrownBy(loser::run).isInstanceOf(BundleConflictException.class);
    assertThat(hasRun).containsExactly(true);
    server.proxy().spoil(request -> Fault.NONE);
  }

  private static void quietly(Work work) {
    try {
      work.run();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_bundle_behind_http_is_read_and_not_written() throws IOException {
    try (RangeServer http = new RangeServer()) {
      writer().write(inputs(), false);
      server.put("lake/e.parquet", small);
      sync();
      for (SourceEntry entry : sources.list(server.uri("lake/_bundle"))) {
        http.put(entry.uri().getPath(), server.get(entry.uri().getPath().substring(1)));
      }
      URI elsewhere = http.put("/none", new byte[0]).resolve("/lake/_bundle");
      BundleStore readOnly = BundleStore.of(elsewhere, sources, sinks);
      try (FooterBundle open = FooterBundle.open(readOnly)) {
        assertThat(open.fileCount()).isEqualTo(4);
        open.verify();
      }
      assertThatThrownBy(() -> new BundleWriter(readOnly, BundleOptions.defaults()).compact())
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("over http: files are only read");
    }
  }

  @Test
  void a_local_bundle_may_have_files_elsewhere_but_no_credentials() throws IOException {
    try (RangeServer http = new RangeServer()) {
      URI web = http.put("/w.parquet", small);
      BundleFolder local = BundleFolder.of(folder).withFilesBelow(web.resolve("/"));
      BundleInput input = local.input(SourceEntry.of(web));
      assertThat(input.path()).isEqualTo(web.toString());
      Path path = folder.resolve("local.bundle");
      BundleWriter writer = new BundleWriter(BundleStore.of(path), BundleOptions.defaults());
      writer.write(List.of(input), false);
      assertThat(writer.append(List.of(input), BundleTrust.STAT).isEmpty()).isTrue();
      try (FooterBundle open = FooterBundle.open(path)) {
        ParquetFileSet set =
            ParquetFileSet.open(
                open,
                local,
                BundleTrust.STAT,
                ParquetReadOptions.defaults(),
                found -> diagnostics.add(found.toString()));
        assertThatThrownBy(
                () ->
                    ParquetFileSet.open(
                        open,
                        folder,
                        BundleTrust.STAT,
                        ParquetReadOptions.defaults(),
                        found -> diagnostics.add(found.toString())))
            .isInstanceOf(CorruptFooterException.class)
            .hasMessageContaining(web.toString())
            .hasMessageContaining("--files-below");
        try (RootAllocator allocator = new RootAllocator();
            FileSetReader reader = set.read(ParquetReadOptions.defaults(), allocator)) {
          assertThat(StorageFile.rows(reader)).isEqualTo(StorageFile.rows(small));
        }
      }
      assertThat(diagnostics).isEmpty();
      URI signed = URI.create(web + "?X-Signature=secret");
      assertThatThrownBy(() -> local.input(SourceEntry.of(signed)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("/w.parquet: has a query")
          .hasMessageNotContaining("secret");
    }
  }

  @Test
  void segments_are_beside_the_bundle() {
    for (String name : List.of("../a", "a/b", "..", "")) {
      assertThatThrownBy(() -> store.openSegment(name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is not beside");
    }
    assertThatThrownBy(() -> FooterBundle.open(store)).isInstanceOf(IOException.class);
  }
}
