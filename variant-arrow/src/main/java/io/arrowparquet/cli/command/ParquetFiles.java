// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.dataset.DiscoveryOptions;
import io.arrowparquet.storage.internal.SourceUris;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

/**
 * The FILE... of a command: files as named, and every {@code *.parquet} below a directory but for
 * hidden ones: of a name, or in a directory of a name, that begins with a dot or an underscore.
 */
public final class ParquetFiles {
  public static final String DESCRIPTION =
      "Parquet files, directories and URIs that end in a slash: every *.parquet below them, but for"
          + " names that begin with . or _; or URIs with a glob, as s3://bucket/*/a.parquet";

  private static final DiscoveryOptions FOUND = DiscoveryOptions.defaults();

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      converter = FileArgument.NameConverter.class,
      description = ParquetFiles.DESCRIPTION)
  private List<String> named;

  public static ParquetFiles of(List<String> named) {
    ParquetFiles files = new ParquetFiles();
    files.named = List.copyOf(named);
    return files;
  }

  private static void addAll(Path path, List<FileArgument> files) throws IOException {
    List<Path> below = Files.isDirectory(path) ? FOUND.filesBelow(path) : List.of();
    if (below.isEmpty()) {
      files.add(FileArgument.of(path));
    } else {
      below.forEach(file -> files.add(FileArgument.of(file)));
    }
  }

  public boolean hasUris() {
    return named.stream().anyMatch(FileArgument::isUri);
  }

  /** Directories and prefixes end in a slash. */
  public List<URI> uris() {
    return named.stream()
        .map(name -> FileArgument.isUri(name) ? FileArgument.uri(name) : uri(Path.of(name)))
        .toList();
  }

  /** A star in a name is itself. */
  private static URI uri(Path path) {
    return URI.create(path.toUri().toString().replace("*", "%2A"));
  }

  /**
   * The files, wherever they are, in the order named; those of a directory or prefix sorted. One
   * that does not exist is among them, and so is a directory or prefix without any: {@link
   * FileArgument#requireFile} and opening it report that, and the others are still read.
   */
  public List<FileArgument> arguments() throws IOException {
    List<FileArgument> files = new ArrayList<>();
    for (String name : named) {
      if (FileArgument.isUri(name)) {
        addAll(FileArgument.uri(name), files);
      } else {
        addAll(Path.of(name), files);
      }
    }
    return files;
  }

  private static void addAll(URI uri, List<FileArgument> files) throws IOException {
    FileArgument file = FileArgument.of(uri);
    boolean isGlob = SourceUris.isGlob(uri);
    if (file.path() != null && !isGlob) {
      addAll(file.path(), files);
      return;
    }
    int before = files.size();
    if (isGlob || SourceUris.isFolder(uri)) {
      FOUND
          .filesBelow(uri, RemoteOptions.sources())
          .forEach(entry -> files.add(FileArgument.of(entry)));
    }
    if (files.size() == before) {
      files.add(file);
    }
  }
}
