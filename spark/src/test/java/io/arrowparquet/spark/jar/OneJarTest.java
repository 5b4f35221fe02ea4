// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
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
  private static Path jar() throws IOException {
    try (Stream<Path> made = Files.list(Path.of("target"))) {
      return made.filter(file -> file.toString().endsWith("-all.jar"))
          .findFirst()
          .orElseThrow(() -> new AssertionError("made by mvn package"));
    }
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
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      boolean isOurs = path.toAbsolutePath().startsWith(Path.of("..").toRealPath());
      if (entry.endsWith(".jar") && !isOurs) {
        assertThat(classes(path)).as(entry).doesNotContainAnyElementsOf(ours);
        compared += entry.contains("spark-") ? 1 : 0;
      }
    }
    assertThat(compared).isGreaterThan(5);
  }
}
