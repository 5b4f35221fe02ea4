// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.packaging;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.Documents;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who compiles against the jars, with what they bring and no more, and with all of javac's warnings
 * as errors, has none.
 */
class ConsumerTest {
  /** What {@code variant-arrow} brings, as far as compiling needs it; nothing that is optional. */
  private static final List<String> BROUGHT =
      List.of(
          "flatbuffers-java",
          "arrow-vector",
          "arrow-memory-core",
          "arrow-format",
          "checker-qual",
          "jackson-core",
          "jackson-annotations",
          "jackson-databind",
          "jackson-datatype-jsr310",
          "commons-codec",
          "slf4j-api",
          "aircompressor");

  /** What the documents' examples are given. */
  private static final String GIVEN =
      """
        static Path file;
        static Path attached;
        static Path output;
        static Path first;
        static Path second;
        static Path merged;
        static java.net.URI table;
        static org.apache.arrow.vector.types.pojo.Schema schema;
        static byte[] footerKey;
        static byte[] eventKey;
        static java.util.Map<String, byte[]> vault;
        static byte[] thrift;
        static byte[] secret;
        static VarCharVector json;
        static FieldVector structs;
        static ParquetVariantVector events;
        static ParquetVariantVector variants;
        static BufferAllocator allocator;
        static ParquetArrowReader reader;
        static Path directory;
        static java.util.concurrent.Executor executor;
        static long rows;
        static java.nio.ByteBuffer vector;
      """;

  @TempDir Path folder;

  /** A source that is in memory alone. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String className, String text) {
      super(URI.create("string:///" + className + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static String classPath() throws IOException {
    List<String> entries = new ArrayList<>();
    entries.add(Jars.footerFlatbuf().toString());
    entries.add(Jars.variantArrow().toString());
    String[] here = System.getProperty("java.class.path").split(File.pathSeparator, -1);
    for (String name : BROUGHT) {
      Pattern jar = Pattern.compile(name + "-[0-9][^/\\\\]*\\.jar");
      entries.add(
          Stream.of(here)
              .filter(entry -> jar.matcher(Path.of(entry).getFileName().toString()).matches())
              .findFirst()
              .orElseThrow(() -> new AssertionError(name)));
    }
    return String.join(File.pathSeparator, entries);
  }

  /** What javac says. */
  private String compile(String className, String text) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    List<String> options =
        List.of(
            "-Xlint:all",
            "-Werror",
            "--release",
            "17",
            "-d",
            folder.toString(),
            "-cp",
            classPath());
    boolean compiled =
        compiler
            .getTask(said, null, null, options, null, List.of(new Source(className, text)))
            .call();
    assertThat(compiled).as(said.toString()).isTrue();
    return said.toString();
  }

  /** What the examples' own tests import, but for their test libraries. */
  private static Set<String> imports() throws IOException {
    Path tests = Path.of("src/test/java/io/arrowparquet/it/examples");
    Set<String> imports = new TreeSet<>();
    for (String test : List.of("ReadmeExamplesTest", "VariantExamplesTest")) {
      Files.readAllLines(tests.resolve(test + ".java")).stream()
          .filter(
              line ->
                  line.matches(
                      "import (java|org\\.apache\\.arrow|io\\.arrowparquet(?!\\.it))\\..*"))
          .forEach(imports::add);
    }
    return imports;
  }

  @Test
  void examples_of_the_documents_compile_without_a_warning() throws IOException {
    List<MatchResult> examples =
        Pattern.compile("<!-- example: (\\w+) -->\n```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Documents.text())
            .results()
            .toList();
    String methods =
        examples.stream()
            .map(
                found ->
                    "static void "
                        + found.group(1)
                        + "() throws Exception {\n"
                        + found.group(2)
                        + "}\n")
            .collect(joining());

    assertThat(examples).hasSizeGreaterThan(8);
    assertThat(
            compile(
                "Examples",
                String.join("\n", imports())
                    + "\nfinal class Examples {\n"
                    + GIVEN
                    + methods
                    + "}"))
        .isEmpty();
  }

  /** What the documents say to add is what the project consumer-tests has, which Maven resolves. */
  @Test
  void coordinates_of_the_documents_are_tested() throws IOException {
    String project = elements(Files.readString(Path.of("consumer-tests", "pom.xml")));
    List<String> blocks =
        Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL)
            .matcher(Documents.text())
            .results()
            .map(found -> elements(found.group(1)))
            .toList();

    assertThat(blocks).hasSize(2);
    assertThat(project).contains(blocks);
  }

  private static String elements(String xml) {
    return xml.replaceAll("(?s)<!--.*?-->", "").replaceAll("\\s+", "");
  }

  /** The public classes that users are meant to see. */
  private static List<String> publicClasses(Path jar) throws Exception {
    List<String> classes = new ArrayList<>();
    try (JarFile open = new JarFile(jar.toFile())) {
      for (String name : open.stream().map(JarEntry::getName).sorted().toList()) {
        if (name.matches("io/arrowparquet/[^$]*\\.class")
            && !name.matches(".*/(internal|generated|bridge)/.*|.*/package-info\\.class")) {
          String type = name.substring(0, name.length() - ".class".length()).replace('/', '.');
          Class<?> found = Class.forName(type, false, ConsumerTest.class.getClassLoader());
          if (Modifier.isPublic(found.getModifiers())) {
            classes.add(type);
          }
        }
      }
    }
    return classes;
  }

  @Test
  void every_public_class_is_seen_without_a_warning() throws Exception {
    List<String> classes = new ArrayList<>(publicClasses(Jars.footerFlatbuf()));
    classes.addAll(publicClasses(Jars.variantArrow()));
    String list = classes.stream().map(name -> name + ".class").collect(joining(",\n"));

    assertThat(classes)
        .hasSizeGreaterThan(100)
        .contains("io.arrowparquet.variant.value.VariantPath");
    assertThat(
            compile("Users", "final class Users { static final Class<?>[] ALL = {" + list + "}; }"))
        .isEmpty();
  }
}
