// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.shared;

import io.arrowparquet.footer.SourceEntry;
import io.arrowparquet.footer.SourceNames;
import io.arrowparquet.footer.io.UriSources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Parameters;

/**
 * The FILE... of a command: files as named, and every {@code *.parquet} below a directory but for
 * hidden ones: of a name, or in a directory of a name, that begins with a dot or an underscore.
 */
public final class ParquetFiles {
  private static final String SUFFIX = ".parquet";

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      converter = FileArgument.NameConverter.class,
      description =
          "Parquet files, or directories: every *.parquet below them, but for names that begin with"
              + " . or _")
  private List<String> named;

  private ParquetFiles() {}

  /** The files of a command that has other ways to name its input too. */
  public static ParquetFiles of(List<String> named) {
    ParquetFiles files = new ParquetFiles();
    files.named = List.copyOf(named);
    return files;
  }

  /**
   * The files, in the order named; those of a directory sorted by path. One that does not exist is
   * among them, and so is a directory without any: {@link #requireFile} and opening it report that,
   * and the others are still read.
   */
  public List<Path> expand() throws IOException {
    List<Path> paths = new ArrayList<>();
    for (String name : named) {
      if (FileArgument.isUri(name)) {
        throw new IllegalArgumentException(
            SourceNames.of(FileArgument.uri(name)) + ": this command takes paths only");
      }
      paths.add(Path.of(name));
    }
    return expand(paths);
  }

  /** As {@link #expand()}, of paths that a command takes otherwise. */
  public static List<Path> expand(List<Path> paths) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : paths) {
      List<Path> below = Files.isDirectory(path) ? below(path) : List.of();
      if (below.isEmpty()) {
        files.add(path);
      } else {
        files.addAll(below);
      }
    }
    return files;
  }

  /** Whether a URI is among them. */
  public boolean hasUris() {
    return named.stream().anyMatch(FileArgument::isUri);
  }

  /** All of them as URIs, in the order named; directories and prefixes end in a slash. */
  public List<URI> uris() {
    return named.stream()
        .map(name -> FileArgument.isUri(name) ? FileArgument.uri(name) : Path.of(name).toUri())
        .toList();
  }

  /** The files, wherever they are; those of a directory or prefix sorted. */
  public List<FileArgument> arguments() throws IOException {
    List<FileArgument> files = new ArrayList<>();
    for (String name : named) {
      if (FileArgument.isUri(name)) {
        addAll(FileArgument.uri(name), files);
      } else {
        expand(List.of(Path.of(name))).forEach(path -> files.add(FileArgument.of(path)));
      }
    }
    return files;
  }

  private static void addAll(URI uri, List<FileArgument> files) throws IOException {
    if (uri.getPath() == null || !uri.getPath().endsWith("/")) {
      files.add(FileArgument.of(uri));
      return;
    }
    for (SourceEntry entry : UriSources.create().list(uri)) {
      if (entry.uri().getPath().endsWith(SUFFIX) && !entry.isHiddenBelow(uri)) {
        files.add(FileArgument.of(entry.uri()));
      }
    }
  }

  private static List<Path> below(Path directory) throws IOException {
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.filter(file -> file.toString().endsWith(SUFFIX) && Files.isRegularFile(file))
          .filter(file -> !isHidden(directory.relativize(file)))
          .sorted()
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Such files are other writers' unfinished work; a ParquetFileSet passes them over too. */
  private static boolean isHidden(Path relative) {
    for (Path name : relative) {
      if (name.toString().startsWith(".") || name.toString().startsWith("_")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Refuses what {@link #expand} gives for a directory without files.
   *
   * @throws NoSuchFileException if {@code path} is a directory
   */
  public static void requireFile(Path path) throws NoSuchFileException {
    if (Files.isDirectory(path)) {
      throw new NoSuchFileException(
          path.toString(), null, "there is no " + SUFFIX + " file below this directory");
    }
  }
}
