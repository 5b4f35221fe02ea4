// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The library stays small enough to be held in the head. A limit is what was reached so far: it may
 * only be lowered. {@code mvn test -Dtest=HouseSizeTest} prints the figures.
 */
class HouseSizeTest {
  private static final Pattern PUBLIC_TYPE =
      Pattern.compile(
          "(?m)^public (?:(?:abstract|final|sealed|non-sealed) )*"
              + "(?:class|interface|enum|record|@interface) (\\w+)");

  private static final Pattern EXPORTED = Pattern.compile("exports io\\.arrowparquet\\.([\\w.]+);");

  /** A class with fewer lines belongs into the one that uses it, if only one does. */
  private static final int SMALL = 60;

  /** Splits, plans, rows by position, metadata as data, types: what came after the library. */
  private static final int LINES_FOR_ENGINES = 11_739;

  private static final int TYPES_FOR_ENGINES = 15;

  /** Pages of our own, metrics, sets, encryption, rewriting: what came after that. */
  private static final int LINES_FOR_WRITERS = 10_109;

  private static final int TYPES_FOR_WRITERS = 15;

  /** Codecs of our own, memory used again, schemas known by their bytes, quick look-ups. */
  private static final int LINES_FOR_SPEED = 3_598;

  /** Indexes of footers, PARX, no paths, Photon; conversion by templates; plans of bundles. */
  private static final int LINES_FOR_LAYOUTS = 4_230;

  /** All designs of a footer side by side, and files for readers of others. */
  private static final int LINES_FOR_LAB = 2_882;

  /** Commands for rows and chunks, import, conversion, the launcher, pages. */
  private static final int LINES_FOR_COMMANDS = 2_687;

  /** The module spark, bundles that many tasks make, aggregates of batches. */
  private static final int LINES_FOR_SPARK = 6_821;

  private static final int TYPES_FOR_SPARK = 4;

  private static final int CAPABILITIES =
      LINES_FOR_ENGINES
          + LINES_FOR_WRITERS
          + LINES_FOR_SPEED
          + LINES_FOR_LAYOUTS
          + LINES_FOR_LAB
          + LINES_FOR_COMMANDS
          + LINES_FOR_SPARK;

  private static final Map<String, Integer> LIMITS =
      Map.of(
          "lines by hand", 99_365 + CAPABILITIES,
          "lines generated", 717,
          "files", 868,
          "packages", 61,
          "classes below 60 lines", 88,
          "exported types", 143 + TYPES_FOR_ENGINES + TYPES_FOR_WRITERS + TYPES_FOR_SPARK);

  @Test
  void figures_do_not_grow() throws IOException {
    Map<String, Integer> figures = figures();
    System.out.println(figures);
    assertThat(figures.keySet()).isEqualTo(LIMITS.keySet());
    figures.forEach(
        (name, found) -> assertThat(found).as(name).isLessThanOrEqualTo(LIMITS.get(name)));
  }

  private static Map<String, Integer> figures() throws IOException {
    Map<String, Integer> figures = new TreeMap<>();
    Set<String> packages = new TreeSet<>();
    Set<String> exported = exportedPackages();
    for (Path file : PackageOrderTest.allFiles()) {
      String text = Files.readString(file);
      String name = PackageOrderTest.packageOf(file);
      int lines = (int) text.lines().count();
      boolean isGenerated = name.endsWith("generated");
      boolean isClass = !file.endsWith("package-info.java");
      figures.merge(isGenerated ? "lines generated" : "lines by hand", lines, Integer::sum);
      figures.merge("files", 1, Integer::sum);
      figures.merge(
          "classes below 60 lines", isClass && !isGenerated && lines < SMALL ? 1 : 0, Integer::sum);
      boolean isExported = exported.contains(name) && PUBLIC_TYPE.matcher(text).find();
      figures.merge("exported types", isClass && isExported ? 1 : 0, Integer::sum);
      packages.add(name);
    }
    figures.put("packages", packages.size());
    return figures;
  }

  static Set<String> exportedPackages() throws IOException {
    Set<String> exported = new TreeSet<>();
    for (Path module : PackageOrderTest.modules()) {
      Path descriptor = module.resolve("module-info.java");
      // Spark has no module path.
      Matcher matcher =
          EXPORTED.matcher(Files.exists(descriptor) ? Files.readString(descriptor) : "");
      while (matcher.find()) {
        exported.add(matcher.group(1));
      }
    }
    return exported;
  }

  /**
   * The first question to an object that an engine holds. Constants and exceptions answer it by
   * what they are, the records of the footer's model by their package.
   */
  @Test
  void every_exported_type_says_whether_threads_may_share_it() throws IOException {
    List<String> silent = new ArrayList<>();
    Set<String> exported = exportedPackages();
    for (Path file : PackageOrderTest.allFiles()) {
      String text = Files.readString(file);
      Matcher type = PUBLIC_TYPE.matcher(text);
      if (exported.contains(PackageOrderTest.packageOf(file)) && type.find()) {
        String javadoc = text.substring(0, type.start());
        boolean isAsked =
            !PackageOrderTest.packageOf(file).equals("footer.model")
                && !type.group().contains("enum ")
                && !type.group(1).endsWith("Exception");
        if (isAsked && !javadoc.matches("(?is).*(thread|immutable).*")) {
          silent.add(type.group(1));
        }
      }
    }
    assertThat(silent).isEmpty();
  }
}
