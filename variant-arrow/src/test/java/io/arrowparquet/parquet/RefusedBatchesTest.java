// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Schemas and values that no Parquet file holds are refused with their place, and leave no file.
 *
 * @see ParquetArrowWriter
 * @see io.arrowparquet.parquet.internal.write.LeafType
 * @see io.arrowparquet.parquet.internal.write.FixedWidthLeaf
 */
class RefusedBatchesTest {
  private static final ParquetWriteOptions DEFAULTS = ParquetWriteOptions.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("rows.parquet");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "struct<>",
        "dense_union<a: int>",
        "decimal(5, -2)",
        "run_end_encoded<int, int>",
      })
  void types_that_parquet_lacks_are_refused_with_their_place(String type) throws IOException {
    Schema schema = RandomVectors.schema("outer: struct<a: list<" + type + ">>");
    assertThatThrownBy(() -> writer(schema, DEFAULTS))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("outer.a.list.element");
    assertThat(folder).isEmptyDirectory();
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        arguments(
            new Schema(List.of()),
            DEFAULTS,
            UnsupportedColumnException.class,
            "found a schema without columns, expected at least one"),
        arguments(
            RandomVectors.schema("a: struct<b: int>"),
            DEFAULTS.withUnshredded("a.b"),
            InvalidRequestException.class,
            "column a.b: found no Variant column"),
        arguments(
            RandomVectors.schema("a: int"),
            DEFAULTS.withCodec(ParquetCodec.LZO),
            IllegalArgumentException.class,
            "LZO"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void what_cannot_be_written_is_refused_and_leaves_no_file(
      Schema schema, ParquetWriteOptions options, Class<?> exception, String message) {
    assertThatThrownBy(() -> writer(schema, options))
        .isInstanceOf(exception)
        .hasMessageContaining(message);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void a_null_in_a_required_field_names_row_and_path_and_spoils_the_file() throws IOException {
    Schema schema = RandomVectors.schema("s: struct<list: list<int not null>>");
    try (VectorSchemaRoot batch = new RandomVectors(1).root(schema, 40, allocator);
        ParquetArrowWriter writer = writer(schema, DEFAULTS)) {
      StructVector struct = (StructVector) batch.getVector("s");
      ListVector list = (ListVector) struct.getChild("list");
      int row = 20;
      while (struct.isNull(row)
          || list.isNull(row)
          || list.getElementEndIndex(row) == list.getElementStartIndex(row)) {
        row++;
      }
      ((IntVector) list.getDataVector()).setNull(list.getElementStartIndex(row));

      Throwable failure = catchThrowable(() -> writer.write(batch));
      assertThat(failure)
          .isInstanceOf(ConversionException.class)
          .hasMessage(
              "row "
                  + row
                  + ", s.list.list.element: found null, expected a value: the field is not nullable");
      assertThat(catchThrowable(writer::finish)).isSameAs(failure);
    }
    assertThat(folder).isEmptyDirectory();
  }

  /** The least value of a type that does not fit it, and the greatest that does. */
  @ParameterizedTest
  @CsvSource({
    "'decimal(3, 0)', 999, 1000",
    "'decimal(3, 2)', -999, -1000",
    "'decimal(9, 0)', -999999999, 1000000000",
    "'decimal(9, 0)', 0, 1099511627776",
    "'decimal(10, 3)', 9999999999, -10000000000",
    "'decimal(18, 0)', 999999999999999999, 1000000000000000000",
    "'decimal(19, 0)', 9223372036854775807, -10000000000000000000",
    "'decimal(38, 1)', 0, 100000000000000000000000000000000000000",
    "'decimal(39, 0)', 0, 1000000000000000000000000000000000000000",
    "'decimal(76, 0)', -1, 1E76",
    "date_ms, -86400000, 86399999",
    "date_ms, 185542587100800000, 185542587187200000",
    "'time(s)', 86399, 86400",
    "'time(ms)', 86399999, 86400000",
    "'time(us)', 0, -1",
    "'time(ns)', 86399999999999, 86400000000000",
  })
  void values_that_their_type_does_not_hold_name_row_and_column(
      String type, BigDecimal greatest, BigDecimal beyond) throws IOException {
    for (String column : List.of(type, "list<" + type + ">")) {
      Schema schema = RandomVectors.schema("d: " + column);
      for (BigDecimal value : List.of(greatest, beyond)) {
        try (VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator);
            ParquetArrowWriter writer = writer(schema, DEFAULTS.withOverwrite(true))) {
          FieldVector values = batch.getVector("d");
          if (values instanceof ListVector list) {
            values = list.getDataVector();
            for (int row = 0; row < 3; row++) {
              list.startNewValue(row);
              list.endValue(row, 1);
            }
          }
          setInteger(values, 2, value.toBigInteger());
          batch.setRowCount(3);
          if (value.compareTo(greatest) == 0) {
            writer.write(batch);
          } else {
            assertThatThrownBy(() -> writer.write(batch))
                .isInstanceOf(ConversionException.class)
                .hasMessageStartingWith("row 2, d")
                .hasMessageMatching(".*: found -?[0-9.E+]+, expected a .*");
          }
        }
      }
    }
  }

  private static void setInteger(FieldVector vector, int row, BigInteger value) {
    vector.setInitialCapacity(row + 1);
    vector.allocateNew();
    if (vector instanceof BaseFixedWidthVector fixed) {
      byte[] bytes = value.toByteArray();
      for (int i = 0; i < fixed.getTypeWidth(); i++) {
        int at = bytes.length - 1 - i;
        int sign = value.signum() < 0 ? -1 : 0;
        fixed
            .getDataBuffer()
            .setByte((long) row * fixed.getTypeWidth() + i, at < 0 ? sign : bytes[at]);
      }
      BitVectorHelper.setBit(vector.getValidityBuffer(), row);
    }
    vector.setValueCount(row + 1);
  }

  @Test
  void batches_of_another_schema_are_refused() throws IOException {
    Schema schema = RandomVectors.schema("a: struct<b: int>");
    Schema other = RandomVectors.schema("a: struct<b: bigint>");
    try (VectorSchemaRoot batch = new RandomVectors(1).root(other, 5, allocator);
        ParquetArrowWriter writer = writer(schema, DEFAULTS)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> writer.write(batch))
          .withMessage("a.b: found b: Int(64, true), expected b: Int(32, true)");
    }
  }

  @ParameterizedTest
  @CsvSource({"int, 20", "double, 40", "'decimal(30, 2)', 80"})
  void vectors_without_memory_for_their_values_are_refused(String type, int bytes)
      throws IOException {
    Schema schema = RandomVectors.schema("a: " + type);
    try (FieldVector vector = schema.findField("a").createVector(allocator)) {
      ArrowBuf none = allocator.getEmpty();
      vector.loadFieldBuffers(new ArrowFieldNode(5, 0), List.of(none, none));
      try (VectorSchemaRoot batch = VectorSchemaRoot.of(vector);
          ParquetArrowWriter writer = writer(schema, DEFAULTS)) {
        assertThatThrownBy(() -> writer.write(batch))
            .isInstanceOf(MalformedVariantException.class)
            .hasMessageContaining(
                "value buffer of column a: found 0 bytes, expected at least " + bytes);
      }
    }
  }

  private ParquetArrowWriter writer(Schema schema, ParquetWriteOptions options) throws IOException {
    return ParquetArrowWriter.open(file, schema, options, allocator);
  }
}
