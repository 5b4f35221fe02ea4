// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import static org.apache.arrow.vector.types.FloatingPointPrecision.SINGLE;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flatc.generated.FileMetaData;
import io.arrowparquet.footer.flatc.generated.KeyValue;
import io.arrowparquet.footer.flatc.generated.SchemaElement;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.extension.OpaqueType;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ExtensionTypeRegistry;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArrowSchemaTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "required boolean a | a: Bool not null",
        "optional int32 a | a: Int(32, true)",
        "required int32 a (INTEGER(8,true)) | a: Int(8, true) not null",
        "required int32 a (INTEGER(16,false)) | a: Int(16, false) not null",
        "required int64 a (INTEGER(64,false)) | a: Int(64, false) not null",
        "required int32 a (DATE) | a: Date(DAY) not null",
        "required int32 a (TIME(MILLIS,true)) | a: Time(MILLISECOND, 32) not null",
        "required int64 a (TIME(MICROS,true)) | a: Time(MICROSECOND, 64) not null",
        "required int64 a (TIMESTAMP(MILLIS,true)) | a: Timestamp(MILLISECOND, UTC) not null",
        "required int64 a (TIMESTAMP(NANOS,false)) | a: Timestamp(NANOSECOND, null) not null",
        "required int96 a | a: Timestamp(MICROSECOND, null) not null",
        "required int32 a (DECIMAL(9,2)) | a: Decimal(9, 2, 128) not null",
        "required binary a (DECIMAL(40,3)) | a: Decimal(40, 3, 256) not null",
        "required binary a (STRING) | a: Utf8 not null",
        "required binary a (JSON) | a: Utf8 not null",
        "required binary a (ENUM) | a: Binary not null",
        "required binary a (BSON) | a: Binary not null",
        "required fixed_len_byte_array(16) a (UUID) | a: FixedSizeBinary(16) not null",
        "required fixed_len_byte_array(2) a (FLOAT16) | a: FloatingPoint(HALF) not null",
        "required fixed_len_byte_array(12) a (INTERVAL) | a: FixedSizeBinary(12) not null",
        "optional int32 a (UNKNOWN) | a: Null",
      })
  void leaves_have_the_types_of_the_arrow_mapping(String parquet, String arrow) throws IOException {
    assertThat(text(schema(parquet + ";", Map.of()))).isEqualTo(arrow);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "optional group a (LIST) { repeated group list { optional int32 element; } }"
            + "| a: List<element: Int(32, true)>",
        "required group a (LIST) { repeated int32 item; } "
            + "| a: List<item: Int(32, true) not null> not null",
        "optional group a (LIST) { repeated group array { optional int32 x; } } "
            + "| a: List<array: Struct<x: Int(32, true)> not null>",
        "optional group a (LIST) { repeated group a_tuple { optional int32 x; } } "
            + "| a: List<a_tuple: Struct<x: Int(32, true)> not null>",
        "optional group a (LIST) { repeated group x { required int32 y; required int32 z; } } "
            + "| a: List<x: Struct<y: Int(32, true) not null, z: Int(32, true) not null> not null>",
        "optional group a (LIST) { repeated group x { repeated int32 y; } } "
            + "| a: List<x: Struct<y: List<y: Int(32, true) not null> not null> not null>",
        "repeated int32 a | a: List<a: Int(32, true) not null> not null",
        "optional group a (MAP) { repeated group key_value { required int32 key; "
            + "optional int32 value; } } "
            + "| a: Map(false)<entries: Struct<key: Int(32, true) not null, "
            + "value: Int(32, true)> not null>",
        "optional group a (MAP) { repeated group map { optional int32 k; required int32 v; } } "
            + "| a: Map(false)<entries: Struct<key: Int(32, true) not null, "
            + "value: Int(32, true) not null> not null>",
        "optional group a (MAP) { repeated group key_value { required int32 key; } } "
            + "| a: List<key: Int(32, true) not null>",
      })
  void lists_and_maps_are_recognised_in_every_layout(String parquet, String arrow)
      throws IOException {
    assertThat(text(schema(parquet + (parquet.endsWith("}") ? "" : ";"), Map.of())))
        .isEqualTo(arrow);
  }

  @Test
  void levels_tell_slots_and_nulls() throws IOException {
    FlatFooter footer =
        footer(
            "optional group a (LIST) { repeated group list { optional group element "
                + "{ optional int32 x; } } }",
            Map.of());

    ArrowSchemaNode list = ArrowSchema.nodes(footer).get(0);
    ArrowSchemaNode element = list.children().get(0);
    ArrowSchemaNode leaf = element.children().get(0);

    assertThat(levels(list)).containsExactly(1, 0, 0);
    assertThat(levels(element)).containsExactly(3, 1, 2);
    assertThat(levels(leaf)).containsExactly(4, 1, 2);
    assertThat(leaf.column()).isZero();
    assertThat(list.column()).isEqualTo(-1);
  }

  private static List<Integer> levels(ArrowSchemaNode node) {
    return List.of(node.definitionLevel(), node.repetitionLevel(), node.slotLevel());
  }

  @Test
  void field_ids_and_extensions_stand_in_the_metadata() throws IOException {
    Schema schema =
        schema("required fixed_len_byte_array(16) a (UUID) = 7; optional int32 b = 8;", Map.of());

    assertThat(schema.findField("a").getMetadata())
        .containsEntry(ArrowSchema.FIELD_ID, "7")
        .containsEntry("ARROW:extension:name", "arrow.uuid");
    assertThat(schema.findField("b").getMetadata())
        .containsExactly(Map.entry(ArrowSchema.FIELD_ID, "8"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "repeated fixed_len_byte_array(16) a (UUID) = 7;",
        "repeated group a (VARIANT(1)) = 7 { required binary metadata; required binary value; }",
      })
  void a_repeated_element_is_a_list_of_what_its_annotation_says(String column) throws IOException {
    Field list = schema(column, Map.of()).findField("a");

    assertThat(list.getMetadata()).containsExactly(Map.entry(ArrowSchema.FIELD_ID, "7"));
    assertThat(list.getChildren().get(0).getMetadata()).containsKey("ARROW:extension:name");
  }

  @Test
  void the_schema_of_an_arrow_writer_decides_what_parquet_cannot_say() throws IOException {
    Schema written =
        new Schema(
            List.of(
                new Field(
                    "s",
                    new FieldType(true, ArrowType.LargeUtf8.INSTANCE, null, Map.of("k", "v")),
                    null),
                Field.nullable("t", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "Europe/Rome")),
                Field.nullable("d", new ArrowType.Duration(TimeUnit.SECOND)),
                Field.nullable("n", ArrowType.LargeUtf8.INSTANCE)));
    String encoded = Base64.getEncoder().encodeToString(written.serializeAsMessage());

    Schema schema =
        schema(
            "optional binary s (STRING); optional int64 t (TIMESTAMP(MICROS,true));"
                + " optional int64 d; optional int32 n;",
            Map.of(ArrowSchema.ARROW_SCHEMA, encoded, "other", "kept"));

    assertThat(text(schema))
        .isEqualTo(
            "s: LargeUtf8, t: Timestamp(MICROSECOND, Europe/Rome), d: Duration(SECOND),"
                + " n: Int(32, true)");
    assertThat(schema.findField("s").getMetadata()).containsEntry("k", "v");
    assertThat(schema.getCustomMetadata())
        .containsEntry("other", "kept")
        .doesNotContainKey(ArrowSchema.ARROW_SCHEMA);
  }

  private static Field timestamp(String name, TimeUnit unit, String zone) {
    return Field.nullable(name, new ArrowType.Timestamp(unit, zone));
  }

  @Test
  void the_schema_of_an_arrow_writer_decides_zones_seconds_and_the_unit_of_int96()
      throws IOException {
    Schema written =
        new Schema(
            List.of(
                timestamp("s", TimeUnit.SECOND, "Europe/Berlin"),
                timestamp("l", TimeUnit.SECOND, null),
                timestamp("n", TimeUnit.NANOSECOND, "Europe/Rome"),
                timestamp("c", TimeUnit.SECOND, "UTC"),
                timestamp("i", TimeUnit.NANOSECOND, ""),
                timestamp("j", TimeUnit.MILLISECOND, "Europe/Rome")));

    Schema schema =
        schema(
            "optional int64 s (TIMESTAMP(MILLIS,true)); optional int64 l (TIMESTAMP(MILLIS,false));"
                + " optional int64 n (TIMESTAMP(MICROS,true));"
                + " optional int64 c (TIMESTAMP(MICROS,false)); optional int96 i;"
                + " optional int96 j;",
            Map.of(ArrowSchema.ARROW_SCHEMA, encoded(written)));

    assertThat(text(schema))
        .isEqualTo(
            "s: Timestamp(SECOND, Europe/Berlin), l: Timestamp(SECOND, null),"
                + " n: Timestamp(MICROSECOND, Europe/Rome), c: Timestamp(MICROSECOND, null),"
                + " i: Timestamp(NANOSECOND, null), j: Timestamp(MILLISECOND, Europe/Rome)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "arrow.json | Utf8 | optional binary a (STRING); | true",
        "arrow.json | Utf8 | optional binary a; | false",
        "arrow.uuid | Uuid | optional fixed_len_byte_array(16) a; | true",
        "arrow.uuid | Uuid | optional binary a; | false",
        "arrow.bool8 | Int8 | optional int32 a (INTEGER(8,true)); | true",
        "arrow.bool8 | Int8 | optional int32 a; | false",
        "arrow.opaque | Utf8 | optional int32 a; | true",
        "arrow.fixed_shape_tensor | Tensor | optional group a (LIST) { repeated group list {"
            + " optional float element; } } | false",
        "com.example.unknown | Utf8 | optional binary a (STRING); | true",
        "com.example.unknown | Int8 | optional binary a (STRING); | false",
        "com.example.unknown | List | optional group a (LIST) { repeated group list {"
            + " optional float element; } } | true",
        "com.example.unknown | Tensor | optional group a (LIST) { repeated group list {"
            + " optional float element; } } | false",
      })
  void an_extension_is_kept_on_a_storage_that_it_allows(
      String extension, String storage, String column, boolean kept) throws IOException {
    ArrowType type =
        switch (storage) {
          case "Utf8" -> ArrowType.Utf8.INSTANCE;
          case "Int8" -> new ArrowType.Int(8, true);
          case "Uuid" -> new ArrowType.FixedSizeBinary(16);
          case "Tensor" -> new ArrowType.FixedSizeList(4);
          default -> ArrowType.List.INSTANCE;
        };
    Field item = Field.nullable("item", new ArrowType.FloatingPoint(SINGLE));
    Map<String, String> metadata =
        Map.of("ARROW:extension:name", extension, "ARROW:extension:metadata", "{}", "k", "v");
    Field written =
        new Field(
            "a",
            new FieldType(true, type, null, metadata),
            type.isComplex() ? List.of(item) : List.of());

    Field read =
        schema(column, Map.of(ArrowSchema.ARROW_SCHEMA, encoded(new Schema(List.of(written)))))
            .findField("a");

    assertThat(read.getMetadata()).containsEntry("k", "v");
    assertThat(read.getMetadata().containsKey("ARROW:extension:name")).isEqualTo(kept);
    assertThat(read.getMetadata().containsKey("ARROW:extension:metadata")).isEqualTo(kept);
  }

  @Test
  void a_tensor_of_another_writer_is_a_plain_list() throws IOException {
    FlatFooter footer =
        FooterReader.defaults().read(OtherWritersFiles.find("tensor_s.parquet")).footer();

    List<Field> fields = ArrowSchema.of(footer).getFields();
    assertThat(fields).anyMatch(field -> field.getType() instanceof ArrowType.List);
    assertThat(fields)
        .filteredOn(field -> field.getType() instanceof ArrowType.List)
        .noneMatch(field -> field.getMetadata().containsKey("ARROW:extension:name"));
  }

  @Test
  void seconds_of_another_writer_have_their_zone() throws IOException {
    FlatFooter footer =
        FooterReader.defaults().read(OtherWritersFiles.find("ts_s_s.parquet")).footer();

    assertThat(ArrowSchema.of(footer).toString()).contains("Timestamp(SECOND, Europe/Berlin)");
  }

  @Test
  void an_extension_that_is_registered_later_is_known_from_then_on() throws IOException {
    OpaqueType later = new OpaqueType(ArrowType.Utf8.INSTANCE, "point", "tests");
    Map<String, String> extension =
        Map.of(
            "ARROW:extension:name",
            later.extensionName(),
            "ARROW:extension:metadata",
            later.serialize());
    Field field =
        new Field("a", new FieldType(true, ArrowType.Utf8.INSTANCE, null, extension), null);
    FlatFooter footer =
        footer(
            "optional binary a (STRING);",
            Map.of(ArrowSchema.ARROW_SCHEMA, encoded(new Schema(List.of(field)))));
    ExtensionTypeRegistry.unregister(later);
    try {
      assertThat(ArrowSchema.written(footer).findField("a").getType())
          .isEqualTo(ArrowType.Utf8.INSTANCE);
    } finally {
      ExtensionTypeRegistry.register(later);
    }
    assertThat(ArrowSchema.written(footer).findField("a").getType()).isEqualTo(later);
  }

  private static String encoded(Schema schema) {
    return Base64.getEncoder().encodeToString(schema.serializeAsMessage());
  }

  @ParameterizedTest
  @CsvSource({"not base64 at all !", "AAAA", "/////wAAAAA=", "/////////38="})
  void an_arrow_schema_that_cannot_be_read_is_passed_over(String damaged) throws IOException {
    assertThat(text(schema("optional int32 a;", Map.of(ArrowSchema.ARROW_SCHEMA, damaged))))
        .isEqualTo("a: Int(32, true)");
  }

  @Test
  void key_values_without_a_key_or_a_value_are_passed_over() {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int text = builder.createString("text");
    int[] keyValues = {
      KeyValue.createKeyValue(builder, 0, text),
      KeyValue.createKeyValue(builder, text, 0),
      KeyValue.createKeyValue(builder, 0, 0),
      KeyValue.createKeyValue(builder, text, text),
    };
    int vector = FileMetaData.createKvVector(builder, keyValues);
    SchemaElement.startSchemaElement(builder);
    int[] root = {SchemaElement.endSchemaElement(builder)};
    int schema = FileMetaData.createSchemaVector(builder, root);
    FileMetaData.startFileMetaData(builder);
    FileMetaData.addSchema(builder, schema);
    FileMetaData.addKv(builder, vector);
    builder.finish(FileMetaData.endFileMetaData(builder));

    FlatFooter footer = FlatFooter.wrap(builder.dataBuffer().slice());

    assertThat(ArrowSchema.metadata(footer)).containsExactly(Map.entry("text", "text"));
  }

  private static String text(Schema schema) {
    return String.join(", ", schema.getFields().stream().map(Field::toString).toList());
  }

  private Schema schema(String fields, Map<String, String> metadata) throws IOException {
    return ArrowSchema.of(footer(fields, metadata));
  }

  private FlatFooter footer(String fields, Map<String, String> metadata) throws IOException {
    Path file = directory.resolve("schema.parquet");
    ExampleParquetWriter.builder(new LocalOutputFile(file))
        .withType(MessageTypeParser.parseMessageType("message m { " + fields + " }"))
        .withExtraMetaData(metadata)
        .build()
        .close();
    return FooterReader.defaults().read(file).footer();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "GEOMETRY | {\"crs\":\"OGC:CRS84\",\"crs_type\":\"authority_code\"}",
        "GEOMETRY(srid:5070) | {\"crs\":\"5070\",\"crs_type\":\"srid\"}",
        "GEOMETRY(projjson:k) | {\"crs\":{\"id\":1},\"crs_type\":\"projjson\"}",
        "GEOMETRY(EPSG:4326) | {\"crs\":\"EPSG:4326\"}",
        "GEOGRAPHY | {\"crs\":\"OGC:CRS84\",\"crs_type\":\"authority_code\",\"edges\":\"spherical\"}",
        "GEOGRAPHY(srid:4326,KARNEY) | {\"crs\":\"4326\",\"crs_type\":\"srid\",\"edges\":\"karney\"}",
      })
  void geometries_are_geoarrow_with_their_crs(String annotation, String metadata)
      throws IOException {
    Schema schema = schema("optional binary a (" + annotation + ");", Map.of("k", "{\"id\":1}"));
    assertThat(schema.getFields().get(0).getMetadata())
        .containsEntry("ARROW:extension:name", ArrowSchema.WKB_EXTENSION)
        .containsEntry("ARROW:extension:metadata", metadata);
  }
}
