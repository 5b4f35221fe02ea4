// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.packaging;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The jars as the build leaves them; tests of them are skipped where it stops before packaging. */
public final class Jars {
  private static final Path VARIANT_ARROW = Path.of("..", "variant-arrow", "target");
  private static final Path FOOTER_FLATBUF = Path.of("..", "footer-flatbuf", "target");

  private Jars() {}

  /** The library that reads and writes. */
  public static Path variantArrow() throws IOException {
    return one(VARIANT_ARROW, "variant-arrow-[0-9.]+(-SNAPSHOT)?\\.jar");
  }

  /** The library of footers. */
  public static Path footerFlatbuf() throws IOException {
    return one(FOOTER_FLATBUF, "footer-flatbuf-[0-9.]+(-SNAPSHOT)?\\.jar");
  }

  /** The command line, as it is published. */
  static Path commandLine() throws IOException {
    return one(VARIANT_ARROW, "variant-arrow-[0-9.]+(-SNAPSHOT)?-cli\\.jar");
  }

  /** The command line, as it is run. */
  static Path runnable() throws IOException {
    return one(VARIANT_ARROW, "arrowparquet\\.jar");
  }

  private static Path one(Path folder, String name) throws IOException {
    Pattern pattern = Pattern.compile(name);
    List<Path> found;
    try (Stream<Path> files = Files.list(folder)) {
      found =
          files.filter(file -> pattern.matcher(file.getFileName().toString()).matches()).toList();
    }
    assumeTrue(!found.isEmpty(), name + " is made by mvn package");
    return found.get(0);
  }
}
