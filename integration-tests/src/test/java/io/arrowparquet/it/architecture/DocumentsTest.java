// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes, packages, files, links and sections that the documents name exist. */
class DocumentsTest {
  private static final Path ROOT = Path.of("..");
  private static final List<String> FOLDERS =
      List.of("footer-flatbuf", "variant-arrow", "integration-tests", "spark", "docs", ".ci");

  /** Types of other projects, and words that only look like types. */
  private static final Set<String> FOREIGN =
      Set.of(
          "ArrowReader",
          "FileIO",
          "Files",
          "Foo",
          "FooTest",
          "IllegalArgumentException",
          "ParquetMetadata",
          "Unsafe");

  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern LISTED =
      Pattern.compile(
          "(?m)^\\| `((?:storage|footer|bundle|variant|parquet|dataset|cli|spark)[a-z0-9.]*)`");
  private static final Pattern RUN = Pattern.compile("\\b([A-Z]\\w*(?:Test|Benchmark))\\b");
  private static final Pattern CITED =
      Pattern.compile("([a-z-]+)/FORMAT\\.md(?:, sections? ([0-9]+(?:(?:,| and|, and) [0-9]+)*))?");

  /** A class, perhaps behind its package, and perhaps a member of it. */
  private static final Pattern TYPE =
      Pattern.compile("((?:[a-z]\\w*\\.)*)([A-Z]\\w*[a-z]\\w*)(?:\\.(\\w+))?");

  private static final Pattern PACKAGE =
      Pattern.compile(
          "(?:io\\.arrowparquet\\.)?(?!parquet\\.(?:fbs|thrift|variant))((?:storage|footer|bundle|variant|parquet|dataset|cli|spark|it)(?:\\.[a-z]\\w*)+)");
  private static final Pattern PATH = Pattern.compile("(\\.?[\\w-]+/)+[\\w.*-]*");
  private static final Pattern FILE =
      Pattern.compile("[\\w*-]+\\.(?:md|xml|fbs|sh|java|html|svg|properties)");

  /** By simple name, the sources of all classes. */
  private static final Map<String, List<Path>> SOURCES = new TreeMap<>();

  private static final Set<String> FILE_NAMES = new TreeSet<>();

  static {
    try {
      for (Path file : files()) {
        String name = file.getFileName().toString();
        FILE_NAMES.add(name);
        if (name.endsWith(".java")) {
          SOURCES.computeIfAbsent(name.replace(".java", ""), unused -> new ArrayList<>()).add(file);
        }
      }
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** All files of the project but what is built. */
  private static List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> top = Files.list(ROOT)) {
      files.addAll(top.filter(Files::isRegularFile).toList());
    }
    for (String folder : FOLDERS) {
      try (Stream<Path> walk = Files.walk(ROOT.resolve(folder))) {
        walk.filter(file -> !file.toString().contains("/target/"))
            .filter(Files::isRegularFile)
            .forEach(files::add);
      }
    }
    return files;
  }

  static List<Path> documents() throws IOException {
    return files().stream()
        .filter(file -> file.toString().endsWith(".md"))
        .map(ROOT::relativize)
        .sorted()
        .toList();
  }

  @Test
  void documents_are_found() throws IOException {
    assertThat(documents())
        .map(Path::toString)
        .contains(
            "ARCHITECTURE.md",
            "CONTRIBUTING.md",
            "README.md",
            "docs/reading.md",
            "variant-arrow/FORMAT.md");
  }

  @Test
  void versions_of_the_compatibility_page_are_those_that_are_built_with() throws IOException {
    StringBuilder builds = new StringBuilder(Files.readString(ROOT.resolve(".ci/matrix")));
    for (String module : List.of("", "spark", "integration-tests/consumer-tests")) {
      builds.append(Files.readString(ROOT.resolve(module).resolve("pom.xml")));
    }
    String table = Files.readString(ROOT.resolve("COMPATIBILITY.md")).split("\n\n", -1)[1];
    List<String> versions =
        Pattern.compile("\\d+\\.\\d+\\.\\d+")
            .matcher(table)
            .results()
            .map(MatchResult::group)
            .toList();

    assertThat(versions)
        .hasSizeGreaterThan(10)
        .allSatisfy(
            version ->
                assertThat(builds.toString())
                    .containsPattern("[ >]" + Pattern.quote(version) + "[ ;<]"));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everything_that_a_document_names_exists(Path document) throws IOException {
    assertThat(problems(document, Files.readString(ROOT.resolve(document)))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "`FooterWriter`",
        "`FooterReader.readEverything`",
        "`footer.internal.wire.FooterReader`",
        "`footer.wired`",
        "`io.arrowparquet.it.nowhere`",
        "`footer-flatbuf/src/main/nowhere.fbs`",
        "`Nowhere.md`",
        "`*NowhereTest.java`",
        "[text](NOWHERE.md)",
        "[text](../footer-flatbuf/NOWHERE.md)",
        "[text](#nowhere)",
        "[text](variant-arrow/FORMAT.md#nowhere)",
        "```sh\nmvn -Dtest=NowhereTest\n```"
      })
  void what_does_not_exist_is_found(String text) throws IOException {
    assertThat(problems(Path.of("README.md"), text)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "`FooterReader`, `FooterReader.read`, `footer.file.FooterReader`",
        "`footer.internal.wire`, `io.arrowparquet.it.interop`",
        "`footer-flatbuf/src/main/flatbuf/parquet.fbs`, `parquet.fbs`, `*FuzzTest.java`",
        "`typed_value`, `PARQUET_TEST_DATA`, `mvn verify`, `-Dquick`, `arrow.uuid`",
        "[text](LICENSE), [text](variant-arrow/FORMAT.md#2-shredding), [text](https://example.org)"
      })
  void what_exists_is_no_problem(String text) throws IOException {
    assertThat(problems(Path.of("README.md"), text)).isEmpty();
  }

  private static List<String> problems(Path document, String text) throws IOException {
    List<String> problems = new ArrayList<>();
    Consumer<String> report = problems::add;
    FENCED.matcher(text).results().forEach(block -> checkCommands(block.group(), report));
    String prose = FENCED.matcher(text).replaceAll("");
    CODE.matcher(prose).results().map(code -> code.group(1)).forEach(code -> check(code, report));
    for (MatchResult link : LINK.matcher(prose).results().toList()) {
      checkLink(document, text, link.group(1), report);
    }
    return problems;
  }

  private static void checkCommands(String block, Consumer<String> report) {
    if (block.startsWith("```sh")) {
      RUN.matcher(block)
          .results()
          .map(MatchResult::group)
          .filter(name -> !SOURCES.containsKey(name))
          .forEach(name -> report.accept("no class " + name));
    }
  }

  private static void check(String code, Consumer<String> report) {
    if (PACKAGE.matcher(code).matches()) {
      checkPackage(code, report);
    } else if (FILE.matcher(code).matches()) {
      Pattern name = Pattern.compile(code.replace(".", "\\.").replace("*", ".*"));
      if (FILE_NAMES.stream().noneMatch(file -> name.matcher(file).matches())) {
        report.accept("no file named " + code);
      }
    } else if (PATH.matcher(code).matches()) {
      // What is built is there only after a build.
      if (!("/" + code).contains("/target/") && !Files.exists(ROOT.resolve(code))) {
        report.accept("no file " + code);
      }
    } else {
      checkType(code, report);
    }
  }

  private static void checkPackage(String name, Consumer<String> report) {
    String full = name.startsWith("io.") ? name : "io.arrowparquet." + name;
    String folder = "/" + full.replace('.', '/') + "/";
    if (SOURCES.values().stream()
        .flatMap(List::stream)
        .noneMatch(file -> file.toString().contains(folder))) {
      report.accept("no package " + name);
    }
  }

  private static void checkType(String code, Consumer<String> report) {
    var type = TYPE.matcher(code);
    if (!type.matches() || FOREIGN.contains(type.group(2))) {
      return;
    }
    String folder = "/" + type.group(1).replace('.', '/');
    List<Path> sources =
        SOURCES.getOrDefault(type.group(2), List.of()).stream()
            .filter(file -> file.getParent().toString().concat("/").endsWith(folder))
            .toList();
    if (sources.isEmpty()) {
      report.accept("no class " + code);
    } else if (type.group(3) != null) {
      Pattern member = Pattern.compile("\\b" + type.group(3) + "\\b");
      if (sources.stream().noneMatch(file -> member.matcher(read(file)).find())) {
        report.accept("no member " + code);
      }
    }
  }

  private static void checkLink(Path document, String text, String link, Consumer<String> report)
      throws IOException {
    if (link.startsWith("https://")) {
      return;
    }
    String[] parts = link.split("#", 2);
    Path target = ROOT.resolve(document).resolveSibling(parts[0]).normalize();
    if (!Files.exists(target)) {
      report.accept("no file " + link);
    } else if (parts.length > 1) {
      String linked = parts[0].isEmpty() ? text : Files.readString(target);
      if (headings(linked).map(DocumentsTest::anchor).noneMatch(parts[1]::equals)) {
        report.accept("no heading " + link);
      }
    }
  }

  private static Stream<String> headings(String text) {
    return HEADING.matcher(FENCED.matcher(text).replaceAll("")).results().map(h -> h.group(1));
  }

  /** The anchor that a heading has on GitHub. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void architecture_lists_each_package_by_the_order_of_the_roots() throws IOException {
    String architecture = Files.readString(ROOT.resolve("ARCHITECTURE.md"));
    List<String> listed = LISTED.matcher(architecture).results().map(row -> row.group(1)).toList();

    assertThat(listed).containsExactlyInAnyOrderElementsOf(PackageOrderTest.packages());
    assertThat(listed)
        .map(name -> PackageOrderTest.ORDER.indexOf(PackageOrderTest.root(name)))
        .isSorted();
  }

  @Test
  void sections_that_the_code_cites_exist() throws IOException {
    List<String> dead = new ArrayList<>();
    int cited = 0;
    for (List<Path> sources : SOURCES.values()) {
      for (Path source : sources) {
        // Comments are broken between words.
        String text = read(source).replaceAll("\n *\\* ", " ");
        for (MatchResult citation : CITED.matcher(text).results().toList()) {
          cited++;
          checkCitation(citation, name -> dead.add(source.getFileName() + ": " + name));
        }
      }
    }
    assertThat(cited).isPositive();
    assertThat(dead).isEmpty();
  }

  private static void checkCitation(MatchResult citation, Consumer<String> report)
      throws IOException {
    Path format = ROOT.resolve(citation.group(1)).resolve("FORMAT.md");
    if (!Files.exists(format)) {
      report.accept("no file " + citation.group());
    } else if (citation.group(2) != null) {
      List<String> headings = headings(Files.readString(format)).toList();
      for (String section : citation.group(2).split("\\D+", -1)) {
        if (headings.stream().noneMatch(heading -> heading.startsWith(section + ". "))) {
          report.accept("no section " + section + " in " + citation.group());
        }
      }
    }
  }
}
