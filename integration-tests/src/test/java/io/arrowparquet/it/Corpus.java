// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The public Parquet test corpus (apache/parquet-testing), found through the environment variable
 * {@code PARQUET_TEST_DATA}. Test classes that need it say so with {@link NeedsCorpus}.
 */
public final class Corpus {
  private static final String VARIABLE = "PARQUET_TEST_DATA";

  private Corpus() {}

  /** Whether the corpus is at hand. */
  public static boolean isThere() {
    String root = System.getenv(VARIABLE);
    return root != null && Files.isDirectory(Path.of(root, "data"));
  }

  /** The corpus' folder {@code name}. */
  public static Path folder(String name) {
    return Path.of(System.getenv(VARIABLE), name);
  }

  /** Every file below folder {@code name} whose name ends so, sorted. */
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
