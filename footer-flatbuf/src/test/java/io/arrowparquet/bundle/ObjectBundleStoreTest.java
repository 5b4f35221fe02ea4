// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.PlainSource;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bundles in a store of objects; a file system in memory is one here, with times for ETags. */
class ObjectBundleStoreTest {
  private final FileSystem memory = Jimfs.newFileSystem(Configuration.unix());
  private Lake lake;
  private BundleStore store;

  @BeforeEach
  void writeFiles() throws IOException {
    lake = new Lake(memory.getPath("/lake"));
    lake.write("a.parquet", 3, 1).write("p=1/b.parquet", 3, 2);
    store = store(ByteSources.defaults());
  }

  @AfterEach
  void close() throws IOException {
    memory.close();
  }

  private URI uri() {
    return lake.folder.resolve("bundle").toUri();
  }

  private BundleStore store(SourceFactory sources) {
    return BundleStore.of(uri(), sources, ByteSinks.defaults());
  }

  private BundleWriter writer() {
    return new BundleWriter(store, BundleOptions.defaults());
  }

  private List<String> files() throws IOException {
    try (FooterBundle open = FooterBundle.open(store)) {
      open.verify();
      List<String> paths = new ArrayList<>();
      open.files().forEach(file -> paths.add(file.file().path()));
      return paths;
    }
  }

  @Test
  void a_bundle_is_created_appended_and_compacted() throws IOException {
    assertThatThrownBy(() -> FooterBundle.open(store)).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> writer().compact()).isInstanceOf(FileNotFoundException.class);
    writer().write(lake.inputs(), false);
    assertThatThrownBy(() -> writer().write(lake.inputs(), false))
        .isInstanceOf(BundleConflictException.class);
    lake.write("c.parquet", 4, 1);
    assertThat(writer().append(lake.inputs(), BundleTrust.STAT).added()).isEqualTo(1);
    lake.write("d.parquet", 4, 1);
    writer().append(lake.inputs(), BundleTrust.STAT);
    assertThat(files())
        .containsExactlyInAnyOrder("a.parquet", "c.parquet", "d.parquet", "p=1/b.parquet");
    assertThat(writer().compact()).isEqualTo(3);
    assertThat(files()).hasSize(4);
    writer().write(lake.inputs(), true);
    try (Stream<Path> left = Files.list(lake.folder)) {
      assertThat(left.filter(file -> file.toString().contains("bundle"))).hasSize(1);
    }
  }

  @Test
  void a_writer_that_comes_too_late_changes_nothing() throws IOException {
    writer().write(lake.inputs(), false);
    lake.write("c.parquet", 4, 1);
    List<BundleInput> inputs = lake.inputs();
    BundleWriter late =
        new BundleWriter(
            StoreWithHook.before(store, () -> writer().append(inputs, BundleTrust.STAT)),
            BundleOptions.defaults());
    assertThatThrownBy(() -> late.append(inputs, BundleTrust.STAT))
        .isInstanceOf(BundleConflictException.class)
        .hasMessageContaining("another process published the bundle meanwhile");
    assertThat(writer().append(inputs, BundleTrust.STAT).isEmpty()).isTrue();
    assertThat(files()).hasSize(3);
  }

  @Test
  void a_bundle_that_is_compacted_while_it_is_opened_is_opened_again() throws IOException {
    writer().write(lake.inputs(), false);
    lake.write("c.parquet", 4, 1);
    writer().append(lake.inputs(), BundleTrust.STAT);
    BundleStore racing =
        store(
            entry -> {
              if (entry.uri().getPath().contains("segment")) {
                writer().compact();
              }
              return ByteSources.defaults().open(entry);
            });
    try (FooterBundle open = FooterBundle.open(racing)) {
      assertThat(open.segmentCount()).isEqualTo(1);
      assertThat(open.fileCount()).isEqualTo(3);
    }
  }

  @Test
  void a_store_without_versions_is_read_and_not_written() throws IOException {
    writer().write(lake.inputs(), false);
    BundleStore blind = store(uri -> new PlainSource(ByteSources.defaults().open(uri)));
    try (FooterBundle open = FooterBundle.open(blind)) {
      assertThat(open.fileCount()).isEqualTo(2);
    }
    BundleWriter writer = new BundleWriter(blind, BundleOptions.defaults());
    assertThatThrownBy(() -> writer.write(lake.inputs(), true))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gives objects no ETag");
  }

  @Test
  void names_of_files_are_relative_below_the_folder_and_uris_elsewhere() throws IOException {
    BundleFolder folder =
        BundleFolder.of(URI.create("s3://bucket/lake/bundle"), uri -> null)
            .withFilesBelow(URI.create("s3://bucket/other/"))
            .withFilesBelow(URI.create("s3://lake"))
            .withFilesBelow(URI.create("https://host/"))
            .withFilesBelow(Path.of("/data"));
    assertThat(folder.name()).isEqualTo("s3://bucket/lake/");
    for (String[] names :
        new String[][] {
          {"s3://bucket/lake/p=1/a%20b.parquet", "p=1/a b.parquet"},
          {"s3://bucket/other/a.parquet", "s3://bucket/other/a.parquet"},
          {"s3://lake/lake/a.parquet", "s3://lake/lake/a.parquet"},
          {"https://host/a.parquet", "https://host/a.parquet"},
          {"s3://bucket/lake/ab:/c.parquet", "./ab:/c.parquet"},
          {"s3://bucket/lake//c.parquet", "s3://bucket/lake//c.parquet"},
          {"s3://bucket/lake/c%2Fd%3B.parquet", "s3://bucket/lake/c%2Fd%3B.parquet"},
          {"s3://bucket/lake/c%23d.parquet", "c#d.parquet"},
        }) {
      URI uri = URI.create(names[0]);
      BundleInput input = folder.input(new SourceEntry(uri, 7, "\"tag\""));
      assertThat(input.path()).isEqualTo(names[1]);
      BundledFile file =
          new BundledFile(new BundledFile.Version(input.path(), 7, null, "\"tag\""), 1, 1);
      assertThat(folder.uri(file)).isEqualTo(uri);
      assertThat(folder.path(file)).isNull();
      assertThat(folder.asBundled(file).version().etag()).isEqualTo("\"tag\"");
    }
    SourceEntry fragment = SourceEntry.of(URI.create("s3://bucket/lake/a#b.parquet"));
    assertThatThrownBy(() -> folder.input(fragment)).isInstanceOf(IllegalArgumentException.class);
    BundledFile local = new BundledFile(BundledFile.Version.of("/data/a.parquet", 7), 1, 1);
    assertThat(folder.path(local)).isEqualTo(Path.of("/data/a.parquet"));
    BundledFile damaged = new BundledFile(BundledFile.Version.of("ab:/% x", 7), 1, 1);
    assertThatThrownBy(() -> folder.uri(damaged)).isInstanceOf(CorruptFooterException.class);
    assertThatThrownBy(() -> folder.path(damaged)).isInstanceOf(CorruptFooterException.class);
  }
}
