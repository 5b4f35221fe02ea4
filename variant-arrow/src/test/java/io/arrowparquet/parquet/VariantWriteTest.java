// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Variant columns written to files, shredded in each mode or not.
 *
 * @see io.arrowparquet.parquet.internal.write.VariantWriter
 * @see io.arrowparquet.parquet.internal.write.VariantPlan
 */
class VariantWriteTest {
  private static final List<String> ROWS =
      Arrays.asList(
          "{\"a\":1,\"b\":{\"c\":\"x\"},\"tags\":[\"t\",\"u\"]}",
          null,
          "{\"a\":\"no number\",\"b\":{\"c\":\"y\",\"d\":true},\"tags\":[]}",
          "{\"b\":7,\"tags\":[1,null]}",
          "[1,2]",
          "null",
          "{}",
          "{\"a\":5,\"z\":[{\"a\":1}]}");
  private static final String SHREDDING =
      "struct<a: tinyint, b: struct<c: string>, tags: list<string>>";

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("variants.parquet");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SHREDDING,
        "tinyint",
        "list<tinyint>",
        "struct<a: variant>",
        "struct<z: list<struct<a: tinyint>>>",
        "variant"
      })
  void shredded_by_a_schema_is_the_same_variants(String schema) throws IOException {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withShredding("v", ArrowTypeText.parse("v", schema), ShredMode.EXACT)
            .withRowGroupRows(3);
    write(options);
    assertThat(read()).isEqualTo(ROWS);
  }

  @Test
  void group_has_the_annotation_and_the_columns_of_the_schema() throws IOException {
    write(shredding(SHREDDING));
    FlatFooter footer = footer();
    SchemaElementView group = footer.schemaElement(1);
    assertThat(group.logicalType()).isEqualTo(new LogicalType.VariantType((byte) 1));
    assertThat(group.repetition()).isEqualTo(FieldRepetitionType.OPTIONAL);
    assertThat(columns(footer))
        .containsExactly(
            "v.metadata",
            "v.value",
            "v.typed_value.a.value",
            "v.typed_value.a.typed_value",
            "v.typed_value.b.value",
            "v.typed_value.b.typed_value.c.value",
            "v.typed_value.b.typed_value.c.typed_value",
            "v.typed_value.tags.value",
            "v.typed_value.tags.typed_value.list.element.value",
            "v.typed_value.tags.typed_value.list.element.typed_value");
  }

  private static ParquetWriteOptions shredding(String schema) {
    return ParquetWriteOptions.defaults()
        .withShredding("v", ArrowTypeText.parse("v", schema), ShredMode.EXACT);
  }

  @Test
  void typed_values_have_statistics_and_values_null_counts() throws IOException {
    write(shredding(SHREDDING));
    StatisticsView a = statistics("v.typed_value.a.typed_value");
    assertThat(a.minInt()).isEqualTo(1);
    assertThat(a.maxInt()).isEqualTo(5);
    assertThat(a.nullCount()).isEqualTo(ROWS.size() - 2);
    StatisticsView c = statistics("v.typed_value.b.typed_value.c.typed_value");
    assertThat(new String(c.minValue(), StandardCharsets.UTF_8)).isEqualTo("x");
    assertThat(new String(c.maxValue(), StandardCharsets.UTF_8)).isEqualTo("y");
    assertThat(statistics("v.typed_value.b.value").nullCount()).isEqualTo(ROWS.size() - 2);
    StatisticsView metadata = statistics("v.metadata");
    assertThat(metadata.nullCount()).isEqualTo(1);
    assertThat(metadata.hasMinValue()).isFalse();
  }

  private StatisticsView statistics(String column) throws IOException {
    FlatFooter footer = footer();
    return footer.chunk(0, footer.findColumn(column)).statistics();
  }

  private FlatFooter footer() throws IOException {
    return FooterReader.defaults().read(file).footer();
  }

  private static List<String> columns(FlatFooter footer) {
    return IntStream.range(0, footer.columnCount()).mapToObj(footer::columnPath).toList();
  }

  @Test
  void inferred_shredding_fits_the_first_batch() throws IOException {
    write(
        ParquetWriteOptions.defaults()
            .withInferredShredding("v", InferShreddingOptions.defaults()));
    assertThat(read()).isEqualTo(ROWS);
    assertThat(columns(footer()))
        .contains("v.typed_value.a.typed_value", "v.typed_value.b.typed_value.c.typed_value");
  }

  @Test
  void inferred_shredding_of_no_rows_is_none() throws IOException {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults().withInferredShredding("v", InferShreddingOptions.defaults());
    Schema schema = new Schema(List.of(ArrowTypeText.parse("v", "variant")));
    try (ParquetArrowWriter writer = ParquetArrowWriter.open(file, schema, options, allocator)) {
      writer.finish();
    }
    assertThat(columns(footer())).containsExactly("v.metadata", "v.value");
  }

  @Test
  void unshredded_columns_have_a_required_value() throws IOException {
    write(ParquetWriteOptions.defaults());
    assertThat(read()).isEqualTo(ROWS);
    assertThat(footer().schemaElement(3).repetition()).isEqualTo(FieldRepetitionType.REQUIRED);
  }

  @Test
  void shredded_vectors_are_written_as_they_are_or_otherwise() throws IOException {
    VariantShred shred =
        new VariantShred(ArrowTypeText.parse("v", "struct<a: tinyint>"), ShredMode.EXACT);
    for (ParquetWriteOptions options :
        List.of(
            ParquetWriteOptions.defaults(),
            ParquetWriteOptions.defaults().withUnshredded("v"),
            ParquetWriteOptions.defaults()
                .withShredding("v", ArrowTypeText.parse("v", SHREDDING), ShredMode.LENIENT))) {
      try (ParquetVariantVector variants = variants();
          VectorSchemaRoot batch =
              VectorSchemaRoot.of((FieldVector) shred.shred(variants, allocator))) {
        write(batch, options.withOverwrite(true));
      }
      assertThat(read()).isEqualTo(ROWS);
    }
  }

  @Test
  void encoded_metadata_is_written_plain() throws IOException {
    try (ParquetVariantVector variants = variants();
        VarBinaryVector metadata = new VarBinaryVector("metadata", allocator);
        VarBinaryVector distinct = new VarBinaryVector("names", allocator)) {
      ViewVarBinaryVector views =
          variants.getUnderlyingVector().getChild("metadata", ViewVarBinaryVector.class);
      for (int row = 0; row < ROWS.size(); row++) {
        metadata.setSafe(row, views.get(row));
        distinct.setSafe(row, views.get(row));
      }
      metadata.setValueCount(ROWS.size());
      distinct.setValueCount(ROWS.size());
      Dictionary dictionary = new Dictionary(distinct, new DictionaryEncoding(3, false, null));
      DictionaryProvider provider = new DictionaryProvider.MapDictionaryProvider(dictionary);
      try (FieldVector encoded = (FieldVector) DictionaryEncoder.encode(metadata, dictionary);
          VectorSchemaRoot batch = withMetadata(variants, encoded)) {
        for (ParquetWriteOptions options :
            List.of(ParquetWriteOptions.defaults().withOverwrite(true), shredding(SHREDDING))) {
          Files.deleteIfExists(file);
          try (ParquetArrowWriter writer =
              ParquetArrowWriter.open(
                  file, batch.getSchema(), options.withDictionaries(provider), allocator)) {
            writer.write(batch);
            writer.finish();
          }
          assertThat(read()).isEqualTo(ROWS);
        }
      }
    }
  }

  private VectorSchemaRoot withMetadata(ParquetVariantVector variants, FieldVector encoded) {
    Field names =
        new Field(
            "metadata",
            new FieldType(
                false, encoded.getField().getType(), encoded.getField().getDictionary(), null),
            null);
    Field value = variants.valueVector().getField();
    Field field = new Field("v", variants.getField().getFieldType(), List.of(names, value));
    ParquetVariantVector column = (ParquetVariantVector) field.createVector(allocator);
    encoded
        .makeTransferPair(column.getChildrenFromFields().get(0))
        .splitAndTransfer(0, ROWS.size());
    variants.valueVector().makeTransferPair(column.valueVector()).splitAndTransfer(0, ROWS.size());
    for (int row = 0; row < ROWS.size(); row++) {
      if (!variants.isNull(row)) {
        column.getUnderlyingVector().setIndexDefined(row);
      }
    }
    column.getUnderlyingVector().setValueCount(ROWS.size());
    return VectorSchemaRoot.of(column);
  }

  @Test
  void variants_in_lists_are_shredded_by_their_path() throws IOException {
    Field element = ArrowTypeText.parse("element", "variant");
    Field field = new Field("l", FieldType.nullable(ArrowType.List.INSTANCE), List.of(element));
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withShredding("l.list.element", ArrowTypeText.parse("x", SHREDDING), ShredMode.EXACT);
    try (VectorSchemaRoot batch = VectorSchemaRoot.create(new Schema(List.of(field)), allocator);
        ParquetVariantVector variants = variants()) {
      ListVector list = (ListVector) batch.getVector("l");
      list.allocateNew();
      list.startNewValue(0);
      list.endValue(0, 3);
      list.startNewValue(2);
      list.endValue(2, ROWS.size() - 3);
      variants.makeTransferPair(list.getDataVector()).splitAndTransfer(0, ROWS.size());
      batch.setRowCount(3);
      write(batch, options);
    }
    assertThat(columns(footer())).contains("l.list.element.typed_value.a.typed_value");
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      reader.loadNextBatch();
      ListVector list = (ListVector) reader.getVectorSchemaRoot().getVector("l");
      assertThat(list.isNull(1)).isTrue();
      assertThat(list.getElementStartIndex(2)).isEqualTo(3);
      assertThat(json((ParquetVariantVector) list.getDataVector())).isEqualTo(ROWS);
    }
  }

  @Test
  void rows_that_are_no_variants_leave_no_file() throws IOException {
    try (ParquetVariantVector variants = variants()) {
      ((VarBinaryVector) variants.valueVector()).set(3, new byte[] {2, 5});
      try (VectorSchemaRoot batch = VectorSchemaRoot.of(variants);
          ParquetArrowWriter writer =
              ParquetArrowWriter.open(file, batch.getSchema(), shredding(SHREDDING), allocator)) {
        assertThatThrownBy(() -> writer.write(batch))
            .isInstanceOf(MalformedVariantException.class)
            .hasMessageContaining("row 3");
      }
    }
    assertThat(folder).isEmptyDirectory();
  }

  private ParquetVariantVector variants() {
    try (VarCharVector json = new VarCharVector("v", allocator)) {
      for (int row = 0; row < ROWS.size(); row++) {
        if (ROWS.get(row) != null) {
          json.setSafe(row, ROWS.get(row).getBytes(StandardCharsets.UTF_8));
        }
      }
      json.setValueCount(ROWS.size());
      return VariantFromJson.parse(json, allocator);
    }
  }

  private void write(ParquetWriteOptions options) throws IOException {
    try (VectorSchemaRoot batch = VectorSchemaRoot.of(variants())) {
      write(batch, options);
    }
  }

  private void write(VectorSchemaRoot batch, ParquetWriteOptions options) throws IOException {
    try (ParquetArrowWriter writer =
        ParquetArrowWriter.open(file, batch.getSchema(), options, allocator)) {
      writer.write(batch);
      writer.finish();
    }
  }

  private List<String> read() throws IOException {
    List<String> rows = new ArrayList<>();
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      while (reader.loadNextBatch()) {
        rows.addAll(json((ParquetVariantVector) reader.getVectorSchemaRoot().getVector("v")));
      }
    }
    return rows;
  }

  private List<String> json(ParquetVariantVector variants) {
    List<String> rows = new ArrayList<>();
    try (VarCharVector json = VariantToJson.write(variants, allocator)) {
      for (int row = 0; row < json.getValueCount(); row++) {
        rows.add(json.isNull(row) ? null : json.getObject(row).toString());
      }
    }
    return rows;
  }
}
