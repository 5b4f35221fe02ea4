// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Imports point one way: the root packages are ordered along the data flow, a root imports only
 * roots that stand before it, and no packages import each other in a circle.
 */
class PackageOrderTest {
  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?([a-z0-9_.]+)\\.[A-Z*]", Pattern.MULTILINE);

  private static final Pattern SEE =
      Pattern.compile("^ \\* @see (?:[a-z]\\w*\\.)*([A-Z]\\w*)", Pattern.MULTILINE);

  private static final String BASE = "io.arrowparquet.";

  /** More than this in one package, and it holds more than one idea. */
  private static final int MAX_CLASSES = 40;

  private static final Path FOOTER = Path.of("../footer-flatbuf/src/main/java");
  private static final Path VARIANT = Path.of("../variant-arrow/src/main/java");
  private static final Path SPARK = Path.of("../spark/src/main/java");

  /** Each module's root packages, lowest layer first. */
  private static final Map<Path, List<String>> ROOTS =
      Map.of(
          FOOTER, List.of("storage", "footer", "bundle"),
          VARIANT, List.of("variant", "parquet", "dataset", "cli"),
          SPARK, List.of("spark"));

  static final List<String> ORDER =
      Stream.of(FOOTER, VARIANT, SPARK).flatMap(module -> ROOTS.get(module).stream()).toList();

  @Test
  void roots_import_only_roots_before_them() throws IOException {
    List<String> wrong = new ArrayList<>();
    imports()
        .forEach(
            (from, targets) ->
                targets.stream()
                    .filter(to -> ORDER.indexOf(root(to)) > ORDER.indexOf(root(from)))
                    .forEach(to -> wrong.add(from + " imports " + to)));
    assertThat(wrong).isEmpty();
  }

  @Test
  void every_package_is_below_a_root_of_its_module() throws IOException {
    for (Map.Entry<Path, List<String>> module : ROOTS.entrySet()) {
      for (Path file : javaFiles(module.getKey())) {
        if (!file.endsWith("module-info.java")) {
          assertThat(module.getValue()).as(file.toString()).contains(root(packageOf(file)));
        }
      }
    }
  }

  @Test
  void packages_have_no_cycle() throws IOException {
    Map<String, Set<String>> imports = imports();
    List<String> cycle = new ArrayList<>();
    Set<String> done = new HashSet<>();
    imports.keySet().forEach(name -> findCycle(name, imports, done, cycle));
    assertThat(cycle).isEmpty();
  }

  /** Leaves the way to a package that leads back to itself in {@code way}; else nothing. */
  private static boolean findCycle(
      String name, Map<String, Set<String>> edges, Set<String> done, List<String> way) {
    if (way.contains(name)) {
      way.add(name);
      return true;
    }
    if (!done.add(name)) {
      return false;
    }
    way.add(name);
    for (String next : edges.getOrDefault(name, Set.of())) {
      if (!next.equals(name) && findCycle(next, edges, done, way)) {
        return true;
      }
    }
    way.remove(way.size() - 1);
    return false;
  }

  /** What a caller may use, is exported; on the class path the name says that it may not. */
  @Test
  void internal_packages_and_commands_are_not_exported_and_all_others_are() throws IOException {
    for (Path module : List.of(FOOTER, VARIANT)) { // Spark is no module
      Set<String> exported = new TreeSet<>();
      Matcher matcher =
          Pattern.compile("exports io\\.arrowparquet\\.([\\w.]+);")
              .matcher(Files.readString(module.resolve("module-info.java")));
      while (matcher.find()) {
        exported.add(matcher.group(1));
      }
      Set<String> open = new TreeSet<>();
      for (Path file : javaFiles(module)) {
        String name = file.endsWith("module-info.java") ? "cli" : packageOf(file);
        if (!name.contains("internal") && !root(name).equals("cli")) {
          open.add(name);
        }
      }
      assertThat(exported).isEqualTo(open);
    }
  }

  @Test
  void packages_are_small() throws IOException {
    Map<String, Integer> sizes = new TreeMap<>();
    for (Path file : allFiles()) {
      // The FlatBuffers compiler writes a class for each table.
      if (!file.getParent().endsWith("generated")) {
        sizes.merge(packageOf(file), 1, Integer::sum);
      }
    }
    sizes.forEach((name, files) -> assertThat(files).as(name).isLessThan(MAX_CLASSES));
  }

  @Test
  void every_package_says_what_goes_in_and_what_comes_out() throws IOException {
    List<Path> undocumented =
        allFiles().stream()
            .map(Path::getParent)
            .distinct()
            .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
            .toList();
    assertThat(undocumented).isEmpty();
  }

  /** One word for one idea: a simple name is the name of one class. */
  @Test
  void no_two_classes_have_one_simple_name() throws IOException {
    Map<String, List<String>> places = new TreeMap<>();
    for (Path file : allFiles()) {
      if (!file.endsWith("package-info.java") && !file.getParent().endsWith("generated")) {
        places
            .computeIfAbsent(file.getFileName().toString(), unused -> new ArrayList<>())
            .add(file.toString());
      }
    }
    assertThat(places.values()).allSatisfy(files -> assertThat(files).hasSize(1));
  }

  /** By its name, {@code FooTest} beside {@code Foo}, or, if it is a scenario, by its tags. */
  @Test
  void every_test_names_the_class_it_covers() throws IOException {
    Set<String> classes = new TreeSet<>();
    for (Path file : allFiles()) {
      classes.add(simpleName(file));
    }
    for (Path module : modules()) {
      for (Path file : javaFiles(module.resolve("../../test/java"))) {
        String name = simpleName(file);
        if (name.endsWith("Test")
            && !classes.contains(name.replaceFirst("(Property|Fuzz)?Test$", ""))) {
          List<String> covered =
              SEE.matcher(Files.readString(file)).results().map(tag -> tag.group(1)).toList();
          assertThat(classes).as(file.toString()).containsAll(covered);
          assertThat(covered).as(file.toString()).isNotEmpty();
        }
      }
    }
  }

  @Test
  void variant_knows_no_file_and_storage_no_footer() throws IOException {
    for (Path file : allFiles()) {
      if (root(packageOf(file)).equals("variant")) {
        assertThat(Files.readString(file))
            .as(file.toString())
            .doesNotContain("import org.apache.parquet")
            .doesNotContainPattern("import io\\.arrowparquet\\.(footer|bundle)");
      }
      if (ORDER.indexOf(root(packageOf(file))) < ORDER.indexOf("variant")) {
        assertThat(Files.readString(file)).as(file.toString()).doesNotContain(BASE + "variant");
      }
    }
  }

  @Test
  void generated_classes_stay_in_the_packages_that_walk_or_build_buffers() throws IOException {
    for (Path file : javaFiles(FOOTER)) {
      if (file.endsWith("module-info.java")
          || Stream.of("footer.flat", "footer.internal", "footer.convert", "footer.file")
              .anyMatch(packageOf(file)::contains)) {
        continue;
      }
      assertThat(Files.readString(file)).as(file.toString()).doesNotContain(".generated.");
    }
  }

  /** Where the sources of each module are. */
  static Set<Path> modules() {
    return ROOTS.keySet();
  }

  /** All packages of the library, by their names below the base package. */
  static Set<String> packages() throws IOException {
    return imports().keySet();
  }

  /** For each package of the library, those of its packages that its classes import. */
  private static Map<String, Set<String>> imports() throws IOException {
    Map<String, Set<String>> imports = new TreeMap<>();
    for (Path file : allFiles()) {
      Set<String> targets = imports.computeIfAbsent(packageOf(file), unused -> new TreeSet<>());
      Matcher matcher = IMPORT.matcher(Files.readString(file));
      while (matcher.find()) {
        if (matcher.group(1).startsWith(BASE)) {
          targets.add(matcher.group(1).substring(BASE.length()));
        }
      }
    }
    return imports;
  }

  /** The name below the base package. */
  static String packageOf(Path file) {
    String folder = file.getParent().toString().replace('/', '.');
    return folder.substring(folder.indexOf(BASE) + BASE.length());
  }

  private static String simpleName(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  static String root(String packageName) {
    return packageName.split("\\.", -1)[0];
  }

  static List<Path> allFiles() throws IOException {
    List<Path> files = new ArrayList<>(javaFiles(FOOTER));
    files.addAll(javaFiles(VARIANT));
    files.addAll(javaFiles(SPARK));
    files.removeIf(file -> file.endsWith("module-info.java"));
    return files;
  }

  private static List<Path> javaFiles(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      List<Path> files = walk.filter(file -> file.toString().endsWith(".java")).sorted().toList();
      assertThat(files).isNotEmpty();
      return files;
    }
  }
}
