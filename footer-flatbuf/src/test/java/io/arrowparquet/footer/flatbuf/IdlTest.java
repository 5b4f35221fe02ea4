// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flatbuf;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.flatbuf.internal.FooterSlots;
import io.arrowparquet.footer.flatbuf.internal.FooterTables;
import io.arrowparquet.footer.flatbuf.internal.TableShape;
import io.arrowparquet.footer.flatbuf.internal.TableShape.Field;
import io.arrowparquet.footer.flatbuf.internal.TableShape.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written down twice about parquet.fbs agrees with the file. */
class IdlTest {
  private static final Path IDL = Path.of("src/main/flatbuf/parquet.fbs");
  private static final Path SCRIPT = Path.of("src/main/flatbuf/generate.sh");
  private static final Path GENERATED =
      Path.of("src/main/java/io/arrowparquet/footer/flatbuf/generated");
  private static final Pattern TABLE = Pattern.compile("table (\\w+) \\{(.*?)\\}", Pattern.DOTALL);
  private static final Pattern FIELD = Pattern.compile("(\\w+): *(\\[?\\w+\\]?)[^;]*;");
  private static final Map<String, Integer> WIDTHS =
      Map.of(
          "bool", 1, "byte", 1, "ubyte", 1, "short", 2, "int", 4, "uint", 4, "long", 8, "ulong", 8,
          "double", 8);
  private static final Set<String> ENUMS =
      Set.of(
          "Type",
          "FieldRepetitionType",
          "Encoding",
          "CompressionCodec",
          "TimeUnit",
          "EdgeInterpolationAlgorithm");
  private static final Set<String> UNIONS =
      Set.of("LogicalType", "ColumnOrder", "EncryptionAlgorithm", "ColumnCryptoMetadata");

  /** Table name to the names and types of its fields, a union's tag being one of its own. */
  private static Map<String, Map<String, String>> tables;

  @BeforeAll
  static void parseIdl() throws IOException {
    tables = new LinkedHashMap<>();
    Matcher table = TABLE.matcher(Files.readString(IDL).replaceAll("//[^\n]*", ""));
    while (table.find()) {
      Map<String, String> fields = new LinkedHashMap<>();
      Matcher field = FIELD.matcher(table.group(2));
      while (field.find()) {
        // A union is told from a table of the same name by its field.
        if (UNIONS.contains(field.group(2)) && !field.group(2).equals("VariantType")) {
          fields.put(field.group(1) + "_type", "tag");
        }
        fields.put(field.group(1), field.group(2));
      }
      tables.put(table.group(1), fields);
    }
  }

  @Test
  void slots_are_the_fields_in_the_order_of_the_file() throws IllegalAccessException {
    for (Class<?> slots : FooterSlots.class.getDeclaredClasses()) {
      Map<Integer, String> byNumber = new TreeMap<>();
      for (var slot : slots.getDeclaredFields()) {
        byNumber.put(slot.getInt(null), slot.getName().toLowerCase(Locale.ROOT));
      }
      assertThat(byNumber.values())
          .as(slots.getSimpleName())
          .containsExactlyElementsOf(tables.get(slots.getSimpleName()).keySet());
    }
  }

  @Test
  void shapes_are_the_fields_with_the_types_of_the_file() {
    List<TableShape> shapes = new ArrayList<>();
    collect(FooterTables.FILE_META_DATA, shapes);

    assertThat(shapes)
        .extracting(TableShape::name)
        .containsExactlyInAnyOrderElementsOf(tables.keySet());
    for (TableShape shape : shapes) {
      Map<String, String> fields = tables.get(shape.name());
      assertThat(shape.fields())
          .as(shape.name())
          .extracting(Field::name)
          .containsExactlyElementsOf(fields.keySet());
      for (Field field : shape.fields()) {
        assertFits(shape.name() + "." + field.name(), field, fields.get(field.name()));
      }
    }
  }

  private static void collect(TableShape shape, List<TableShape> shapes) {
    if (shapes.stream().noneMatch(known -> known.name().equals(shape.name()))) {
      shapes.add(shape);
      shape.fields().forEach(field -> field.tables().forEach(table -> collect(table, shapes)));
    }
  }

  private static void assertFits(String name, Field field, String type) {
    String element = type.replaceAll("[\\[\\]]", "");
    int width = ENUMS.contains(element) ? 1 : WIDTHS.getOrDefault(element, 0);
    Kind expected;
    if (type.equals("tag")) {
      expected = Kind.UNION_TAG;
      width = 1;
    } else if (type.startsWith("[")) {
      boolean structs = element.equals("PageEncodingStats") || element.equals("IndexLocation");
      expected =
          element.equals("string")
              ? Kind.STRINGS
              : width > 0 || structs ? Kind.VECTOR : Kind.TABLES;
      width = structs ? field.width() : width;
    } else if (type.equals("string")) {
      expected = Kind.STRING;
      width = 1;
    } else if (UNIONS.contains(type)) {
      expected = Kind.UNION_MEMBER;
    } else {
      expected = width > 0 ? Kind.SCALAR : Kind.TABLE;
    }
    assertThat(field.kind()).as(name).isEqualTo(expected);
    assertThat(field.width()).as(name).isEqualTo(width);
    if (expected == Kind.TABLE || expected == Kind.TABLES) {
      assertThat(field.tables().get(0).name()).as(name).isEqualTo(element);
    }
  }

  @Test
  void committed_classes_are_what_the_compiler_makes_of_the_file(@TempDir Path directory)
      throws IOException, InterruptedException {
    Assumptions.assumeTrue(isCompilerThere(), "flatc 2.0.8 is not on the path");
    Process script =
        new ProcessBuilder("sh", SCRIPT.toString(), directory.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(script.waitFor()).as(output).isZero();

    assertThat(contents(directory)).isEqualTo(contents(GENERATED));
  }

  private static boolean isCompilerThere() throws InterruptedException {
    try {
      Process version = new ProcessBuilder("flatc", "--version").start();
      String text = new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return version.waitFor() == 0 && text.trim().equals("flatc version 2.0.8");
    } catch (IOException notFound) {
      return false;
    }
  }

  private static Map<String, String> contents(Path directory) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = file.getFileName().toString();
        if (!name.equals("package-info.java")) {
          contents.put(name, Files.readString(file));
        }
      }
    }
    return contents;
  }
}
