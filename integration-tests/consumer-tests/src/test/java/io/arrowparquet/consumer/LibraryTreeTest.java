// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What Maven puts onto the class path of a user who names the library, and only that. */
class LibraryTreeTest {
  private static final Path TREE = Path.of("target/tree.txt");

  /** A line of the tree: how deep it is, group and artifact. */
  private static final Pattern NODE =
      Pattern.compile("^([| ]*)[+\\\\]- \\(?([\\w.-]+:[\\w.-]+):jar:");

  /** All artifacts below one. */
  private static Set<String> below(String artifact, List<String> tree) {
    Set<String> found = new TreeSet<>();
    int depth = -1;
    for (String line : tree) {
      Matcher node = NODE.matcher(line);
      if (!node.find()) {
        continue;
      }
      if (depth < 0 || node.group(1).length() <= depth) {
        depth = node.group(2).equals(artifact) ? node.group(1).length() : -1;
      } else {
        found.add(node.group(2));
      }
    }
    return found;
  }

  @Test
  void the_library_brings_arrow_and_what_footers_need_and_no_optional_part() throws IOException {
    List<String> tree = Files.readAllLines(TREE);

    assertThat(below("io.arrowparquet:variant-arrow", tree))
        .containsExactlyInAnyOrder(
            "io.arrowparquet:footer-flatbuf",
            "com.google.flatbuffers:flatbuffers-java",
            "io.airlift:aircompressor",
            // By Arrow's vectors, and named again where we use them ourselves.
            "org.apache.arrow:arrow-format",
            "org.apache.arrow:arrow-memory-core",
            "org.apache.arrow:arrow-vector",
            "com.fasterxml.jackson.core:jackson-annotations",
            "com.fasterxml.jackson.core:jackson-core",
            "com.fasterxml.jackson.core:jackson-databind",
            "com.fasterxml.jackson.datatype:jackson-datatype-jsr310",
            "commons-codec:commons-codec",
            "org.slf4j:slf4j-api",
            // Annotations.
            "org.checkerframework:checker-qual",
            "org.jspecify:jspecify");
    assertThat(below("io.arrowparquet:footer-flatbuf", tree))
        .containsExactlyInAnyOrder(
            "com.google.flatbuffers:flatbuffers-java",
            "io.airlift:aircompressor",
            "commons-codec:commons-codec",
            "org.jspecify:jspecify");
  }

  @Test
  void what_a_tree_says_is_found() {
    List<String> tree =
        List.of(
            "g:project:jar:1",
            "+- g:a:jar:1:compile",
            "|  +- g:b:jar:1:compile",
            "|  |  \\- (g:c:jar:1:compile - omitted for duplicate)",
            "|  \\- g:d:jar:1:runtime",
            "\\- g:e:jar:1:compile",
            "   \\- g:f:jar:1:compile");

    assertThat(below("g:a", tree)).containsExactly("g:b", "g:c", "g:d");
    assertThat(below("g:e", tree)).containsExactly("g:f");
  }
}
