// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.MissingDependencyException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schemes that Hadoop knows, by its configuration on the class path, need no factory. */
class HadoopSchemesTest {
  @TempDir private Path folder;

  /** Local files by a scheme of their own; {@code core-site.xml} of the tests names this class. */
  public static final class ConfiguredFiles extends RawLocalFileSystem {
    private static final URI ROOT = URI.create("arrowparquet-test:///");

    @Override
    public URI getUri() {
      return ROOT;
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
      return portable(super.getFileStatus(path));
    }

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
      return Arrays.stream(super.listStatus(path))
          .map(ConfiguredFiles::portable)
          .toArray(FileStatus[]::new);
    }

    /** Without the owner, whom that of local files asks a file of the scheme {@code file:} for. */
    private static FileStatus portable(FileStatus status) {
      return new FileStatus(
          status.getLen(),
          status.isDirectory(),
          1,
          status.getBlockSize(),
          status.getModificationTime(),
          status.getPath());
    }

    @Override
    public void initialize(URI uri, Configuration configuration) throws IOException {
      setConf(configuration);
    }
  }

  @Test
  void files_of_a_configured_file_system_are_opened_and_listed() throws IOException {
    Files.createDirectory(folder.resolve("below"));
    for (String name : List.of("a.parquet", "below/b c.parquet")) {
      Files.writeString(folder.resolve(name), name);
    }
    URI base = URI.create("arrowparquet-test:" + folder.toUri().getRawPath());
    List<SourceEntry> found = ByteSources.defaults().list(base);
    assertThat(found).hasSize(2);
    for (SourceEntry entry : found) {
      try (ByteSource source = ByteSources.defaults().open(entry)) {
        assertThat(source.length()).isEqualTo(entry.length());
      }
    }
  }

  @Test
  void the_callers_factory_comes_first() throws IOException {
    Path other = Files.writeString(folder.resolve("other"), "other");
    ByteSources own =
        ByteSources.defaults().with("arrowparquet-test", uri -> ByteSources.path(other));
    try (ByteSource source = own.open(URI.create("arrowparquet-test:/none"))) {
      assertThat(source.length()).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gs://b/a, com.google.cloud.bigdataoss:gcs-connector",
    "abfs://c@a/x, org.apache.hadoop:hadoop-azure",
    "ABFSS://c@a/x, org.apache.hadoop:hadoop-azure",
    "wasb://c@a/x, org.apache.hadoop:hadoop-azure",
    "wasbs://c@a/x, org.apache.hadoop:hadoop-azure"
  })
  void a_file_system_that_is_missing_is_named_by_its_artifact(URI uri, String artifact) {
    assertThatThrownBy(() -> ByteSources.defaults().open(uri))
        .isInstanceOf(MissingDependencyException.class)
        .hasMessageContaining(artifact);
    assertThatThrownBy(() -> ByteSources.defaults().list(uri))
        .isInstanceOf(MissingDependencyException.class);
  }

  @Test
  void a_scheme_that_nothing_knows_is_refused() {
    assertThatThrownBy(() -> ByteSources.defaults().open(URI.create("nothing://host/a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nothing://host/a: nothing is known that opens nothing: URIs");
  }
}
