// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What of the tests' class path a child JVM is given. */
public final class ChildClassPath {
  /**
   * What reading needs: Arrow and what Arrow brings, FlatBuffers, aircompressor, Jackson's core;
   * and what compiling needs besides.
   */
  private static final Pattern NEEDED =
      Pattern.compile(
          "(arrow-(vector|format|memory-core|memory-unsafe)|flatbuffers-java|aircompressor"
              + "|jackson-(core|annotations|databind|datatype-jsr310)|slf4j-(api|nop)"
              + "|commons-codec|jspecify)-\\d.*");

  /** Jars of parquet-java, and those that it brings. */
  public static final String PARQUET_JAVA =
      "(parquet-(common|encoding|column|hadoop|format-structures|variant|jackson)|jts-core"
          + "|commons-pool|snappy-java|zstd-jni)-\\d";

  /** The jar of Hadoop's client that parquet-java's signatures name; not what runs Hadoop. */
  public static final String HADOOP = "hadoop-client-api-\\d";

  /** What jars of parquet-java bring that are the same for all of its releases. */
  public static final String PARQUET_JAVA_NEEDS =
      "(jts-core|commons-pool|snappy-java|zstd-jni)-\\d";

  /** Jars of releases of parquet-java that the tests themselves do not run on. */
  private static final Path OTHER_RELEASES = Path.of("target", "parquet-java").toAbsolutePath();

  private static final Path TESTS = Path.of("target", "test-classes").toAbsolutePath();

  private ChildClassPath() {}

  /**
   * The class path of the tests' own classes, this project's, what reading needs, and jars whose
   * names begin as one of these regular expressions.
   */
  public static String with(String... beginnings) {
    return join(
        Stream.of(List.of(TESTS), project(), needed(), matching(beginnings))
            .flatMap(List::stream)
            .toList());
  }

  /**
   * What the build copies of another release of parquet-java: all that writing needs, or only one
   * jar.
   */
  public static String parquetJava(String release) throws IOException {
    try (Stream<Path> jars = Files.list(OTHER_RELEASES)) {
      return join(jars.filter(jar -> name(jar).endsWith("-" + release + ".jar")).toList());
    }
  }

  /** The module path of this project, as it is compiled, and of what reading needs. */
  public static String modules() {
    return modules(project());
  }

  /** The module path of this project's jars, or folders of classes, and of what reading needs. */
  public static String modules(List<Path> project) {
    return join(Stream.concat(project.stream(), needed().stream()).toList());
  }

  /** The class path of the jars whose names begin as one of these regular expressions. */
  public static String only(String... beginnings) {
    return join(matching(beginnings));
  }

  private static List<Path> project() {
    return Stream.of("footer-flatbuf", "variant-arrow").map(ChildClassPath::classes).toList();
  }

  /** The folder and no jar: the manifest of the runnable one names the command line's libraries. */
  private static Path classes(String module) {
    Path classes = Path.of("..", module, "target", "classes").toAbsolutePath().normalize();
    if (!Files.exists(classes.resolve("module-info.class"))) {
      throw new IllegalStateException(classes + " has no module-info.class");
    }
    return classes;
  }

  private static List<Path> needed() {
    return entries().filter(entry -> NEEDED.matcher(name(entry)).matches()).toList();
  }

  private static List<Path> matching(String... beginnings) {
    return entries()
        .filter(
            entry ->
                Stream.of(beginnings)
                    .anyMatch(begin -> Pattern.compile(begin).matcher(name(entry)).lookingAt()))
        .toList();
  }

  private static String name(Path entry) {
    return entry.getFileName().toString();
  }

  private static Stream<Path> entries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(Path::of);
  }

  private static String join(List<Path> paths) {
    return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
