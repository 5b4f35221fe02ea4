// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The one jar that {@code --jars} takes, beside the jars of Spark.
 *
 * @see io.arrowparquet.spark.ArrowParquetSource
 */
class OneJarTest {
  static Path jar() throws IOException {
    try (Stream<Path> made = Files.list(Path.of("target"))) {
      return made.filter(file -> file.toString().endsWith("-all.jar"))
          .findFirst()
          .orElseThrow(() -> new AssertionError("made by mvn package"));
    }
  }

  /** The class path without what is built here. */
  static List<Path> jarsOfSpark() throws IOException {
    Path ours = Path.of("..").toRealPath();
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry).toAbsolutePath())
        .filter(path -> path.toString().endsWith(".jar") && !path.startsWith(ours))
        .toList();
  }

  private static Set<String> classes(Path jar) throws IOException {
    try (JarFile opened = new JarFile(jar.toFile())) {
      Set<String> names = new HashSet<>();
      opened.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(".class"))
          .forEach(names::add);
      return names;
    }
  }

  @Test
  void no_class_is_in_a_jar_of_spark_too() throws IOException {
    Set<String> ours = classes(jar());
    assertThat(ours)
        .contains("io/arrowparquet/footer/file/FooterReader.class")
        .contains("io/arrowparquet/spark/ArrowParquetSource.class")
        .allMatch(name -> name.startsWith("io/arrowparquet/"));
    int compared = 0;
    for (Path path : jarsOfSpark()) {
      Set<String> both = classes(path);
      both.retainAll(ours);
      assertThat(both).as(path.toString()).isEmpty();
      compared += path.toString().contains("spark-") ? 1 : 0;
    }
    assertThat(compared).isGreaterThan(5);
  }
}
