// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.parquet.options.ColumnOptions;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.parquet.options.VectorTypes;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.Period;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.PeriodDuration;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Vectors of the types that options ask for.
 *
 * @see VectorTypes
 */
class VectorTypesTest {
  private static final int ROWS = 1000;
  private static final VectorTypes DEFAULTS = VectorTypes.defaults();

  @AutoClose private final BufferAllocator allocator = new RootAllocator();
  @TempDir private Path folder;
  private Path file;

  /** Columns t, b, d, a list l of two doubles and a struct s of a text t. */
  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("a.parquet");
    write(file, ParquetWriteOptions.defaults().withRowGroupRows(300));
  }

  private void write(Path target, ParquetWriteOptions options) throws IOException {
    try (VarCharVector text = new VarCharVector("t", allocator);
        VarBinaryVector bytes = new VarBinaryVector("b", allocator);
        DateDayVector dates = new DateDayVector("d", allocator);
        ListVector lists = ListVector.empty("l", allocator);
        StructVector struct = StructVector.empty("s", allocator)) {
      FieldType utf8 = FieldType.nullable(ArrowType.Utf8.INSTANCE);
      VarCharVector inner = struct.addOrGet("t", utf8, VarCharVector.class);
      UnionListWriter writer = lists.getWriter();
      for (int row = 0; row < ROWS; row++) {
        String value = (row % 3 == 0 ? "short " : "a text that is longer ") + row % 50;
        inner.setSafe(row, value.getBytes(StandardCharsets.UTF_8));
        struct.setIndexDefined(row);
        writer.setPosition(row);
        if (row % 7 != 0) {
          text.setSafe(row, value.getBytes(StandardCharsets.UTF_8));
          bytes.setSafe(row, value.getBytes(StandardCharsets.UTF_8));
          dates.setSafe(row, row - 500);
          writer.startList();
          writer.float8().writeFloat8(row);
          writer.float8().writeFloat8(-row);
          writer.endList();
        }
      }
      VectorSchemaRoot root = new VectorSchemaRoot(List.of(text, bytes, dates, lists, struct));
      root.setRowCount(ROWS);
      try (ParquetArrowWriter out =
          ParquetArrowWriter.open(target, root.getSchema(), options, allocator)) {
        for (int row = 0; row < ROWS; row += 100) {
          try (VectorSchemaRoot batch = root.slice(row, 100)) {
            out.write(batch);
          }
        }
        out.finish();
      }
    }
  }

  private static ParquetReadOptions options(VectorTypes types) {
    return ParquetReadOptions.defaults().withBatchSize(128).withTypes(types);
  }

  private ParquetArrowReader open(VectorTypes types) throws IOException {
    return ParquetArrowReader.open(file, options(types), allocator);
  }

  private static List<String> rows(ArrowReader reader) throws IOException {
    List<String> rows = new ArrayList<>();
    while (reader.loadNextBatch()) {
      addRows(reader.getVectorSchemaRoot(), rows);
    }
    return rows;
  }

  private static void addRows(VectorSchemaRoot root, List<String> rows) {
    for (int row = 0; row < root.getRowCount(); row++) {
      StringBuilder text = new StringBuilder();
      for (FieldVector vector : root.getFieldVectors()) {
        Object value = vector.getObject(row);
        text.append(
                value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : value)
            .append('|');
      }
      rows.add(text.toString());
    }
  }

  private List<String> plainRows() throws IOException {
    try (ParquetArrowReader reader = open(DEFAULTS)) {
      return rows(reader);
    }
  }

  private static ArrowType type(ArrowReader reader, String column) throws IOException {
    return reader.getVectorSchemaRoot().getSchema().findField(column).getType();
  }

  @Test
  void text_bytes_and_lists_are_large() throws IOException {
    try (ParquetArrowReader reader = open(DEFAULTS.withLarge(true))) {
      assertThat(type(reader, "t")).isEqualTo(ArrowType.LargeUtf8.INSTANCE);
      assertThat(type(reader, "b")).isEqualTo(ArrowType.LargeBinary.INSTANCE);
      assertThat(type(reader, "l")).isEqualTo(ArrowType.LargeList.INSTANCE);
      Field inner = reader.getVectorSchemaRoot().getSchema().findField("s").getChildren().get(0);
      assertThat(inner.getType()).isEqualTo(ArrowType.LargeUtf8.INSTANCE);
      assertThat(rows(reader)).isEqualTo(plainRows());
    }
  }

  @Test
  void views_point_into_the_decoded_bytes() throws IOException {
    try (ParquetArrowReader reader = open(DEFAULTS.withViews(true).withLarge(true))) {
      assertThat(type(reader, "t")).isEqualTo(ArrowType.Utf8View.INSTANCE);
      assertThat(type(reader, "b")).isEqualTo(ArrowType.BinaryView.INSTANCE);
      assertThat(rows(reader)).isEqualTo(plainRows());
    }
  }

  @Test
  void dates_are_milliseconds() throws IOException {
    try (ParquetArrowReader reader = open(DEFAULTS.withDate64(true))) {
      assertThat(type(reader, "d")).isEqualTo(new ArrowType.Date(DateUnit.MILLISECOND));
      assertThat(reader.loadNextBatch()).isTrue();
      FieldVector dates = reader.getVectorSchemaRoot().getVector("d");
      assertThat(dates.getObject(0)).isNull();
      assertThat(dates.getDataBuffer().getLong(Long.BYTES)).isEqualTo(-499 * 86_400_000L);
    }
  }

  @Test
  void lists_of_one_size_are_fixed_size_lists() throws IOException {
    VectorTypes types = DEFAULTS.withFixedSizeLists(Map.of("l", 2));
    try (ParquetArrowReader reader = open(types)) {
      assertThat(type(reader, "l")).isEqualTo(new ArrowType.FixedSizeList(2));
      assertThat(rows(reader)).isEqualTo(plainRows());
    }
    try (ParquetArrowReader reader = open(DEFAULTS.withFixedSizeLists(Map.of("l", 3)))) {
      assertThatThrownBy(reader::loadNextBatch)
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("3 elements");
    }
    assertThatThrownBy(() -> open(DEFAULTS.withFixedSizeLists(Map.of("t", 3))))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void bytes_are_text_for_filters_too() throws IOException {
    ParquetReadOptions options =
        options(DEFAULTS.withBinaryAsText(true))
            .withFilter(Operand.column("b").isEqualTo("short 3"));
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      assertThat(type(reader, "b")).isEqualTo(ArrowType.Utf8.INSTANCE);
      assertThat(rows(reader)).isNotEmpty().allMatch(row -> row.startsWith("short 3|short 3|"));
    }
  }

  @Test
  void dictionaries_grow_from_batch_to_batch() throws IOException {
    VectorTypes types = DEFAULTS.withDictionaries(Set.of("t", "b"));
    List<String> values = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    plainRows().forEach(row -> expected.add(row.substring(0, row.indexOf('|'))));
    int size = 0;
    try (ParquetArrowReader reader = open(types)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        FieldVector indices = root.getVector("t");
        assertThat(indices.getMinorType()).isEqualTo(MinorType.INT);
        Dictionary dictionary = reader.lookup(indices.getField().getDictionary().getId());
        assertThat(dictionary.getVector().getValueCount()).isGreaterThanOrEqualTo(size);
        size = dictionary.getVector().getValueCount();
        try (FieldVector text = (FieldVector) DictionaryEncoder.decode(indices, dictionary)) {
          for (int row = 0; row < root.getRowCount(); row++) {
            values.add(String.valueOf(text.getObject(row)));
          }
        }
      }
      assertThat(size).isBetween(50, 150);
    }
    assertThat(values).isEqualTo(expected);
  }

  /** Pages with ids, pages after these without, and columns without a dictionary. */
  @Test
  void indices_are_of_the_same_values_however_pages_are_encoded_and_rows_chosen()
      throws IOException {
    ParquetWriteOptions writing =
        ParquetWriteOptions.defaults().withRowGroupRows(500).withPageRows(100);
    ColumnOptions few = ColumnOptions.defaults().withDictionaryBytes(600);
    List<ParquetWriteOptions> forms =
        List.of(writing, writing.withAllColumns(few), writing.withDictionary(false));
    RowFilter dates = Operand.column("d").isAtLeast(LocalDate.ofEpochDay(-100));
    List<ParquetReadOptions> readings =
        List.of(
            ParquetReadOptions.defaults().withBatchSize(64),
            ParquetReadOptions.defaults().withBatchSize(100).withBatchBytes(1500),
            ParquetReadOptions.defaults().withFilter(dates).withBatchSize(10),
            ParquetReadOptions.defaults().withFilter(Operand.column("t").isAtLeast("short 3")),
            ParquetReadOptions.defaults()
                .withFilter(dates)
                .withSkippingSteps(Set.of())
                .withBatchBytes(800),
            ParquetReadOptions.defaults()
                .withRows(RowPositions.ofRanges(3, 40, 480, 777))
                .withRowColumns(List.of(RowColumn.position("position"))),
            ParquetReadOptions.defaults().withColumns(List.of("b", "t")));
    for (int i = 0; i < forms.size(); i++) {
      file = folder.resolve(i + ".parquet");
      write(file, forms.get(i));
      for (ParquetReadOptions reading : readings) {
        ParquetReadOptions indexed = reading.withTypes(DEFAULTS.withDictionaries(Set.of("t", "b")));
        try (ParquetArrowReader plain = ParquetArrowReader.open(file, reading, allocator);
            ParquetArrowReader reader = ParquetArrowReader.open(file, indexed, allocator)) {
          assertThat(decoded(reader)).isNotEmpty().isEqualTo(rows(plain));
        }
      }
    }
  }

  @Test
  void indices_of_a_set_are_of_the_same_values() throws IOException {
    ParquetWriteOptions writing =
        ParquetWriteOptions.defaults().withRowGroupRows(500).withPageRows(100);
    List<Path> files = List.of(folder.resolve("1.parquet"), folder.resolve("2.parquet"));
    write(files.get(0), writing);
    write(files.get(1), writing.withDictionary(false));
    ParquetFileSet set = ParquetFileSet.open(files);
    List<Field> fields = new ArrayList<>(set.schema(ParquetReadOptions.defaults()).getFields());
    fields.add(Field.nullable("z", ArrowType.Utf8.INSTANCE));
    ReaderSchema wider =
        ReaderSchema.of(new org.apache.arrow.vector.types.pojo.Schema(fields))
            .withDefault("z", "last");
    RowFilter dates = Operand.column("d").isAtLeast(LocalDate.ofEpochDay(-100));
    for (ParquetReadOptions reading :
        List.of(
            ParquetReadOptions.defaults().withBatchSize(64),
            ParquetReadOptions.defaults().withBatchSize(100).withBatchBytes(1500),
            ParquetReadOptions.defaults().withFilter(dates).withBatchSize(300),
            ParquetReadOptions.defaults().withFilter(Operand.column("t").isAtLeast("short 3")),
            ParquetReadOptions.defaults().withColumns(List.of("b", "t")).withLimit(700))) {
      ParquetReadOptions indexed = reading.withTypes(DEFAULTS.withDictionaries(Set.of("t", "b")));
      requireSame(set, reading, indexed);
      requireSame(set.withSchema(wider), reading, indexed);
    }
    ParquetReadOptions all = ParquetReadOptions.defaults();
    requireSame(
        set.withSchema(wider), all, all.withTypes(DEFAULTS.withDictionaries(Set.of("t", "z"))));
  }

  private void requireSame(
      ParquetFileSet set, ParquetReadOptions reading, ParquetReadOptions indexed)
      throws IOException {
    try (ArrowReader plain = set.read(reading, allocator);
        ArrowReader reader = set.read(indexed, allocator)) {
      assertThat(decoded(reader)).isNotEmpty().isEqualTo(rows(plain));
    }
  }

  /** Rows with the values of indices. */
  private static List<String> decoded(ArrowReader reader) throws IOException {
    List<String> rows = new ArrayList<>();
    while (reader.loadNextBatch()) {
      List<FieldVector> vectors = new ArrayList<>();
      List<FieldVector> made = new ArrayList<>();
      for (FieldVector vector : reader.getVectorSchemaRoot().getFieldVectors()) {
        DictionaryEncoding encoding = vector.getField().getDictionary();
        if (encoding != null) {
          made.add((FieldVector) DictionaryEncoder.decode(vector, reader.lookup(encoding.getId())));
        }
        vectors.add(encoding == null ? vector : made.get(made.size() - 1));
      }
      addRows(new VectorSchemaRoot(vectors), rows);
      made.forEach(FieldVector::close);
    }
    return rows;
  }

  @Test
  void dictionary_begins_again_when_it_has_the_bytes_of_a_batch() throws IOException {
    ParquetReadOptions options =
        options(DEFAULTS.withDictionaries(Set.of("t"))).withBatchBytes(600).withBatchSize(16);
    int most = 0;
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        FieldVector indices = reader.getVectorSchemaRoot().getVector("t");
        Dictionary dictionary = reader.lookup(indices.getField().getDictionary().getId());
        most = Math.max(most, dictionary.getVector().getValueCount());
        DictionaryEncoder.decode(indices, dictionary).close();
      }
    }
    assertThat(most).isBetween(2, 60);
  }

  @Test
  void stream_of_messages_has_the_dictionaries() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ParquetArrowReader reader = open(DEFAULTS.withDictionaries(Set.of("t")));
        ArrowStreamWriter writer =
            new ArrowStreamWriter(reader.getVectorSchemaRoot(), reader, bytes)) {
      while (reader.loadNextBatch()) {
        writer.writeBatch();
      }
    }
    int rows = 0;
    try (ArrowStreamReader reader =
        new ArrowStreamReader(new ByteArrayInputStream(bytes.toByteArray()), allocator)) {
      while (reader.loadNextBatch()) {
        FieldVector indices = reader.getVectorSchemaRoot().getVector("t");
        Dictionary dictionary = reader.lookup(indices.getField().getDictionary().getId());
        DictionaryEncoder.decode(indices, dictionary).close();
        rows += indices.getValueCount();
      }
    }
    assertThat(rows).isEqualTo(ROWS);
  }

  @Test
  void sets_and_scans_have_them_too() throws IOException {
    VectorTypes types = DEFAULTS.withViews(true).withFixedSizeLists(Map.of("l", 2));
    ParquetReadOptions options = options(types);
    ParquetFileSet set = ParquetFileSet.open(List.of(file));
    try (ArrowReader reader = set.read(options, allocator)) {
      assertThat(reader.getVectorSchemaRoot().getSchema()).isEqualTo(set.schema(options));
      assertThat(rows(reader)).isEqualTo(plainRows());
    }
    ParquetScanOptions scanning = ParquetScanOptions.defaults().withRead(options).withOrdered(true);
    try (ParquetScan scan = set.scan(scanning, Runnable::run, allocator)) {
      assertThat(scan.schema()).isEqualTo(set.schema(options));
      try (ArrowReader reader = scan.reader()) {
        assertThat(rows(reader)).isEqualTo(plainRows());
      }
    }
    ParquetReadOptions dictionaries = options(DEFAULTS.withDictionaries(Set.of("t")));
    try (ArrowReader reader = set.read(dictionaries, allocator)) {
      assertThat(reader.getVectorSchemaRoot().getSchema()).isEqualTo(set.schema(dictionaries));
    }
    assertThatThrownBy(
            () ->
                set.scan(
                    ParquetScanOptions.defaults().withRead(dictionaries), Runnable::run, allocator))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void schema_of_the_callers_has_them_as_it_says() throws IOException {
    ParquetFileSet set =
        ParquetFileSet.open(List.of(file))
            .withSchema(
                ReaderSchema.of(
                    new org.apache.arrow.vector.types.pojo.Schema(
                        List.of(
                            Field.nullable("t", ArrowType.Utf8View.INSTANCE),
                            Field.nullable("d", new ArrowType.Date(DateUnit.MILLISECOND))))));
    try (ArrowReader reader = set.read(options(DEFAULTS), allocator)) {
      assertThat(type(reader, "t")).isEqualTo(ArrowType.Utf8View.INSTANCE);
      assertThat(rows(reader)).hasSize(ROWS).element(1).asString().startsWith("a text");
    }
  }

  private Path intervals(int... numbers) throws IOException {
    Path made = folder.resolve("intervals.parquet");
    String type = "required fixed_len_byte_array(12) i (INTERVAL); required int32 n;";
    try (HandMadeFile out = new HandMadeFile(made, type)) {
      out.startRowGroup(numbers.length / 3);
      for (int column = 0; column < 2; column++) {
        out.startColumn(numbers.length / 3, CompressionCodecName.UNCOMPRESSED);
        int[] values = column == 0 ? numbers : new int[numbers.length / 3];
        BytesInput page = BytesInput.from(HandMadeFile.plain(values));
        out.rawPage(numbers.length / 3, (int) page.size(), page, Encoding.PLAIN);
        out.endColumn();
      }
      out.endRowGroup();
    }
    return made;
  }

  @Test
  void intervals_are_months_days_and_nanoseconds() throws IOException {
    Path made = intervals(1, 2, 3, 0, Integer.MAX_VALUE, -1, 12, 0, 0);
    ParquetReadOptions options = options(DEFAULTS.withIntervals(true));
    try (ParquetArrowReader reader = ParquetArrowReader.open(made, options, allocator)) {
      assertThat(type(reader, "i")).isEqualTo(new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO));
      assertThat(reader.loadNextBatch()).isTrue();
      FieldVector vector = reader.getVectorSchemaRoot().getVector("i");
      assertThat(vector.getObject(0))
          .isEqualTo(new PeriodDuration(Period.of(0, 1, 2), Duration.ofMillis(3)));
      assertThat(vector.getObject(1))
          .isEqualTo(
              new PeriodDuration(
                  Period.ofDays(Integer.MAX_VALUE), Duration.ofMillis(0xFFFF_FFFFL)));
    }
    ParquetFileSet set = ParquetFileSet.open(List.of(made));
    try (ArrowReader reader = set.read(options.withBatchSize(1), allocator)) {
      assertThat(set.schema(options).getFields().get(0).getType())
          .isInstanceOf(ArrowType.Interval.class);
      assertThat(rows(reader)).hasSize(3);
    }
    try (ParquetArrowReader reader = ParquetArrowReader.open(made, options(DEFAULTS), allocator)) {
      assertThat(type(reader, "i")).isEqualTo(new ArrowType.FixedSizeBinary(12));
    }
  }

  @Test
  void intervals_that_arrow_cannot_hold_are_refused() throws IOException {
    Path made = intervals(1, 2, 3, 4, 5, 6, -1, 0, 0);
    ParquetReadOptions options = options(DEFAULTS.withIntervals(true));
    try (ParquetArrowReader reader = ParquetArrowReader.open(made, options, allocator)) {
      assertThatThrownBy(reader::loadNextBatch)
          .isInstanceOf(ConversionException.class)
          .hasMessageContainingAll("row 2, i", "4294967295 months");
    }
    assertThatThrownBy(
            () ->
                ParquetArrowReader.open(
                        made, options.withFilter(Operand.column("i").isEqualTo(1)), allocator)
                    .close())
        .isInstanceOf(UnsupportedColumnException.class);
  }

  @Test
  void bytes_of_shredded_variants_stay_bytes_where_others_are_text() throws IOException {
    Path made = folder.resolve("variants.parquet");
    Field shredding = ArrowTypeText.parse("v", "struct<a: binary, t: string>");
    List<String> json = List.of("{\"a\":\"x\",\"t\":\"y\"}", "{\"t\":1}", "[]");
    try (VarCharVector text = new VarCharVector("v", allocator);
        VarBinaryVector bytes = new VarBinaryVector("b", allocator)) {
      for (int row = 0; row < json.size(); row++) {
        text.setSafe(row, json.get(row).getBytes(StandardCharsets.UTF_8));
        bytes.setSafe(row, new byte[] {'a', (byte) ('0' + row)});
      }
      bytes.setValueCount(json.size());
      text.setValueCount(json.size());
      try (ParquetVariantVector variants = VariantFromJson.parse(text, allocator)) {
        VectorSchemaRoot root = new VectorSchemaRoot(List.of(variants, bytes));
        try (ParquetArrowWriter out =
            ParquetArrowWriter.open(
                made,
                root.getSchema(),
                ParquetWriteOptions.defaults().withShredding("v", shredding, ShredMode.LENIENT),
                allocator)) {
          out.write(root);
          out.finish();
        }
      }
    }
    ParquetReadOptions options = options(DEFAULTS.withBinaryAsText(true));
    RowFilter filter = Operand.column("b").isAtLeast("a1");
    for (RowFilter rows : Arrays.asList(null, filter)) {
      try (ParquetArrowReader reader =
          ParquetArrowReader.open(made, options.withFilter(rows), allocator)) {
        assertThat(type(reader, "b")).isEqualTo(ArrowType.Utf8.INSTANCE);
        assertThat(reader.loadNextBatch()).isTrue();
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        ParquetVariantVector column = (ParquetVariantVector) root.getVector("v");
        assertThat(column.isShredded()).isTrue();
        column.validate();
        assertThat(root.getVector("b").getObject(0)).hasToString(rows == null ? "a0" : "a1");
        try (FieldVector read = VariantToJson.write(column, allocator)) {
          assertThat(read.getObject(0)).hasToString(json.get(rows == null ? 0 : 1));
          assertThat(read.getObject(1)).hasToString(json.get(rows == null ? 1 : 2));
        }
      }
    }
  }
}
