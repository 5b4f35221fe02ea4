// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.arrowparquet.it.Corpus;
import io.arrowparquet.it.NeedsCorpus;
import io.arrowparquet.variant.json.VariantJsonWriter;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.util.JsonStringHashMap;
import org.apache.arrow.vector.util.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every file of the corpus' {@code variant} folder decodes to what its data dictionary says. */
@NeedsCorpus
class VariantBinaryFilesTest {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  static List<String> everyValue() {
    List<String> names = new ArrayList<>();
    for (Path file : Corpus.files("variant", ".value")) {
      String name = file.getFileName().toString();
      names.add(name.substring(0, name.length() - ".value".length()));
    }
    return names;
  }

  private static JsonNode expected(String name) throws IOException {
    Path dictionary = Corpus.folder("variant").resolve("data_dictionary.json");
    JsonNode node = JSON.readTree(dictionary.toFile()).get(name);
    assertThat(node).as(name + " in the data dictionary").isNotNull();
    return node;
  }

  private static byte[] bytes(String name, String kind) throws IOException {
    return Files.readAllBytes(Corpus.folder("variant").resolve(name + "." + kind));
  }

  @ParameterizedTest
  @MethodSource("everyValue")
  void json_text_says_what_the_dictionary_says(String name) throws IOException {
    byte[] metadata = bytes(name, "metadata");
    byte[] value = bytes(name, "value");
    try (BufferAllocator allocator = new RootAllocator();
        ArrowBuf metadataBuffer = allocator.buffer(metadata.length);
        ArrowBuf valueBuffer = allocator.buffer(value.length)) {
      metadataBuffer.setBytes(0, metadata);
      valueBuffer.setBytes(0, value);
      VariantMetadata dictionary = new VariantMetadata();
      dictionary.wrap(metadataBuffer, 0, metadata.length);
      VariantCursor cursor = new VariantCursor();
      cursor.wrap(dictionary, valueBuffer, 0, value.length);

      String text = new VariantJsonWriter().write(cursor);

      assertThat(plain(JSON.readTree(text))).isEqualTo(plain(expected(name)));
    }
  }

  @ParameterizedTest
  @MethodSource("everyValue")
  void natural_vector_holds_what_the_dictionary_says(String name) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column =
            VariantRows.of(
                allocator, List.of(List.of(bytes(name, "metadata"), bytes(name, "value"))));
        FieldVector natural = NaturalType.decode(column, allocator)) {
      assertThat(natural.getValueCount()).isEqualTo(1);
      natural.validate();
      assertThat(plain(natural.getField(), natural.getObject(0))).isEqualTo(plain(expected(name)));
    }
  }

  /** JSON as plain Java values: numbers without trailing zeros, times in one notation. */
  private static Object plain(JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      node.fields().forEachRemaining(field -> fields.put(field.getKey(), plain(field.getValue())));
      return fields;
    }
    if (node.isArray()) {
      List<Object> elements = new ArrayList<>();
      node.forEach(element -> elements.add(plain(element)));
      return elements;
    }
    if (node.isNumber()) {
      return node.decimalValue().stripTrailingZeros();
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    return node.isNull() ? null : oneNotation(node.textValue());
  }

  /** The dictionary writes one time with a colon before the fraction, and UTC as an offset. */
  private static String oneNotation(String text) {
    return text.replaceFirst("^(\\d\\d:\\d\\d:\\d\\d):(\\d+)$", "$1.$2")
        .replaceFirst("(T.*)\\+00:00$", "$1Z")
        .replaceFirst("(T.*\\.\\d*?)0+(Z?)$", "$1$2");
  }

  /** What an Arrow vector gives for a row, as the JSON above. */
  private static Object plain(Field field, Object value) {
    if (value == null) {
      return null;
    }
    ArrowType type = field.getType();
    if (value instanceof JsonStringHashMap<?, ?> struct) {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (Field child : field.getChildren()) {
        fields.put(child.getName(), plain(child, struct.get(child.getName())));
      }
      return fields;
    }
    if (value instanceof List<?> list) {
      List<Object> elements = new ArrayList<>();
      list.forEach(element -> elements.add(plain(field.getChildren().get(0), element)));
      return elements;
    }
    if (value instanceof Boolean || value instanceof Text) {
      return value instanceof Text ? oneNotation(value.toString()) : value;
    }
    if (type instanceof ArrowType.Date) {
      return LocalDate.ofEpochDay((int) value).toString();
    }
    if (type instanceof ArrowType.Time) {
      return LocalTime.ofNanoOfDay(TimeUnit.MICROSECONDS.toNanos((long) value)).toString();
    }
    if (type instanceof ArrowType.Timestamp timestamp) {
      return timestamp(timestamp, value);
    }
    return new BigDecimal(value.toString()).stripTrailingZeros();
  }

  private static String timestamp(ArrowType.Timestamp type, Object value) {
    if (value instanceof LocalDateTime local) {
      return oneNotation(local.toString());
    }
    long count = (long) value;
    long perSecond =
        type.getUnit() == org.apache.arrow.vector.types.TimeUnit.MICROSECOND
            ? 1_000_000
            : 1_000_000_000;
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(count, perSecond),
            Math.floorMod(count, perSecond) * (1_000_000_000 / perSecond));
    return oneNotation(LocalDateTime.ofInstant(instant, ZoneOffset.UTC) + "Z");
  }
}
