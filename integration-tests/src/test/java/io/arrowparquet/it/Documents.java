// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What users read: the README and the pages that it links to. */
public final class Documents {
  /** The README. */
  public static final Path README = Path.of("..", "README.md");

  private Documents() {}

  /** The text of all of them, one after the other. */
  public static String text() throws IOException {
    StringBuilder text = new StringBuilder(Files.readString(README));
    try (Stream<Path> pages = Files.list(Path.of("..", "docs"))) {
      List<Path> sorted = pages.filter(page -> page.toString().endsWith(".md")).sorted().toList();
      for (Path page : sorted) {
        text.append(Files.readString(page));
      }
    }
    return text.toString();
  }
}
