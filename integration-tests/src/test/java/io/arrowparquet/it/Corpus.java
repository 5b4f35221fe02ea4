// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The public Parquet test corpus (apache/parquet-testing), found through the environment variable
 * {@code PARQUET_TEST_DATA}. Tests that need it are skipped, saying so, where it is not set.
 */
public final class Corpus {
  private static final String VARIABLE = "PARQUET_TEST_DATA";

  private Corpus() {}

  /** The corpus' folder {@code name}; skips the calling test when there is no corpus. */
  public static Path folder(String name) {
    String root = System.getenv(VARIABLE);
    assumeTrue(root != null, VARIABLE + " does not name a checkout of apache/parquet-testing");
    Path folder = Path.of(root, name);
    assumeTrue(Files.isDirectory(folder), folder + " is not there");
    return folder;
  }

  /** Every file below folder {@code name} whose name ends so, sorted; skips as {@link #folder}. */
  public static List<Path> files(String name, String ending) {
    try (Stream<Path> walk = Files.walk(folder(name))) {
      return walk.filter(Files::isRegularFile)
          .filter(file -> file.getFileName().toString().endsWith(ending))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
