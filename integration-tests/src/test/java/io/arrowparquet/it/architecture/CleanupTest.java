// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two habits that leak memory when an allocation fails, as {@code VectorMemory} says: cleaning up
 * after exceptions but not after errors, and taking a buffer while another has no owner.
 */
class CleanupTest {
  /** A clause for exceptions at large, and its block as far as the first brace in it. */
  private static final Pattern RETHROWN =
      Pattern.compile(
          "catch \\((?:[\\w|\\s]*\\|\\s*)?(?:Runtime)?Exception(?:\\s*\\|[\\w|\\s]*)?\\s+(\\w+)\\)"
              + " \\{[^{}]*\\bthrow \\1;");

  private static final Pattern TAKEN_TOGETHER =
      Pattern.compile(
          "(?:\\.take\\(|llocator\\.buffer\\()[^;{}]*(?:\\.take\\(|llocator\\.buffer\\()");

  private static List<String> found(Pattern pattern, String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group().replaceAll("\\s+", " "));
    }
    return found;
  }

  private static List<String> found(Pattern pattern, Path sources) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(sources)) {
      List<Path> files = walk.filter(file -> file.toString().endsWith(".java")).toList();
      assertThat(files).isNotEmpty();
      for (Path file : files) {
        for (String text : found(pattern, Files.readString(file))) {
          found.add(file.getFileName() + ": " + text);
        }
      }
    }
    return found;
  }

  private static Path sources(String module) {
    return Path.of("..", module, "src", "main", "java");
  }

  @ParameterizedTest
  @ValueSource(strings = {"footer-flatbuf", "variant-arrow"})
  void what_is_cleaned_up_after_an_exception_is_after_an_error_too(String module)
      throws IOException {
    assertThat(found(RETHROWN, sources(module))).isEmpty();
  }

  @Test
  void no_expression_takes_two_buffers() throws IOException {
    assertThat(found(TAKEN_TOGETHER, sources("variant-arrow"))).isEmpty();
  }

  @Test
  void both_habits_are_recognised() {
    assertThat(found(RETHROWN, "} catch (RuntimeException e) {\n  vector.close();\n  throw e;\n}"))
        .hasSize(1);
    assertThat(found(RETHROWN, "catch (IOException | RuntimeException e) { close(); throw e; }"))
        .hasSize(1);
    assertThat(found(RETHROWN, "catch (Throwable e) { close(); throw e; }")).isEmpty();
    assertThat(found(RETHROWN, "catch (RuntimeException e) { throw placed(e); }")).isEmpty();
    assertThat(found(TAKEN_TOGETHER, "load(vector, bits.take(),\n ends.take());")).hasSize(1);
    assertThat(found(TAKEN_TOGETHER, "a = bits.take();\n b = ends.take();")).isEmpty();
  }
}
