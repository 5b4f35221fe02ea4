// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.Documents;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.json.VariantJsonReader;
import io.arrowparquet.variant.json.VariantJsonWriter;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantGet;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.value.Variant;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantDictionary;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Examples of Variants in memory: they run, and stand in the documents or Javadoc as they do here.
 */
class VariantExamplesTest {
  private static final Path SOURCE =
      Path.of("src/test/java/io/arrowparquet/it/examples/VariantExamplesTest.java");

  private final BufferAllocator allocator = new RootAllocator();
  private final PrintStream console = System.out;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @BeforeEach
  void listen() {
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void close() {
    System.setOut(console);
    allocator.close();
  }

  private List<String> lines() {
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private VarCharVector text(String... rows) {
    VarCharVector text = new VarCharVector("event", allocator);
    text.allocateNew();
    for (int row = 0; row < rows.length; row++) {
      text.setSafe(row, rows[row].getBytes(StandardCharsets.UTF_8));
    }
    text.setValueCount(rows.length);
    return text;
  }

  @Test
  void json_becomes_vectors_of_a_type() {
    try (VarCharVector json =
        text("{\"id\": 7, \"kind\": \"click\"}", "{\"id\": \"none\", \"more\": [1, 2]}")) {
      // example: json
      Field event =
          new Field(
              "event",
              FieldType.nullable(ArrowType.Struct.INSTANCE),
              List.of(
                  Field.nullable("id", new ArrowType.Int(64, true)),
                  Field.nullable("kind", ArrowType.Utf8.INSTANCE)));
      VariantDecode decode = new VariantDecode(event, ConversionMode.SAFE); // STRICT throws

      try (ParquetVariantVector variants = VariantFromJson.parse(json, allocator);
          FieldVector structs = decode.decode(variants, allocator)) {
        System.out.println(structs.getObject(0));
      }
      // end
    }
    assertThat(lines()).containsExactly("{\"id\":7,\"kind\":\"click\"}");
  }

  @Test
  void a_path_and_the_natural_type_need_no_schema() {
    try (VarCharVector json =
            text("{\"user\": {\"name\": \"Ada\"}, \"n\": 1}", "{\"n\": \"many\"}");
        ParquetVariantVector variants = VariantFromJson.parse(json, allocator)) {
      // example: path
      Field name = Field.nullable("name", ArrowType.Utf8.INSTANCE);
      VariantGet get =
          new VariantGet(
              VariantPath.parse("$.user.name"),
              name,
              ConversionMode.SAFE,
              VariantLimits.defaults());

      try (FieldVector names = get.get(variants, allocator);
          FieldVector all = NaturalType.decode(variants, allocator)) {
        System.out.println(names.getObject(0)); // null where a row has no such path
        System.out.println(all.getField()); // a union where rows differ in type
      }
      // end
    }
    assertThat(lines())
        .hasSize(2)
        .startsWith("Ada")
        .last()
        .asString()
        .startsWith("event: Struct<n: Union(Dense");
  }

  @Test
  void any_vector_becomes_variants_and_json() {
    Field type =
        new Field(
            "event",
            FieldType.nullable(ArrowType.Struct.INSTANCE),
            List.of(
                Field.nullable("id", new ArrowType.Int(64, true)),
                Field.nullable("kind", ArrowType.Utf8.INSTANCE)));
    try (VarCharVector text = text("{\"id\": 7, \"kind\": \"click\"}", "{\"id\": 8}");
        ParquetVariantVector parsed = VariantFromJson.parse(text, allocator);
        FieldVector structs =
            new VariantDecode(type, ConversionMode.STRICT).decode(parsed, allocator)) {
      // example: cast
      try (ParquetVariantVector variants = VariantCast.cast(structs, allocator);
          VarCharVector json = VariantToJson.write(variants, allocator)) {
        for (int row = 0; row < json.getValueCount(); row++) {
          System.out.println(json.getObject(row));
        }
      }
      // end
    }
    assertThat(lines()).containsExactly("{\"id\":7,\"kind\":\"click\"}", "{\"id\":8}");
  }

  @Test
  void a_column_is_shredded_by_what_its_rows_are() {
    try (VarCharVector text = text("{\"id\": 7, \"kind\": \"click\"}", "{\"id\": \"none\"}");
        ParquetVariantVector variants = VariantFromJson.parse(text, allocator)) {
      // example: shred
      InferredShredding inferred = InferredShredding.of(variants);
      System.out.println(inferred); // what was seen at each path, and where it goes
      VariantShred shred = new VariantShred(inferred.schema(), inferred.mode());

      try (ParquetVariantVector shredded = shred.shred(variants, allocator);
          ParquetVariantVector again = VariantUnshred.unshred(shredded, allocator)) {
        System.out.println(again.getObject(0)); // the same value, numbers as wide as their column
      }
      // end
    }
    assertThat(lines())
        .hasSize(5)
        .contains("  $.kind: shredded as Utf8, 50.0%; 1 values: string 1")
        .last()
        .isEqualTo("{id=7, kind=click}");
  }

  @Test
  void one_text_becomes_a_variant_and_text_again() {
    // example: single
    try (VariantDictionary names = new VariantDictionary(allocator);
        VariantBuilder builder = new VariantBuilder(allocator).use(names)) {
      new VariantJsonReader().read("{\"id\": 7, \"tags\": [\"new\"]}", builder);
      int split = names.metadataLength();
      int size = split + builder.lengthBytes();
      try (ArrowBuf bytes = allocator.buffer(size)) {
        names.writeMetadata(bytes, 0);
        builder.writeTo(bytes, split);

        VariantMetadata metadata = new VariantMetadata();
        metadata.wrap(bytes, 0, split);
        VariantCursor value = new VariantCursor();
        value.wrap(metadata, bytes, split, size);
        System.out.println(new VariantJsonWriter().write(value)); // {"id":7,"tags":["new"]}
        System.out.println(Variant.copyOf(value).field("id").getLong()); // 7
      }
    }
    // end
    assertThat(lines()).containsExactly("{\"id\":7,\"tags\":[\"new\"]}", "7");
  }

  @Test
  void single_value_example_stands_in_the_javadoc_as_it_runs_here() throws IOException {
    String here = between(Files.readString(SOURCE), "// example: single\n", "// end");
    String reader =
        Files.readString(
            Path.of(
                "../variant-arrow/src/main/java/io/arrowparquet/variant/json",
                "VariantJsonReader.java"));
    String there = between(reader, "<pre>{@code\n", "* }</pre>");

    assertThat(there.replaceAll("(?m)^ \\* ?", "").strip()).isEqualTo(here.stripIndent().strip());
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "path", "cast", "shred"})
  void example_stands_in_the_documents_as_it_runs_here(String name) throws IOException {
    String documents = Documents.text();
    String marker = "<!-- example: " + name + " -->\n";
    String here = between(Files.readString(SOURCE), "// example: " + name + "\n", "// end");

    assertThat(between(documents, marker + "```java\n", "```").strip())
        .isEqualTo(here.stripIndent().strip());
  }

  private static String between(String text, String start, String end) {
    Matcher found =
        Pattern.compile(Pattern.quote(start) + "(.*?)\\n *" + Pattern.quote(end), Pattern.DOTALL)
            .matcher(text);
    assertThat(found.find()).as(start).isTrue();
    return found.group(1);
  }
}
