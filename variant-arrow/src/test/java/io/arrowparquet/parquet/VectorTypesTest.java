// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static io.arrowparquet.parquet.TypedRows.ROWS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.parquet.options.VectorTypes;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Period;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.PeriodDuration;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
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
  private static final VectorTypes DEFAULTS = VectorTypes.defaults();

  @AutoClose private final BufferAllocator allocator = new RootAllocator();
  @TempDir private Path folder;
  private TypedRows table;

  @BeforeEach
  void write() throws IOException {
    table =
        TypedRows.write(
            folder.resolve("a.parquet"),
            ParquetWriteOptions.defaults().withRowGroupRows(300),
            allocator);
  }

  private static ArrowType type(ArrowReader reader, String column) throws IOException {
    return reader.getVectorSchemaRoot().getSchema().findField(column).getType();
  }

  @Test
  void text_bytes_and_lists_are_large() throws IOException {
    try (ParquetArrowReader reader = table.open(DEFAULTS.withLarge(true))) {
      assertThat(type(reader, "t")).isEqualTo(ArrowType.LargeUtf8.INSTANCE);
      assertThat(type(reader, "b")).isEqualTo(ArrowType.LargeBinary.INSTANCE);
      assertThat(type(reader, "l")).isEqualTo(ArrowType.LargeList.INSTANCE);
      Field inner = reader.getVectorSchemaRoot().getSchema().findField("s").getChildren().get(0);
      assertThat(inner.getType()).isEqualTo(ArrowType.LargeUtf8.INSTANCE);
      assertThat(TypedRows.rows(reader)).isEqualTo(table.plain());
    }
  }

  @Test
  void views_point_into_the_decoded_bytes() throws IOException {
    try (ParquetArrowReader reader = table.open(DEFAULTS.withViews(true).withLarge(true))) {
      assertThat(type(reader, "t")).isEqualTo(ArrowType.Utf8View.INSTANCE);
      assertThat(type(reader, "b")).isEqualTo(ArrowType.BinaryView.INSTANCE);
      assertThat(TypedRows.rows(reader)).isEqualTo(table.plain());
    }
  }

  @Test
  void dates_are_milliseconds() throws IOException {
    try (ParquetArrowReader reader = table.open(DEFAULTS.withDate64(true))) {
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
    try (ParquetArrowReader reader = table.open(types)) {
      assertThat(type(reader, "l")).isEqualTo(new ArrowType.FixedSizeList(2));
      assertThat(TypedRows.rows(reader)).isEqualTo(table.plain());
    }
    try (ParquetArrowReader reader = table.open(DEFAULTS.withFixedSizeLists(Map.of("l", 3)))) {
      assertThatThrownBy(reader::loadNextBatch)
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("3 elements");
    }
    assertThatThrownBy(() -> table.open(DEFAULTS.withFixedSizeLists(Map.of("t", 3))))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void bytes_are_text_for_filters_too() throws IOException {
    ParquetReadOptions options =
        TypedRows.options(DEFAULTS.withBinaryAsText(true))
            .withFilter(Operand.column("b").isEqualTo("short 3"));
    try (ParquetArrowReader reader = ParquetArrowReader.open(table.file(), options, allocator)) {
      assertThat(type(reader, "b")).isEqualTo(ArrowType.Utf8.INSTANCE);
      assertThat(TypedRows.rows(reader))
          .isNotEmpty()
          .allMatch(row -> row.startsWith("short 3|short 3|"));
    }
  }

  @Test
  void sets_and_scans_have_them_too() throws IOException {
    VectorTypes types = DEFAULTS.withViews(true).withFixedSizeLists(Map.of("l", 2));
    ParquetReadOptions options = TypedRows.options(types);
    ParquetFileSet set = ParquetFileSet.open(List.of(table.file()));
    try (ArrowReader reader = set.read(options, allocator)) {
      assertThat(reader.getVectorSchemaRoot().getSchema()).isEqualTo(set.schema(options));
      assertThat(TypedRows.rows(reader)).isEqualTo(table.plain());
    }
    ParquetScanOptions scanning = ParquetScanOptions.defaults().withRead(options).withOrdered(true);
    try (ParquetScan scan = set.scan(scanning, Runnable::run, allocator)) {
      assertThat(scan.schema()).isEqualTo(set.schema(options));
      try (ArrowReader reader = scan.reader()) {
        assertThat(TypedRows.rows(reader)).isEqualTo(table.plain());
      }
    }
    ParquetReadOptions dictionaries = TypedRows.options(DEFAULTS.withDictionaries(Set.of("t")));
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
        ParquetFileSet.open(List.of(table.file()))
            .withSchema(
                ReaderSchema.of(
                    new Schema(
                        List.of(
                            Field.nullable("t", ArrowType.Utf8View.INSTANCE),
                            Field.nullable("d", new ArrowType.Date(DateUnit.MILLISECOND))))));
    try (ArrowReader reader = set.read(TypedRows.options(DEFAULTS), allocator)) {
      assertThat(type(reader, "t")).isEqualTo(ArrowType.Utf8View.INSTANCE);
      assertThat(TypedRows.rows(reader)).hasSize(ROWS).element(1).asString().startsWith("a text");
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
    ParquetReadOptions options = TypedRows.options(DEFAULTS.withIntervals(true));
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
      assertThat(TypedRows.rows(reader)).hasSize(3);
    }
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(made, TypedRows.options(DEFAULTS), allocator)) {
      assertThat(type(reader, "i")).isEqualTo(new ArrowType.FixedSizeBinary(12));
    }
  }

  @Test
  void intervals_that_arrow_cannot_hold_are_refused() throws IOException {
    Path made = intervals(1, 2, 3, 4, 5, 6, -1, 0, 0);
    ParquetReadOptions options = TypedRows.options(DEFAULTS.withIntervals(true));
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
    ParquetReadOptions options = TypedRows.options(DEFAULTS.withBinaryAsText(true));
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
