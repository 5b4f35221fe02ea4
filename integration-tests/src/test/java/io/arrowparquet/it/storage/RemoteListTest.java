// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.MetadataFile;
import io.arrowparquet.it.LoadedJar;
import io.arrowparquet.it.examples.EventFile;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bundle of files of which a catalog knows length and version asks for neither.
 *
 * @see io.arrowparquet.bundle.BundleFolder
 */
class RemoteListTest {
  private static final int FILES = 5;

  @TempDir private Path folder;
  @AutoClose private RangeServer server;
  private final List<SourceEntry> entries = new ArrayList<>();

  @BeforeEach
  void serve() throws IOException {
    server = new RangeServer();
    byte[] bytes = Files.readAllBytes(EventFile.write(folder.resolve("events.parquet")));
    for (int file = 0; file < FILES; file++) {
      URI uri = server.put("/lake/f" + file + ".parquet", bytes);
      try (var source = ByteSources.defaults().open(uri)) {
        entries.add(new SourceEntry(uri, source.length(), source.version()));
      }
    }
    server.requests().clear();
  }

  @Test
  void files_with_length_and_version_take_one_request_each() throws IOException {
    BundleFolder lake = BundleFolder.of(entries.get(0).uri(), ByteSources.defaults());
    Path bundle = folder.resolve("a.bundle");
    List<BundleInput> inputs = entries.stream().map(lake::input).toList();
    new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults()).write(inputs, false);
    assertThat(server.requests())
        .hasSize(FILES)
        .allMatch(request -> request.startsWith("GET ") && !request.endsWith(" null"));
    try (FooterBundle open = FooterBundle.open(bundle)) {
      for (BundleEntry entry : open.files()) {
        assertThat(entry.file().version().etag()).isEqualTo(entries.get(0).version());
      }
    }
  }

  @Test
  void a_list_with_lengths_asks_for_none() throws Exception {
    Path list = folder.resolve("files.tsv");
    Files.write(list, entries.stream().map(e -> e.uri() + "\t" + e.length()).toList());
    create("--list", list.toString());
    assertThat(server.requests())
        .hasSize(FILES)
        .allMatch(request -> request.startsWith("GET ") && !request.endsWith(" null"));
  }

  @Test
  void footers_of_a_metadata_file_are_not_asked_for() throws Exception {
    Path list = folder.resolve("files.tsv");
    Files.write(
        list, entries.stream().map(e -> e.uri() + "\t" + e.length() + "\t" + e.version()).toList());
    Path first = create("--list", list.toString());
    Path local = folder.resolve(MetadataFile.NAME);
    try (FooterBundle open = FooterBundle.open(relative(first));
        var sink = ByteSinks.path(local, false)) {
      MetadataFile.write(open, sink);
    }
    URI metadata = server.put("/lake/_metadata", Files.readAllBytes(local));
    server.requests().clear();
    Path made = create("--metadata", metadata.toString(), "--list", list.toString());
    assertThat(server.requests()).allMatch(request -> request.contains("/lake/_metadata"));
    try (FooterBundle open = FooterBundle.open(made)) {
      assertThat(open.fileCount()).isEqualTo(FILES);
      for (BundleEntry entry : open.files()) {
        assertThat(entry.rows()).isPositive();
        assertThat(open.footer(entry).rowGroupCount()).isEqualTo(1);
      }
    }
  }

  /** The same files by names below a folder. */
  private Path relative(Path of) throws IOException {
    BundleFolder lake = BundleFolder.of(entries.get(0).uri(), ByteSources.defaults());
    Path bundle = of.resolveSibling("relative.bundle");
    List<BundleInput> inputs = entries.stream().map(lake::input).toList();
    new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults()).write(inputs, true);
    return bundle;
  }

  private Path create(String... files) throws Exception {
    Path bundle = folder.resolve("made.bundle");
    List<String> arguments = new ArrayList<>(List.of("bundle", "create"));
    arguments.addAll(List.of(files));
    arguments.addAll(List.of("-o", bundle.toString(), "--overwrite"));
    StringWriter err = new StringWriter();
    try (LoadedJar jar = LoadedJar.load()) {
      int exit =
          jar.run(
              new PrintWriter(new StringWriter()),
              new PrintWriter(err),
              arguments.toArray(String[]::new));
      assertThat(exit).as(err.toString()).isZero();
    }
    return bundle;
  }
}
