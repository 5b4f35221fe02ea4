// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.flatc.generated.FileMetaData;
import io.arrowparquet.footer.flatc.generated.IndexLocation;
import io.arrowparquet.footer.flatc.generated.PageEncodingStats;
import io.arrowparquet.footer.internal.flat.TableShape;
import io.arrowparquet.footer.internal.flat.TableShape.Kind;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs;
import io.arrowparquet.footer.internal.generated.ParquetFbs;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The generated classes agree with parquet.fbs and arrow-cpp.fbs, and with flatc's classes.
 *
 * @see ParquetFbs
 * @see TableShape
 */
class IdlTest {
  private static final Path IDL = Path.of("src/main/flatbuf/parquet.fbs");
  private static final Path IDL_ARROW_CPP = Path.of("src/main/flatbuf/arrow-cpp.fbs");
  private static final Path GENERATOR = Path.of("src/main/flatbuf/GenerateSlots.java");
  private static final Path SCRIPT = Path.of("src/main/flatbuf/generate.sh");
  private static final Path GENERATED =
      Path.of("src/main/java/io/arrowparquet/footer/internal/generated");
  private static final Path FLATC = Path.of("src/test/java/io/arrowparquet/footer/flatc/generated");
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
  private static final Set<String> STRUCTS =
      Set.of("PageEncodingStats", "IndexLocation", "NameSlot");

  private static final Set<String> UNIONS =
      Set.of("LogicalType", "ColumnOrder", "EncryptionAlgorithm", "ColumnCryptoMetadata");

  /** Table name to the names and types of its fields, a union's tag being one of its own. */
  private static Map<String, Map<String, String>> tables;

  @BeforeAll
  static void parseIdl() throws IOException {
    tables = new LinkedHashMap<>();
    String idls = Files.readString(IDL) + Files.readString(IDL_ARROW_CPP);
    Matcher table = TABLE.matcher(idls.replaceAll("//[^\n]*", ""));
    while (table.find()) {
      Map<String, String> fields = new LinkedHashMap<>();
      Matcher field = FIELD.matcher(table.group(2));
      while (field.find()) {
        // A union is told from a table of the same name by its field.
        if (isIn(UNIONS, field.group(2))) {
          fields.put(field.group(1) + "_type", "tag");
        }
        fields.put(field.group(1), field.group(2));
      }
      tables.put(table.group(1), fields);
    }
  }

  /** Whether a name, without the prefix of arrow-cpp.fbs, is in a set. */
  private static boolean isIn(Set<String> names, String name) {
    return names.contains(name.replaceFirst("^Cpp", ""));
  }

  @Test
  void field_numbers_are_the_fields_in_the_order_of_the_file() throws ReflectiveOperationException {
    for (String table : tables.keySet()) {
      assertThat(fieldNumbers(table).values())
          .as(table)
          .containsExactlyElementsOf(tables.get(table).keySet());
    }
  }

  private static Map<Integer, String> fieldNumbers(String table)
      throws ReflectiveOperationException {
    Map<Integer, String> byNumber = new TreeMap<>();
    for (Field field : generatedClass(table).getDeclaredFields()) {
      if (field.getType() == int.class) {
        byNumber.put(field.getInt(null), field.getName().toLowerCase(Locale.ROOT));
      }
    }
    return byNumber;
  }

  private static Class<?> generatedClass(String name) throws ClassNotFoundException {
    Class<?> idl = name.startsWith("Cpp") ? ArrowCppFbs.class : ParquetFbs.class;
    return Class.forName(idl.getName() + "$" + name);
  }

  @Test
  void field_numbers_are_those_of_the_vtable_offsets_in_the_accessors()
      throws ReflectiveOperationException, IOException {
    Pattern accessor =
        Pattern.compile("^  public \\S+ (\\w+)\\(.*__offset\\((\\d+)\\)", Pattern.MULTILINE);
    for (String table : tables.keySet()) {
      Map<Integer, String> numbers = fieldNumbers(table);
      Set<Integer> met = new TreeSet<>();
      Matcher found = accessor.matcher(Files.readString(FLATC.resolve(table + ".java")));
      while (found.find()) {
        // A vtable begins with two lengths of two bytes.
        int number = Integer.parseInt(found.group(2)) / 2 - 2;
        String field = numbers.get(number).replace("_", "");
        assertThat(found.group(1).toLowerCase(Locale.ROOT)).as(table).contains(field);
        met.add(number);
      }
      assertThat(met).as(table).isEqualTo(numbers.keySet());
    }
  }

  @Test
  void tags_are_those_of_flatc() throws ReflectiveOperationException {
    Set<String> unions = new TreeSet<>(UNIONS);
    unions.addAll(Set.of("CppLogicalType", "CppColumnCryptoMetadata"));
    for (String union : unions) {
      Class<?> flatc = Class.forName(FileMetaData.class.getPackageName() + "." + union);
      assertThat(tags(generatedClass(union))).as(union).isNotEmpty().isEqualTo(tags(flatc));
    }
  }

  private static Map<String, Byte> tags(Class<?> union) throws ReflectiveOperationException {
    Map<String, Byte> tags = new TreeMap<>();
    for (Field field : union.getDeclaredFields()) {
      if (field.getType() == byte.class) {
        tags.put(field.getName(), field.getByte(null));
      }
    }
    return tags;
  }

  @Test
  void struct_offsets_are_where_the_accessors_read() {
    ByteBuffer bytes = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(ParquetFbs.PageEncodingStats.PAGE_TYPE, (byte) 1);
    bytes.put(ParquetFbs.PageEncodingStats.ENCODING, (byte) 2);
    bytes.putInt(ParquetFbs.PageEncodingStats.COUNT, 3);
    PageEncodingStats stats = new PageEncodingStats().__assign(0, bytes);
    assertThat(stats.pageType()).isEqualTo((byte) 1);
    assertThat(stats.encoding()).isEqualTo((byte) 2);
    assertThat(stats.count()).isEqualTo(3);

    bytes.putLong(ParquetFbs.IndexLocation.OFFSET, 4);
    bytes.putInt(ParquetFbs.IndexLocation.LENGTH, 5);
    bytes.put(ParquetFbs.IndexLocation.HAS, (byte) 6);
    IndexLocation location = new IndexLocation().__assign(0, bytes);
    assertThat(location.offset()).isEqualTo(4);
    assertThat(location.length()).isEqualTo(5);
    assertThat(location.has()).isEqualTo(6);

    FlatBufferBuilder builder = new FlatBufferBuilder();
    int start = builder.offset();
    PageEncodingStats.createPageEncodingStats(builder, (byte) 0, (byte) 0, 0);
    assertThat(builder.offset() - start).isEqualTo(ParquetFbs.PageEncodingStats.BYTES);
    builder = new FlatBufferBuilder();
    start = builder.offset();
    IndexLocation.createIndexLocation(builder, 0, 0, (byte) 0);
    assertThat(builder.offset() - start).isEqualTo(ParquetFbs.IndexLocation.BYTES);
  }

  @Test
  void shapes_are_the_fields_with_the_types_of_the_file() {
    List<TableShape> shapes = new ArrayList<>();
    collect(ParquetFbs.FileMetaData.SHAPE, shapes);
    collect(ArrowCppFbs.CppFileMetaData.SHAPE, shapes);

    assertThat(shapes)
        .extracting(TableShape::name)
        .containsExactlyInAnyOrderElementsOf(tables.keySet());
    for (TableShape shape : shapes) {
      Map<String, String> fields = tables.get(shape.name());
      assertThat(shape.fields())
          .as(shape.name())
          .extracting(TableShape.Field::name)
          .containsExactlyElementsOf(fields.keySet());
      for (TableShape.Field field : shape.fields()) {
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

  private static void assertFits(String name, TableShape.Field field, String type) {
    String element = type.replaceAll("[\\[\\]]", "");
    int width = isIn(ENUMS, element) ? 1 : WIDTHS.getOrDefault(element, 0);
    Kind expected;
    if (type.equals("tag")) {
      expected = Kind.UNION_TAG;
      width = 1;
    } else if (type.startsWith("[")) {
      boolean structs = STRUCTS.contains(element);
      expected =
          element.equals("string")
              ? Kind.STRINGS
              : width > 0 || structs ? Kind.VECTOR : Kind.TABLES;
      width = structs ? field.width() : width;
    } else if (type.equals("string")) {
      expected = Kind.STRING;
      width = 1;
    } else if (isIn(UNIONS, type)) {
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
  void committed_classes_are_what_the_generator_makes_of_the_files(@TempDir Path directory)
      throws IOException, InterruptedException {
    for (Path idl : List.of(IDL, IDL_ARROW_CPP)) {
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      run(java, GENERATOR.toString(), idl.toString(), directory.toString());
    }

    assertThat(contents(directory)).hasSize(2).isEqualTo(contents(GENERATED));
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  @Test
  void classes_of_flatc_are_what_the_compiler_makes_of_the_files(@TempDir Path directory)
      throws IOException, InterruptedException {
    Assumptions.assumeTrue(isCompilerThere(), "flatc 2.0.8 is not on the path");
    run("sh", SCRIPT.toString(), directory.toString());

    assertThat(contents(directory)).isEqualTo(contents(FLATC));
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
        if (name.endsWith(".java") && !name.equals("package-info.java")) {
          contents.put(name, Files.readString(file));
        }
      }
    }
    return contents;
  }
}
