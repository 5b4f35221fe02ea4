// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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

  /** The files, in the order named; those of a directory sorted by path. */
  List<Path> expand() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : named) {
      if (Files.isDirectory(path)) {
        try (Stream<Path> walk = Files.walk(path)) {
          walk.filter(file -> file.toString().endsWith(".parquet") && Files.isRegularFile(file))
              .sorted()
              .forEach(files::add);
        }
      } else if (Files.exists(path)) {
        files.add(path);
      } else {
        throw new NoSuchFileException(path.toString());
      }
    }
    return files;
  }
}
