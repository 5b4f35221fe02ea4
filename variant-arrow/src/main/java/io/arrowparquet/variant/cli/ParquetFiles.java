// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Parameters;

/**
 * The FILE... of a footer command: files as named, and every {@code *.parquet} below a directory.
 */
final class ParquetFiles {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Parquet files, or directories: every *.parquet below them.")
  private List<Path> named;

  private ParquetFiles() {}

  /**
   * The files, in the order named; those of a directory sorted by path. One that does not exist is
   * among them: whoever opens it says so, and the others are not held up.
   */
  List<Path> expand() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : named) {
      if (Files.isDirectory(path)) {
        try (Stream<Path> walk = Files.walk(path)) {
          walk.filter(file -> file.toString().endsWith(".parquet") && Files.isRegularFile(file))
              .sorted()
              .forEach(files::add);
        } catch (UncheckedIOException e) {
          throw e.getCause();
        }
      } else {
        files.add(path);
      }
    }
    return files;
  }
}
