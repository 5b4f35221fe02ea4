// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * What the profile {@code release} leaves for Maven Central has all that it demands of each
 * artifact.
 */
class BundleTest {
  private static final Path GROUP = Path.of("../target/central/io/arrowparquet");
  private static final String PARENT = "arrowparquet-parent";
  private static final String BOM = "arrowparquet-bom";
  private static final String SPARK = "arrowparquet-spark-4.2_2.13";

  /** By artifact, the classifiers of its jars; none for a pom alone. */
  private static final Map<String, Set<String>> ARTIFACTS =
      Map.of(
          PARENT,
          Set.of(),
          BOM,
          Set.of(),
          "footer-flatbuf",
          Set.of("", "sources", "javadoc"),
          "variant-arrow",
          Set.of("", "sources", "javadoc", "cli"),
          SPARK,
          Set.of("", "sources", "javadoc", "all"));

  private static Set<String> artifacts() {
    return ARTIFACTS.keySet();
  }

  private static Stream<Path> jars() throws IOException {
    List<Path> jars = new ArrayList<>();
    for (String artifact : artifacts()) {
      files(artifact).stream().filter(file -> file.toString().endsWith(".jar")).forEach(jars::add);
    }
    return jars.stream();
  }

  private static List<Path> files(String artifact) throws IOException {
    try (Stream<Path> walk = Files.walk(GROUP.resolve(artifact))) {
      return walk.filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().startsWith("maven-metadata.xml"))
          .sorted()
          .toList();
    }
  }

  private static Path file(String artifact, String ending) throws IOException {
    return files(artifact).stream()
        .filter(file -> file.toString().endsWith(ending))
        .findFirst()
        .orElseThrow();
  }

  /** What follows artifact and version, which is a time where a snapshot is built. */
  private static String ending(String artifact, Path file) {
    return file.getFileName()
        .toString()
        .substring(artifact.length())
        .replaceFirst("^-[0-9.]+(-SNAPSHOT|-[0-9]{8}\\.[0-9]{6}-[0-9]+)?", "");
  }

  @Test
  void what_is_published_is_the_libraries_and_nothing_else() throws IOException {
    try (Stream<Path> found = Files.list(GROUP)) {
      assertThat(found.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(artifacts());
    }
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void each_artifact_has_its_files_with_checksums(String artifact) throws Exception {
    Set<String> expected = new TreeSet<>(Set.of(".pom", "-cyclonedx.json", "-cyclonedx.xml"));
    for (String classifier : ARTIFACTS.get(artifact)) {
      expected.add((classifier.isEmpty() ? "" : "-" + classifier) + ".jar");
    }
    List<Path> contents =
        files(artifact).stream()
            .filter(file -> !file.toString().matches(".*\\.(md5|sha1|asc)"))
            .toList();

    assertThat(contents)
        .map(file -> ending(artifact, file))
        .containsExactlyInAnyOrderElementsOf(expected);
    for (Path file : contents) {
      for (String algorithm : List.of("MD5", "SHA-1")) {
        byte[] digest = MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file));
        Path said =
            file.resolveSibling(
                file.getFileName() + "." + algorithm.toLowerCase(Locale.ROOT).replace("-", ""));
        assertThat(said).hasContent(HexFormat.of().formatHex(digest));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void each_pom_has_what_the_repository_demands(String artifact) throws Exception {
    Element pom = pom(artifact);
    Element parent = pom(PARENT);

    for (String path : List.of("artifactId", "name", "description")) {
      assertThat(value(pom, path)).as(path).isNotBlank();
    }
    for (String path :
        List.of(
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "scm/connection",
            "scm/developerConnection",
            "scm/url")) {
      String own = value(pom, path);
      boolean isInherited = value(pom, "parent/artifactId").equals(PARENT);
      assertThat(own.isEmpty() && isInherited ? value(parent, path) : own).as(path).isNotBlank();
    }
  }

  @Test
  void versions_can_be_imported_without_those_of_other_libraries() throws Exception {
    Element pom = pom(BOM);
    Element managed = child(child(pom, "dependencyManagement"), "dependencies");

    assertThat(child(pom, "parent")).isNull();
    assertThat(child(pom, "properties")).isNull();
    assertThat(children(managed).map(each -> value(each, "artifactId")))
        .containsExactlyInAnyOrder("footer-flatbuf", "variant-arrow", SPARK);
    assertThat(children(managed))
        .allMatch(each -> value(each, "groupId").equals("io.arrowparquet"))
        .allMatch(
            each ->
                Set.of("${project.version}", value(pom, "version"))
                    .contains(value(each, "version")));
  }

  @ParameterizedTest
  @MethodSource("jars")
  void each_jar_has_the_licence_and_one_time(Path jar) throws IOException {
    try (JarFile open = new JarFile(jar.toFile())) {
      assertThat(open.stream().map(JarEntry::getTimeLocal).distinct()).hasSize(1);
      if (jar.toString().endsWith("-javadoc.jar")) {
        assertThat(open.getEntry("index.html")).isNotNull();
        return;
      }
      for (String name : List.of("LICENSE", "NOTICE")) {
        JarEntry entry = open.getJarEntry("META-INF/" + name);
        assertThat(entry).as(name).isNotNull();
        assertThat(open.getInputStream(entry).readAllBytes())
            .isEqualTo(Files.readAllBytes(Path.of("..", name)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void each_list_of_components_has_what_users_get_and_no_test_library(String artifact)
      throws IOException {
    JsonNode bom = new ObjectMapper().readTree(file(artifact, "-cyclonedx.json").toFile());
    List<String> components = bom.findValuesAsText("purl");

    assertThat(bom.at("/metadata/component/purl").asText()).contains("io.arrowparquet/" + artifact);
    assertThat(bom.has("serialNumber")).isFalse();
    assertThat(components).noneMatch(purl -> purl.matches(".*/(junit|assertj|jqwik|jimfs).*"));
    if (artifact.equals("variant-arrow")) {
      assertThat(components)
          .anyMatch(purl -> purl.startsWith("pkg:maven/io.airlift/aircompressor@"))
          .anyMatch(purl -> purl.startsWith("pkg:maven/com.google.flatbuffers/flatbuffers-java@"))
          .anyMatch(purl -> purl.startsWith("pkg:maven/io.arrowparquet/footer-flatbuf@"));
    }
  }

  private static Element pom(String artifact) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(file(artifact, ".pom").toFile()).getDocumentElement();
  }

  /** The text of the first element on a path of names; empty if there is none. */
  private static String value(Element element, String path) {
    Element found = element;
    for (String name : path.split("/", -1)) {
      found = found == null ? null : child(found, name);
    }
    return found == null ? "" : found.getTextContent().strip();
  }

  private static Element child(Element element, String name) {
    return children(element)
        .filter(child -> child.getTagName().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static Stream<Element> children(Element element) {
    return IntStream.range(0, element.getChildNodes().getLength())
        .mapToObj(element.getChildNodes()::item)
        .filter(node -> node.getNodeType() == Node.ELEMENT_NODE)
        .map(Element.class::cast);
  }
}
