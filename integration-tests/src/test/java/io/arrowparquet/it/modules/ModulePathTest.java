// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.modules;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.it.ChildClassPath;
import io.arrowparquet.it.ChildJvm;
import io.arrowparquet.it.Documents;
import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.ParquetJavaFiles;
import io.arrowparquet.it.interop.ParquetJavaVariants;
import io.arrowparquet.it.interop.ShreddingTypes;
import io.arrowparquet.it.packaging.Jars;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An application that is a module: it requires {@code io.arrowparquet.variant}, and is compiled and
 * run with nothing but a module path; or, for its metadata, with parquet-java on the class path.
 *
 * <p>Runs on the Java of the tests, and on each further one that a variable of the environment
 * named {@code JAVA_HOME_} and a version ({@code JAVA_HOME_25}) points to.
 */
class ModulePathTest {
  private static final String MODULE =
      """
      module app {
        requires io.arrowparquet.variant;
      }
      """;

  private static final String READ =
      """
      package app;

      import io.arrowparquet.variant.kernel.decode.VariantToJson;
      import io.arrowparquet.parquet.ParquetArrowReader;
      import io.arrowparquet.parquet.options.ParquetReadOptions;
      import io.arrowparquet.variant.vector.ParquetVariantVector;
      import java.nio.file.Path;
      import org.apache.arrow.memory.RootAllocator;
      import org.apache.arrow.vector.VarCharVector;

      public class Read {
        public static void main(String[] files) throws Exception {
          try (RootAllocator allocator = new RootAllocator();
              ParquetArrowReader reader =
                  ParquetArrowReader.open(Path.of(files[0]), ParquetReadOptions.defaults(), allocator)) {
            while (reader.loadNextBatch()) {
              ParquetVariantVector variants = (ParquetVariantVector) reader.getVectorSchemaRoot().getVector(1);
              try (VarCharVector json = VariantToJson.write(variants, allocator)) {
                for (int row = 0; row < json.getValueCount(); row++) {
                  System.out.println(json.getObject(row));
                }
              }
            }
            if (files.length > 1) {
              System.out.println(reader.statistics().codecs());
            }
          }
        }
      }
      """;

  private static final String WRITE =
      """
      package app;

      import io.arrowparquet.footer.bridge.ParquetJavaMetadata;
      import io.arrowparquet.footer.file.FooterReader;
      import io.arrowparquet.storage.MissingDependencyException;
      import io.arrowparquet.parquet.ParquetArrowReader;
      import io.arrowparquet.parquet.ParquetArrowWriter;
      import io.arrowparquet.parquet.options.ParquetReadOptions;
      import io.arrowparquet.parquet.options.ParquetWriteOptions;
      import java.nio.file.Path;
      import org.apache.arrow.memory.RootAllocator;
      import org.apache.arrow.vector.VectorSchemaRoot;

      public class Write {
        public static void main(String[] files) throws Exception {
          Path copy = Path.of(files[1]);
          try (RootAllocator allocator = new RootAllocator();
              ParquetArrowReader reader =
                  ParquetArrowReader.open(Path.of(files[0]), ParquetReadOptions.defaults(), allocator)) {
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            try (ParquetArrowWriter writer =
                ParquetArrowWriter.open(
                    copy, root.getSchema(), ParquetWriteOptions.defaults(), allocator)) {
              while (reader.loadNextBatch()) {
                writer.write(root);
              }
              writer.finish();
            }
            // Its type is on the class path, where a module cannot name it.
            ParquetJavaMetadata bridge = ParquetJavaMetadata.of(FooterReader.defaults().read(copy));
            Object metadata = bridge.getClass().getMethod("toParquetMetadata").invoke(bridge);
            // By reflection, of chunks that are classes of the module.
            Class<?> type = metadata.getClass();
            Object json = type.getMethod("toJSON", type).invoke(null, metadata);
            System.out.println(type.getName() + ((String) json).replaceAll("[^{].*", ""));
          } catch (MissingDependencyException e) {
            System.out.println(e.getMessage());
          }
        }
      }
      """;

  @TempDir private Path folder;

  /** The Java of the tests first. */
  static List<Path> javaHomes() throws IOException {
    List<Path> homes = new ArrayList<>();
    homes.add(Path.of(System.getProperty("java.home")).toRealPath());
    for (Map.Entry<String, String> variable : System.getenv().entrySet()) {
      if (variable.getKey().startsWith("JAVA_HOME_")
          && Files.isExecutable(Path.of(variable.getValue(), "bin", "java"))) {
        homes.add(Path.of(variable.getValue()).toRealPath());
      }
    }
    return homes.stream().distinct().filter(ModulePathTest::runsOurClasses).toList();
  }

  private static boolean runsOurClasses(Path home) {
    try {
      return feature(home) >= 17;
    } catch (IOException e) {
      return false;
    }
  }

  private static int feature(Path home) throws IOException {
    try (Stream<String> release = Files.lines(home.resolve("release"))) {
      return release
          .filter(line -> line.startsWith("JAVA_VERSION=\""))
          .mapToInt(line -> Runtime.Version.parse(line.substring(14, line.length() - 1)).feature())
          .findFirst()
          .orElse(0);
    }
  }

  /** The options in the documents' table: in the row of this name, for the class or module path. */
  private static List<String> options(String row, boolean modules) throws IOException {
    String[] cells =
        Documents.text()
            .lines()
            .filter(line -> line.startsWith("| " + row + " |"))
            .findFirst()
            .orElseThrow()
            .split("\\|", -1);
    return List.of(cells[modules ? 3 : 2].replace("`", "").strip().split(" "));
  }

  @ParameterizedTest
  @MethodSource("javaHomes")
  void an_application_on_the_module_path_reads_variants(Path javaHome) throws Exception {
    Path variants = writeVariants();
    Path app = compile();

    assertThat(run(javaHome, app, "", "app.Read", variants).lines())
        .containsExactly("1", "\"text\"", "{\"a\":5}", "{\"a\":\"no integer\",\"b\":[1,2]}");
  }

  /** Without native libraries, and with these, which newer versions of Java have to be told of. */
  @ParameterizedTest
  @MethodSource("javaHomes")
  void the_options_of_the_documents_leave_the_jvm_nothing_to_say(Path javaHome) throws Exception {
    String natives = ChildClassPath.only("zstd-jni-\\d");
    String libraries = ChildClassPath.modules() + File.pathSeparator + natives;
    Path app = compile();
    Path variants = writeVariants();
    for (boolean modules : new boolean[] {false, true}) {
      List<String> options = new ArrayList<>(options("always", modules));
      if (feature(javaHome) >= 24) {
        options.addAll(options("JDK 24 or newer, against warnings", modules));
      }
      new ChildJvm(javaHome, folder)
          .run(arguments(options, modules, app, ChildClassPath.modules(), variants));
      assertThat(folder.resolve("complaints")).isEmptyFile();
      if (modules || feature(javaHome) >= 24) {
        options.addAll(options("and for zstd-jni", modules));
      }
      for (ParquetCodec codec : List.of(ParquetCodec.SNAPPY, ParquetCodec.ZSTD)) {
        Path file = copy(variants, codec);
        List<String> arguments = arguments(options, modules, app, libraries, file);
        arguments.add("and codecs");

        assertThat(new ChildJvm(javaHome, folder).run(arguments).lines())
            .hasSize(5)
            .last()
            .isEqualTo(
                "{" + codec + "=" + (codec == ParquetCodec.ZSTD ? "zstd-jni}" : "arrowparquet}"));
        assertThat(folder.resolve("complaints")).isEmptyFile();
      }
    }
  }

  private static List<String> arguments(
      List<String> options, boolean modules, Path app, String libraries, Path file) {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of(modules ? "-p" : "-cp", app + File.pathSeparator + libraries));
    arguments.addAll(modules ? List.of("-m", "app/app.Read") : List.of("app.Read"));
    arguments.add(file.toString());
    return arguments;
  }

  private Path copy(Path file, ParquetCodec codec) throws IOException {
    Path copy = folder.resolve(codec + ".parquet");
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults().withCodec(codec).withOverwrite(true);
    try (RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                copy, reader.getVectorSchemaRoot().getSchema(), options, allocator)) {
      while (reader.loadNextBatch()) {
        writer.write(reader.getVectorSchemaRoot());
      }
      writer.finish();
    }
    return copy;
  }

  /** The jars themselves, where the build has packaged them. */
  @Test
  void it_reads_with_the_jars() throws Exception {
    String jars = ChildClassPath.modules(List.of(Jars.footerFlatbuf(), Jars.variantArrow()));
    Path javaHome = Path.of(System.getProperty("java.home"));

    assertThat(run(javaHome, compile(jars), jars, "", "app.Read", writeVariants()).lines())
        .hasSize(4)
        .first()
        .isEqualTo("1");
  }

  @ParameterizedTest
  @MethodSource("javaHomes")
  void it_writes_by_itself_and_makes_metadata_with_parquet_java_on_the_class_path(Path javaHome)
      throws Exception {
    Path variants = writeVariants();
    Path copy = folder.resolve("copy.parquet");
    Path other = folder.resolve("other.parquet");
    Path app = compile();

    assertThat(run(javaHome, app, "", "app.Write", variants, copy))
        .isEqualToIgnoringNewLines(
            "Metadata of parquet-java: org.apache.parquet:parquet-hadoop is not on the class path");
    String libraries = ChildClassPath.only(ChildClassPath.PARQUET_JAVA, ChildClassPath.HADOOP);
    assertThat(run(javaHome, app, libraries, "app.Write", variants, other))
        .isEqualToIgnoringNewLines("org.apache.parquet.hadoop.metadata.ParquetMetadata{");
    assertThat(other).hasSameBinaryContentAs(copy);
    assertThat(run(javaHome, app, "", "app.Read", copy))
        .isEqualTo(run(javaHome, app, "", "app.Read", variants));
  }

  @Test
  void internal_packages_are_not_exported() {
    for (String name : List.of("io.arrowparquet.footer", "io.arrowparquet.variant")) {
      ModuleReference module =
          ModuleFinder.of(
                  Stream.of(ChildClassPath.modules().split(File.pathSeparator, -1))
                      .map(Path::of)
                      .toArray(Path[]::new))
              .find(name)
              .orElseThrow();
      assertThat(module.descriptor().isAutomatic()).isFalse();
      assertThat(module.descriptor().exports())
          .filteredOn(export -> !export.isQualified())
          .isNotEmpty()
          .noneMatch(
              export ->
                  export.source().contains("internal")
                      || export.source().contains("generated")
                      || export.source().endsWith("cli"));
    }
  }

  private Path writeVariants() throws Exception {
    Path file = folder.resolve("variants.parquet");
    ParquetJavaVariants codec = new ParquetJavaVariants();
    List<EncodedVariant> rows =
        Stream.of(1, "text", Map.of("a", 5), Map.of("a", "no integer", "b", List.of(1, 2)))
            .map(codec::encode)
            .toList();
    new ParquetJavaFiles()
        .write(file, ShreddingTypes.object("a", ShreddingTypes.integer(Integer.SIZE)), rows);
    return file;
  }

  private Path compile() throws IOException {
    return compile(ChildClassPath.modules());
  }

  private Path compile(String modules) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("sources").resolve("app"));
    Path module = Files.writeString(sources.resolveSibling("module-info.java"), MODULE);
    Path read = Files.writeString(sources.resolve("Read.java"), READ);
    Path write = Files.writeString(sources.resolve("Write.java"), WRITE);
    Path classes = folder.resolve("classes");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  complaints,
                  files,
                  null,
                  List.of("--release", "17", "-p", modules, "-cp", "", "-d", classes.toString()),
                  null,
                  files.getJavaFileObjects(module, read, write))
              .call();
      assertThat(compiled).as(complaints.toString()).isTrue();
    }
    return classes;
  }

  private String run(Path javaHome, Path app, String classPath, String main, Path... files)
      throws IOException, InterruptedException {
    return run(javaHome, app, ChildClassPath.modules(), classPath, main, files);
  }

  private String run(
      Path javaHome, Path app, String modules, String classPath, String main, Path... files)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(options("always", true));
    arguments.addAll(List.of("-p", app + File.pathSeparator + modules));
    if (!classPath.isEmpty()) {
      arguments.addAll(List.of("-cp", classPath));
    }
    arguments.addAll(List.of("-m", "app/" + main));
    Stream.of(files).map(Path::toString).forEach(arguments::add);
    return new ChildJvm(javaHome, folder).run(arguments);
  }
}
