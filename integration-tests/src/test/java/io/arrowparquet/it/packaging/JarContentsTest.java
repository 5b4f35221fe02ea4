// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.packaging;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.arrowparquet.it.ChildJvm;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A library's jar is only a library; what makes a command line of it is in a jar of its own. */
class JarContentsTest {
  private static final String CLI = "io/arrowparquet/cli/";

  @TempDir Path folder;

  private static Attributes manifest(Path jar) throws IOException {
    try (JarFile open = new JarFile(jar.toFile())) {
      return open.getManifest().getMainAttributes();
    }
  }

  private static List<String> files(Path jar) throws IOException {
    try (JarFile open = new JarFile(jar.toFile())) {
      return open.stream().filter(e -> !e.isDirectory()).map(JarEntry::getName).toList();
    }
  }

  @Test
  void libraries_bring_no_class_path_and_run_nothing() throws IOException {
    for (Path jar : List.of(Jars.footerFlatbuf(), Jars.variantArrow())) {
      assertThat(manifest(jar).keySet().stream().map(Object::toString))
          .as(jar.toString())
          .doesNotContain("Class-Path", "Main-Class", "Add-Opens", "Enable-Native-Access");
    }
  }

  @Test
  void libraries_are_modules_without_internal_packages_for_users() throws IOException {
    assertThat(module(Jars.footerFlatbuf()).name()).isEqualTo("io.arrowparquet.footer");
    assertThat(module(Jars.variantArrow()).name()).isEqualTo("io.arrowparquet.variant");
    for (Path jar : List.of(Jars.footerFlatbuf(), Jars.variantArrow())) {
      assertThat(module(jar).exports())
          .as(jar.toString())
          .isNotEmpty()
          .noneMatch(export -> !export.isQualified() && export.source().contains(".internal"));
    }
  }

  private static ModuleDescriptor module(Path jar) {
    ModuleDescriptor module =
        ModuleFinder.of(jar).findAll().stream().map(ModuleReference::descriptor).findFirst().get();
    assertThat(module.isAutomatic()).as(jar.toString()).isFalse();
    return module;
  }

  @Test
  void sources_of_every_class_are_beside_the_jars() throws IOException {
    for (Path jar : List.of(Jars.footerFlatbuf(), Jars.variantArrow(), Jars.commandLine())) {
      String name = jar.getFileName().toString();
      List<String> sources =
          files(jar.resolveSibling(name.replaceAll("(-cli)?\\.jar$", "-sources.jar")));

      assertThat(sources)
          .as(name)
          .containsAll(
              files(jar).stream()
                  .filter(file -> file.endsWith(".class") && !file.contains("$"))
                  .map(file -> file.replace(".class", ".java"))
                  .toList());
    }
  }

  @Test
  void each_jar_has_its_licence() throws IOException {
    for (Path jar : List.of(Jars.footerFlatbuf(), Jars.variantArrow(), Jars.commandLine())) {
      try (JarFile open = new JarFile(jar.toFile())) {
        for (String name : List.of("LICENSE", "NOTICE")) {
          byte[] bytes = open.getInputStream(open.getEntry("META-INF/" + name)).readAllBytes();

          assertThat(bytes).as(name).isEqualTo(Files.readAllBytes(Path.of("..", name)));
        }
      }
    }
  }

  @Test
  void libraries_use_nothing_that_only_the_command_line_has() throws IOException {
    for (Path jar : List.of(Jars.footerFlatbuf(), Jars.variantArrow())) {
      try (JarFile open = new JarFile(jar.toFile())) {
        for (JarEntry entry : open.stream().toList()) {
          String constants = new String(open.getInputStream(entry).readAllBytes(), ISO_8859_1);
          assertThat(constants).as(entry.getName()).doesNotContain("com/fasterxml/", "picocli/");
        }
      }
    }
  }

  @Test
  void each_class_is_in_one_jar() throws IOException {
    List<String> library = files(Jars.variantArrow());
    List<String> commandLine = files(Jars.commandLine());

    assertThat(library)
        .contains("io/arrowparquet/parquet/ParquetArrowReader.class")
        .noneMatch(name -> name.startsWith(CLI));
    assertThat(commandLine)
        .contains(CLI + "Main.class", CLI + "footer/footer-sizes.html")
        .allMatch(name -> name.startsWith(CLI) || name.startsWith("META-INF/"));
  }

  @Test
  void runnable_jar_finds_its_libraries_beside_it() throws IOException {
    Path jar = Jars.runnable();
    Attributes manifest = manifest(jar);

    assertThat(jar).hasSameBinaryContentAs(Jars.commandLine());
    assertThat(manifest.getValue("Main-Class")).isEqualTo("io.arrowparquet.cli.Main");
    assertThat(manifest.getValue("Add-Opens")).isEqualTo("java.base/java.nio");
    assertThat(manifest.getValue("Enable-Native-Access")).isEqualTo("ALL-UNNAMED");
    assertThat(manifest.getValue("Class-Path").split(" ", -1))
        .contains("lib/" + Jars.variantArrow().getFileName())
        .filteredOn(entry -> !entry.startsWith("lib/arrow-dataset-"))
        .allMatch(entry -> Files.exists(jar.resolveSibling(entry)));
    assertThat(jar.resolveSibling("lib").resolve(Jars.variantArrow().getFileName()))
        .hasSameBinaryContentAs(Jars.variantArrow());
  }

  /**
   * No engine for containers is needed to see that it copies what is there, and starts what it
   * copies.
   */
  @Test
  void container_file_takes_the_runnable_jar_and_its_libraries() throws Exception {
    Path jar = Jars.runnable();
    Path module = jar.getParent().getParent();
    List<String> lines =
        Files.readAllLines(module.resolve("Containerfile")).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .toList();
    List<String> copied =
        lines.stream()
            .filter(line -> line.startsWith("COPY "))
            .map(l -> l.split(" ", -1)[1])
            .toList();
    String start = lines.get(lines.size() - 1);

    assertThat(lines)
        .allMatch(line -> line.matches("(FROM|COPY|WORKDIR|ENTRYPOINT) .+"))
        .first()
        .asString()
        .startsWith("FROM ");
    assertThat(copied)
        .allMatch(name -> Files.exists(module.resolve(name)))
        .contains("target/lib", "target/" + jar.getFileName());
    String[] words =
        new ObjectMapper().readValue(start.substring("ENTRYPOINT ".length()), String[].class);
    List<String> command = new ArrayList<>(List.of(words).subList(1, words.length - 1));
    assertThat(words[words.length - 1]).isEqualTo("/opt/arrowparquet/" + jar.getFileName());
    command.addAll(List.of(jar.toRealPath().toString(), "--version"));
    assertThat(new ChildJvm(folder).run(command)).isNotBlank();
  }

  @Test
  void libraries_of_the_command_line_are_few_and_without_parquet_java() throws IOException {
    Path jar = Jars.runnable();
    long bytes = 0;
    for (String entry : manifest(jar).getValue("Class-Path").split(" ", -1)) {
      Path library = jar.resolveSibling(entry);
      assertThat(library.getFileName().toString())
          .doesNotStartWith("parquet-")
          .doesNotContain("hadoop");
      bytes += Files.exists(library) ? Files.size(library) : 0;
    }
    assertThat(bytes).isLessThanOrEqualTo(25_000_000);
  }

  @Test
  void times_in_jars_are_fixed_so_that_builds_are_reproducible() throws IOException {
    for (Path jar : List.of(Jars.footerFlatbuf(), Jars.variantArrow(), Jars.commandLine())) {
      try (JarFile open = new JarFile(jar.toFile())) {
        assertThat(open.stream().map(JarEntry::getTimeLocal).distinct())
            .as(jar.toString())
            .hasSize(1);
      }
    }
  }
}
