// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All documents are pages of the site, and no link of theirs is dead. */
class SiteTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");

  @TempDir static Path site;

  @BeforeAll
  static void build() throws IOException {
    Site.build(ROOT, site);
  }

  /** But those of Javadoc, which its own check holds. */
  private static List<Path> pages() throws IOException {
    try (Stream<Path> walk = Files.walk(site)) {
      return walk.filter(page -> page.toString().endsWith(".html"))
          .filter(page -> !page.startsWith(site.resolve("api")))
          .sorted()
          .toList();
    }
  }

  @Test
  void each_document_for_users_is_a_page() throws IOException {
    List<String> documents = new ArrayList<>();
    for (String folder : List.of("", "docs")) {
      try (Stream<Path> found = Files.list(ROOT.resolve(folder))) {
        found
            .filter(file -> file.toString().endsWith(".md"))
            .map(file -> ROOT.relativize(file).toString())
            .map(name -> name.equals("README.md") ? "index.html" : name.replace(".md", ".html"))
            .forEach(documents::add);
      }
    }

    assertThat(pages()).map(page -> site.relativize(page).toString()).containsAll(documents);
  }

  @Test
  void no_link_is_dead() throws IOException {
    List<String> dead = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        links++;
        if (isDead(page, link.group(1))) {
          dead.add(site.relativize(page) + " to " + link.group(1));
        }
      }
    }

    assertThat(links).isGreaterThan(500);
    assertThat(dead).isEmpty();
  }

  @Test
  void a_dead_link_is_found() throws IOException {
    Path page = site.resolve("index.html");

    assertThat(List.of("nowhere.html", "docs/reading.html#nowhere", "#nowhere"))
        .allMatch(link -> isDead(page, link));
    assertThat(List.of("site.css", "docs/reading.html", "https://example.org"))
        .noneMatch(link -> isDead(page, link));
  }

  private static boolean isDead(Path page, String link) {
    if (link.startsWith("https://")) {
      return false;
    }
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    try {
      return !Files.isRegularFile(target)
          || (parts.length > 1 && !Files.readString(target).contains("id=\"" + parts[1] + "\""));
    } catch (IOException e) {
      throw new AssertionError(link, e);
    }
  }

  @Test
  void pages_are_made_for_small_screens_and_have_titles() throws IOException {
    for (Path page : pages()) {
      assertThat(Files.readString(page))
          .as(page.toString())
          .contains("name=\"viewport\"", "<h1 id=")
          .doesNotContain("<title></title>");
    }
  }
}
