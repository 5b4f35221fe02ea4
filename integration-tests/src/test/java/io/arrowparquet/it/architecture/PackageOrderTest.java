// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Imports point one way: in each module the packages are ordered along the data flow, and a package
 * imports only packages that stand before it.
 */
class PackageOrderTest {
  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?([a-z0-9_.]+)\\.[A-Z*]", Pattern.MULTILINE);

  /** More than this in one package, and it holds more than one idea. */
  private static final int MAX_CLASSES = 40;

  /** A module, and its packages below the root package, lowest layer first. */
  enum Module {
    FOOTER(
        "footer-flatbuf",
        "io.arrowparquet.footer",
        """
        wire metadata thrift thrift.codec
        flatbuf.internal.shape flatbuf.generated flatbuf.internal flatbuf size
        convert.toflatbuf
        convert.arrowcpp.generated convert.arrowcpp convert
        bundle.evolution
        io.source io bridge
        bundle.entry bundle.internal bundle.schema bundle.stream
        bundle.arrow bundle.chunk bundle.table bundle.assembly bundle
        """),
    VARIANT(
        "variant-arrow",
        "io.arrowparquet.variant",
        """
        internal memory.internal encoding.internal encoding path json shredding shredding.internal vector
        kernels kernels.internal.convert kernels.internal.build kernels.internal.columnar
        kernels.internal.rows
        kernels.json kernels.cast kernels.decode kernels.natural kernels.shred kernels.infer
        parquet.options
        parquet.internal.event parquet.internal.fetch parquet.internal.codec parquet.internal.page
        parquet.internal.alp parquet.internal.values parquet.internal.fixed
        parquet.internal.column parquet.internal.bloom parquet.internal.predicate parquet.internal.plan
        parquet.internal.batch parquet.internal.write parquet
        dataset.internal dataset.internal.filter dataset
        cli.shared cli.rows cli.footer cli.bundle cli.variant cli.scan cli.demo cli
        """);

    private final String folder;
    private final String root;
    private final String order;

    Module(String folder, String root, String order) {
      this.folder = folder;
      this.root = root;
      this.order = order;
    }

    /** All packages, the root first. */
    List<String> packages() {
      return Stream.concat(
              Stream.of(root),
              Stream.of(order.trim().split("\\s+", -1)).map(name -> root + "." + name))
          .toList();
    }

    Path sources() {
      return Path.of("..", folder, "src", "main", "java");
    }

    boolean owns(String packageName) {
      return packageName.equals(root) || packageName.startsWith(root + ".");
    }

    /** The part of a package's name behind the root, up to the next dot. */
    String segment(String packageName) {
      return packageName.equals(root)
          ? ""
          : packageName.substring(root.length() + 1).split("\\.", -1)[0];
    }
  }

  @ParameterizedTest
  @EnumSource
  void imports_point_only_to_lower_packages(Module module) throws IOException {
    List<String> wrong = new ArrayList<>();
    imports(module)
        .forEach(
            (from, targets) -> {
              for (String to : targets) {
                if (module.owns(to)
                    && module.packages().indexOf(to) > module.packages().indexOf(from)) {
                  wrong.add(from + " imports " + to);
                }
              }
            });
    assertThat(wrong).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void every_package_is_in_the_order_and_every_name_of_it_is_a_package(Module module)
      throws IOException {
    assertThat(imports(module).keySet()).containsExactlyInAnyOrderElementsOf(module.packages());
  }

  @ParameterizedTest
  @EnumSource
  void first_segments_have_no_cycle(Module module) throws IOException {
    Map<String, Set<String>> segments = new TreeMap<>();
    imports(module)
        .forEach(
            (from, targets) -> {
              Set<String> edges =
                  segments.computeIfAbsent(module.segment(from), unused -> new TreeSet<>());
              targets.stream().filter(module::owns).map(module::segment).forEach(edges::add);
              edges.remove(module.segment(from));
            });
    List<String> cycle = new ArrayList<>();
    Set<String> done = new HashSet<>();
    segments.keySet().forEach(segment -> findCycle(segment, segments, done, cycle));
    assertThat(cycle).isEmpty();
  }

  /** Leaves the way to a segment that leads back to itself in {@code way}; else nothing. */
  private static boolean findCycle(
      String segment, Map<String, Set<String>> edges, Set<String> done, List<String> way) {
    if (way.contains(segment)) {
      way.add(segment);
      return true;
    }
    if (!done.add(segment)) {
      return false;
    }
    way.add(segment);
    for (String next : edges.getOrDefault(segment, Set.of())) {
      if (findCycle(next, edges, done, way)) {
        return true;
      }
    }
    way.remove(way.size() - 1);
    return false;
  }

  @Test
  void internal_packages_are_imported_by_their_own_module_only() throws IOException {
    for (Module module : Module.values()) {
      imports(module)
          .forEach(
              (from, targets) ->
                  assertThat(targets).as(from).noneMatch(to -> !module.owns(to) && isInternal(to)));
    }
  }

  private static boolean isInternal(String packageName) {
    return packageName.startsWith("io.arrowparquet.") && packageName.contains(".internal");
  }

  @ParameterizedTest
  @EnumSource
  void packages_are_small(Module module) throws IOException {
    Map<Path, Integer> sizes = new TreeMap<>(Comparator.naturalOrder());
    for (Path file : javaFiles(module.sources())) {
      // The FlatBuffers compiler writes a class for each table.
      if (!file.getParent().endsWith("generated")) {
        sizes.merge(file.getParent(), 1, Integer::sum);
      }
    }
    sizes.forEach(
        (folder, files) -> assertThat(files).as(folder.toString()).isLessThan(MAX_CLASSES));
  }

  @ParameterizedTest
  @EnumSource
  void every_package_says_what_goes_in_and_what_comes_out(Module module) throws IOException {
    List<Path> undocumented =
        javaFiles(module.sources()).stream()
            .map(Path::getParent)
            .distinct()
            .filter(folder -> !folder.equals(module.sources()))
            .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
            .toList();
    assertThat(undocumented).isEmpty();
  }

  /** One word for one idea: a simple name is the name of one class. */
  @Test
  void no_two_classes_have_one_simple_name() throws IOException {
    Map<String, List<String>> places = new TreeMap<>();
    for (Module module : Module.values()) {
      for (Path file : javaFiles(module.sources())) {
        if (!file.endsWith("package-info.java")
            && !file.endsWith("module-info.java")
            && !file.getParent().endsWith("generated")) {
          places
              .computeIfAbsent(file.getFileName().toString(), unused -> new ArrayList<>())
              .add(file.toString());
        }
      }
    }
    assertThat(places.values()).allSatisfy(files -> assertThat(files).hasSize(1));
  }

  @Test
  void footer_module_knows_nothing_of_variants() throws IOException {
    for (Path file : javaFiles(Module.FOOTER.sources())) {
      assertThat(Files.readString(file)).as(file.toString()).doesNotContain(Module.VARIANT.root);
    }
  }

  /** It shares the footer module's vocabulary of errors alone. */
  @Test
  void binary_encoding_knows_nothing_of_parquet_files() throws IOException {
    int last = Module.VARIANT.packages().indexOf(Module.VARIANT.root + ".kernels.infer");
    for (Path file : javaFiles(Module.VARIANT.sources())) {
      int place = Module.VARIANT.packages().indexOf(packageOf(Module.VARIANT, file));
      if (place >= 0 && place <= last) {
        assertThat(Files.readString(file))
            .as(file.toString())
            .doesNotContain("import org.apache.parquet")
            .doesNotContainPattern("import io\\.arrowparquet\\.footer\\.[a-z]");
      }
    }
  }

  @Test
  void generated_classes_stay_in_the_packages_that_walk_or_build_buffers() throws IOException {
    for (Path file : javaFiles(Module.FOOTER.sources())) {
      String from = packageOf(Module.FOOTER, file);
      if (Stream.of(".flatbuf", ".convert", ".size").anyMatch(from::contains)) {
        continue;
      }
      assertThat(Files.readString(file)).as(file.toString()).doesNotContain(".generated.");
    }
  }

  /** For each package of a module, the packages that its classes import. */
  private static Map<String, Set<String>> imports(Module module) throws IOException {
    Map<String, Set<String>> imports = new TreeMap<>();
    for (Path file : javaFiles(module.sources())) {
      if (!file.getParent().equals(module.sources())) {
        Set<String> targets =
            imports.computeIfAbsent(packageOf(module, file), unused -> new TreeSet<>());
        Matcher matcher = IMPORT.matcher(Files.readString(file));
        while (matcher.find()) {
          targets.add(matcher.group(1));
        }
      }
    }
    return imports;
  }

  private static String packageOf(Module module, Path file) {
    return module.sources().relativize(file.getParent()).toString().replace('/', '.');
  }

  private static List<Path> javaFiles(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      List<Path> files = walk.filter(file -> file.toString().endsWith(".java")).sorted().toList();
      assertThat(files).isNotEmpty();
      return files;
    }
  }
}
