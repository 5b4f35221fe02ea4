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
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Imports point one way: in each module the packages are ordered along the data flow, and a package
 * imports only packages before it in the list.
 */
class PackageOrderTest {
  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?([a-z0-9_.]+)\\.[A-Z]", Pattern.MULTILINE);

  /** A module, and its packages below the root package, lowest layer first. */
  enum Module {
    FOOTER(
        "footer-flatbuf", "io.arrowparquet.footer", "wire thrift flatbuf convert io bridge bundle"),
    VARIANT(
        "variant-arrow",
        "io.arrowparquet.variant",
        "internal encoding path json vector kernels parquet dataset cli");

    private final String folder;
    private final String root;
    private final String layers;

    Module(String folder, String root, String layers) {
      this.folder = folder;
      this.root = root;
      this.layers = layers;
    }

    Path sources() {
      return Path.of("..", folder, "src", "main", "java");
    }

    /** 0 for the root package, 1.. for the listed ones; -1 for a package nobody listed. */
    int layer(String packageName) {
      if (packageName.equals(root)) {
        return 0;
      }
      String first = packageName.substring(root.length() + 1).split("\\.", -1)[0];
      int index = List.of(layers.split(" ", -1)).indexOf(first);
      return index < 0 ? -1 : index + 1;
    }
  }

  @ParameterizedTest
  @EnumSource
  void imports_point_only_to_lower_layers(Module module) throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path file : javaFiles(module.sources())) {
      String from = packageOf(module, file);
      int layer = module.layer(from);
      if (layer < 0) {
        wrong.add(file + ": package " + from + " is not in the list of layers");
        continue;
      }
      Matcher imports = IMPORT.matcher(Files.readString(file));
      while (imports.find()) {
        String to = imports.group(1);
        boolean sameModule = to.equals(module.root) || to.startsWith(module.root + ".");
        if (sameModule && module.layer(to) > layer) {
          wrong.add(from + " imports " + to + " in " + file.getFileName());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void every_package_says_what_goes_in_and_what_comes_out(Module module) throws IOException {
    List<Path> undocumented =
        javaFiles(module.sources()).stream()
            .map(Path::getParent)
            .distinct()
            .filter(folder -> !folder.getFileName().toString().equals("generated"))
            .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
            .toList();
    assertThat(undocumented).isEmpty();
  }

  @Test
  void footer_module_knows_nothing_of_variants() throws IOException {
    for (Path file : javaFiles(Module.FOOTER.sources())) {
      assertThat(Files.readString(file)).as(file.toString()).doesNotContain(Module.VARIANT.root);
    }
  }

  @Test
  void binary_encoding_knows_nothing_of_parquet_files() throws IOException {
    for (Path file : javaFiles(Module.VARIANT.sources())) {
      String from = packageOf(Module.VARIANT, file);
      if (Module.VARIANT.layer(from) <= Module.VARIANT.layer(Module.VARIANT.root + ".kernels")) {
        assertThat(Files.readString(file))
            .as(file.toString())
            .doesNotContain("import org.apache.parquet")
            .doesNotContain("import io.arrowparquet.footer");
      }
    }
  }

  @Test
  void generated_classes_do_not_leave_the_flatbuf_and_convert_packages() throws IOException {
    for (Path file : javaFiles(Module.FOOTER.sources())) {
      String from = packageOf(Module.FOOTER, file);
      if (!from.contains(".flatbuf") && !from.endsWith(".convert")) {
        assertThat(Files.readString(file)).as(file.toString()).doesNotContain(".generated.");
      }
    }
  }

  private static String packageOf(Module module, Path file) {
    return module.sources().relativize(file.getParent()).toString().replace('/', '.');
  }

  private static List<Path> javaFiles(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      List<Path> files =
          walk.filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.endsWith("module-info.java"))
              .sorted()
              .toList();
      assertThat(files).isNotEmpty();
      return files;
    }
  }
}
