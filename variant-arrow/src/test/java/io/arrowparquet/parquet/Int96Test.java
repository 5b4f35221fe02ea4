// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.apache.arrow.vector.types.TimeUnit.MICROSECOND;
import static org.apache.arrow.vector.types.TimeUnit.MILLISECOND;
import static org.apache.arrow.vector.types.TimeUnit.NANOSECOND;
import static org.apache.arrow.vector.types.TimeUnit.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.OtherWritersFiles;
import io.arrowparquet.variant.ConversionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * INT96 timestamps in every unit, and times that a unit cannot hold.
 *
 * @see io.arrowparquet.parquet.internal.encoding.FixedConversion
 */
class Int96Test {
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();
  private static final String YEAR_1 = "0001-01-01T00:00:00.000001";
  private static final String YEAR_2020 = "2020-02-29T12:34:56.123456789";
  private static final String YEAR_9999 = "9999-12-31T23:59:59.999999";
  private static final MessageType FLAT =
      MessageTypeParser.parseMessageType("message m { required int32 id; optional int96 t; }");

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void name_the_file() {
    file = folder.resolve("int96.parquet");
  }

  private static Binary int96(String time) {
    LocalDateTime local = LocalDateTime.parse(time);
    return int96(local.toLocalDate().toEpochDay(), local.toLocalTime().toNanoOfDay());
  }

  private static Binary int96(long day, long nanosOfDay) {
    final int julianDayOfEpoch = 2_440_588;
    return Binary.fromConstantByteArray(
        ByteBuffer.allocate(12)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(nanosOfDay)
            .putInt((int) (julianDayOfEpoch + day))
            .array());
  }

  private ExampleParquetWriter.Builder builder() {
    return ExampleParquetWriter.builder(new LocalOutputFile(file))
        .withWriteMode(ParquetFileWriter.Mode.OVERWRITE);
  }

  /** Rows of an id, from 0, and a time, or null. */
  private void write(ExampleParquetWriter.Builder builder, String... times) throws IOException {
    try (ParquetWriter<Group> writer = builder.withType(FLAT).build()) {
      for (int id = 0; id < times.length; id++) {
        Group group = new SimpleGroup(FLAT).append("id", id);
        if (times[id] != null) {
          group.add("t", int96(times[id]));
        }
        writer.write(group);
      }
    }
  }

  private List<Object> read(String column, ParquetReadOptions options) throws IOException {
    return read(file, column, options);
  }

  private List<Object> read(Path path, String column, ParquetReadOptions options)
      throws IOException {
    List<Object> values = new ArrayList<>();
    try (ParquetArrowReader reader = ParquetArrowReader.open(path, options, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        FieldVector vector = root.getVector(column);
        for (int row = 0; row < root.getRowCount(); row++) {
          Object value = vector.getObject(row);
          values.add(value instanceof LocalDateTime time ? time.toString() : value);
        }
      }
    }
    return values;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void microseconds_hold_the_years_1_and_9999(boolean dictionary) throws IOException {
    write(builder().withDictionaryEncoding(dictionary), YEAR_1, null, YEAR_2020, YEAR_9999, YEAR_1);

    assertThat(read("t", ALL))
        .containsExactly(YEAR_1, null, "2020-02-29T12:34:56.123456", YEAR_9999, YEAR_1);
  }

  @Test
  void another_writers_years_do_not_wrap() throws IOException {
    Path other = OtherWritersFiles.find("int96_year_9999_and_0001.parquet");
    List<String> texts = new ArrayList<>();
    try (ParquetArrowReader reader = ParquetArrowReader.open(other, ALL, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        root.getFieldVectors()
            .forEach(
                vector -> {
                  for (int row = 0; row < root.getRowCount(); row++) {
                    texts.add(String.valueOf(vector.getObject(row)));
                  }
                });
      }
    }
    assertThat(texts).anyMatch(text -> text.startsWith("9999-"));
    assertThat(texts).anyMatch(text -> text.startsWith("0001-"));
    assertThat(texts).noneMatch(text -> text.startsWith("1816-") || text.startsWith("1754-"));
  }

  @ParameterizedTest
  @EnumSource(TimeUnit.class)
  void the_callers_unit_is_read(TimeUnit unit) throws IOException {
    write(builder(), YEAR_2020, null);
    ChronoUnit cut =
        switch (unit) {
          case SECOND -> ChronoUnit.SECONDS;
          case MILLISECOND -> ChronoUnit.MILLIS;
          case MICROSECOND -> ChronoUnit.MICROS;
          case NANOSECOND -> ChronoUnit.NANOS;
        };

    assertThat(read("t", ALL.withInt96Unit(unit)))
        .containsExactly(LocalDateTime.parse(YEAR_2020).truncatedTo(cut).toString(), null);
  }

  @Test
  void the_unit_and_zone_of_the_arrow_schema_are_read_but_for_the_callers_unit()
      throws IOException {
    Schema written =
        new Schema(List.of(Field.nullable("t", new ArrowType.Timestamp(MILLISECOND, "UTC"))));
    String encoded = Base64.getEncoder().encodeToString(written.serializeAsMessage());
    write(builder().withExtraMetaData(Map.of(ArrowSchema.ARROW_SCHEMA, encoded)), YEAR_2020);

    assertThat(type(ALL)).isEqualTo(new ArrowType.Timestamp(MILLISECOND, "UTC"));
    assertThat(type(ALL.withInt96Unit(SECOND))).isEqualTo(new ArrowType.Timestamp(SECOND, "UTC"));
    long millis = LocalDateTime.parse(YEAR_2020).toInstant(java.time.ZoneOffset.UTC).toEpochMilli();
    assertThat(read("t", ALL)).containsExactly(millis);
    Instant instant = Instant.ofEpochMilli(millis);
    assertThat(read("id", ALL.withFilter(Operand.column("t").isEqualTo(instant))))
        .containsExactly(0);
  }

  private ArrowType type(ParquetReadOptions options) throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      return reader.getVectorSchemaRoot().getSchema().findField("t").getType();
    }
  }

  @Test
  void filters_compare_in_the_unit_that_is_read() throws IOException {
    write(builder(), YEAR_1, YEAR_2020, null, YEAR_9999);
    Operand t = Operand.column("t");
    LocalDateTime micros = LocalDateTime.parse("2020-02-29T12:34:56.123456");
    LocalDateTime nanos = LocalDateTime.parse(YEAR_2020);

    assertThat(read("id", ALL.withFilter(t.isGreaterThan(LocalDateTime.parse("9999-01-01T00:00")))))
        .containsExactly(3);
    assertThat(read("id", ALL.withFilter(t.isLessThan(LocalDateTime.parse("1000-01-01T00:00")))))
        .containsExactly(0);
    assertThat(read("id", ALL.withFilter(t.isEqualTo(micros)))).containsExactly(1);
    assertThat(read("id", ALL.withFilter(t.isEqualTo(nanos)))).isEmpty();
    assertThat(read("id", ALL.withFilter(t.isNull()))).containsExactly(2);

    write(builder(), YEAR_2020, null);
    ParquetReadOptions fine = ALL.withInt96Unit(NANOSECOND);
    assertThat(read("id", fine.withFilter(t.isEqualTo(nanos)))).containsExactly(0);
  }

  @Test
  void the_ends_of_64_bits_of_nanoseconds_are_exact() throws IOException {
    String least = "1677-09-21T00:12:43.145224192";
    String most = "2262-04-11T23:47:16.854775807";
    write(builder(), least, most);

    assertThat(read("t", ALL.withInt96Unit(NANOSECOND))).containsExactly(least, most);

    for (String beyond :
        List.of("1677-09-21T00:12:43.145224191", "2262-04-11T23:47:16.854775808")) {
      write(builder(), YEAR_2020, beyond);
      assertThatThrownBy(() -> read("t", ALL.withInt96Unit(NANOSECOND)))
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining(beyond);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_time_that_does_not_fit_names_file_column_and_row(boolean dictionary) throws IOException {
    String[] times = new String[7000];
    for (int i = 0; i < times.length; i++) {
      times[i] = i % 3 == 0 ? null : YEAR_2020;
    }
    times[6001] = YEAR_9999;
    write(
        builder()
            .withDictionaryEncoding(dictionary)
            .withRowGroupRowCountLimit(4000)
            .withPageRowCountLimit(700),
        times);

    assertThatThrownBy(() -> read("t", ALL.withInt96Unit(NANOSECOND)))
        .isInstanceOfSatisfying(
            ConversionException.class,
            e -> {
              assertThat(e.source()).isEqualTo(file.toString());
              assertThat(e.path()).isEqualTo("t");
              assertThat(e.row()).isEqualTo(6001);
            })
        .hasMessageStartingWith(file + ": row 6001, t: found " + YEAR_9999);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_time_that_does_not_fit_harms_no_row_that_is_not_read(boolean dictionary)
      throws IOException {
    String[] times = new String[3000];
    for (int i = 0; i < times.length; i++) {
      times[i] = i < 1500 ? YEAR_9999 : YEAR_2020;
    }
    write(builder().withDictionaryEncoding(dictionary).withPageRowCountLimit(400), times);
    ParquetReadOptions options =
        ALL.withInt96Unit(NANOSECOND).withFilter(Operand.column("id").isAtLeast(2500));

    // Rows from 2400 on share a page with those asked for; all share one dictionary.
    assertThat(read("t", options)).hasSize(500).containsOnly(YEAR_2020);
  }

  @ParameterizedTest
  @CsvSource({"false, true", "true, true", "false, false", "true, false"})
  void a_time_that_does_not_fit_names_its_row_among_scattered_ones(
      boolean dictionary, boolean nulls) throws IOException {
    String[] times = new String[5000];
    for (int i = 0; i < times.length; i++) {
      String other = i % 37 == 1 ? YEAR_9999 : YEAR_2020;
      times[i] = nulls && i % 2 == 0 ? null : other;
    }
    write(builder().withDictionaryEncoding(dictionary).withPageRowCountLimit(700), times);
    List<Object> ids = IntStream.range(0, 135).<Object>mapToObj(i -> 37L * i).toList();
    ParquetReadOptions options =
        ALL.withInt96Unit(NANOSECOND).withFilter(Operand.column("id").isIn(ids));
    assertThat(read("t", options))
        .hasSize(135)
        .hasSameElementsAs(nulls ? Arrays.asList(YEAR_2020, null) : List.of(YEAR_2020));

    times[37 * 55] = YEAR_9999;
    Files.delete(file);
    write(builder().withDictionaryEncoding(dictionary).withPageRowCountLimit(700), times);

    assertThatThrownBy(() -> read("t", options))
        .isInstanceOf(ConversionException.class)
        .hasMessageStartingWith(file + ": row 2035, t: found " + YEAR_9999);
  }

  @Test
  void a_time_in_a_list_names_its_row() throws IOException {
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { optional group l (LIST) { repeated group list { optional int96 element; }"
                + " } }");
    try (ParquetWriter<Group> writer = builder().withType(type).build()) {
      for (int row = 0; row < 20; row++) {
        Group group = new SimpleGroup(type);
        Group list = group.addGroup("l");
        for (int i = 0; i < row % 4; i++) {
          Group element = list.addGroup("list");
          if (i != 1) {
            element.add("element", int96(row == 15 ? YEAR_9999 : YEAR_2020));
          }
        }
        writer.write(group);
      }
    }

    assertThat(read("l", ALL)).hasSize(20);
    assertThatThrownBy(() -> read("l", ALL.withInt96Unit(NANOSECOND)))
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining("row 15, l.list.element: found " + YEAR_9999);
  }

  @Test
  void days_beyond_64_bits_of_microseconds_are_refused_and_odd_nanoseconds_are_added()
      throws IOException {
    MessageType type = MessageTypeParser.parseMessageType("message m { required int96 t; }");
    try (ParquetWriter<Group> writer = builder().withType(type).build()) {
      writer.write(new SimpleGroup(type).append("t", int96(0, -1_000)));
      writer.write(new SimpleGroup(type).append("t", int96(0, 86_400_000_001_000L)));
    }
    assertThat(read("t", ALL))
        .containsExactly("1969-12-31T23:59:59.999999", "1970-01-02T00:00:00.000001");

    try (ParquetWriter<Group> writer = builder().withType(type).build()) {
      writer.write(new SimpleGroup(type).append("t", int96(Integer.MAX_VALUE, 0)));
    }
    assertThatThrownBy(() -> read("t", ALL)).isInstanceOf(ConversionException.class);
    assertThat(read("t", ALL.withInt96Unit(MILLISECOND))).hasSize(1);
    assertThat(type(ALL)).isEqualTo(new ArrowType.Timestamp(MICROSECOND, null));
  }
}
