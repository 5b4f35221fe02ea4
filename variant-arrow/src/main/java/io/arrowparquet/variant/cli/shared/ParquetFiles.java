// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.shared;

import java.io.IOException;
import java.io.UncheckedIOException;
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
      description =
          "Parquet files, or directories: every *.parquet below them, but for names that begin with"
              + " . or _")
  private List<Path> named;

  private ParquetFiles() {}

  /**
   * The files, in the order named; those of a directory sorted by path. One that does not exist is
   * among them, and so is a directory without any: {@link #requireFile} and opening it report that,
   * and the others are still read.
   */
  public List<Path> expand() throws IOException {
    return expand(named);
  }

  /** As {@link #expand()}, of paths that a command takes otherwise. */
  public static List<Path> expand(List<Path> named) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : named) {
      if (Files.isDirectory(path)) {
        List<Path> below = below(path);
        files.addAll(below.isEmpty() ? List.of(path) : below);
      } else {
        files.add(path);
      }
    }
    return files;
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
