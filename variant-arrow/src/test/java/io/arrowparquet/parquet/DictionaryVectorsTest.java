// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static io.arrowparquet.parquet.TypedRows.ROWS;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.options.ColumnOptions;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.parquet.options.VectorTypes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Columns as indices into dictionaries.
 *
 * @see VectorTypes
 * @see io.arrowparquet.parquet.internal.encoding.IndexEncodings
 */
class DictionaryVectorsTest {
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

  @Test
  void dictionaries_grow_from_batch_to_batch() throws IOException {
    VectorTypes types = DEFAULTS.withDictionaries(Set.of("t", "b"));
    List<String> values = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    table.plain().forEach(row -> expected.add(row.substring(0, row.indexOf('|'))));
    int size = 0;
    try (ParquetArrowReader reader = table.open(types)) {
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
      Path file = folder.resolve(i + ".parquet");
      TypedRows.write(file, forms.get(i), allocator);
      for (ParquetReadOptions reading : readings) {
        ParquetReadOptions indexed = reading.withTypes(DEFAULTS.withDictionaries(Set.of("t", "b")));
        try (ParquetArrowReader plain = ParquetArrowReader.open(file, reading, allocator);
            ParquetArrowReader reader = ParquetArrowReader.open(file, indexed, allocator)) {
          assertThat(decoded(reader)).isNotEmpty().isEqualTo(TypedRows.rows(plain));
        }
      }
    }
  }

  @Test
  void indices_of_a_set_are_of_the_same_values() throws IOException {
    ParquetWriteOptions writing =
        ParquetWriteOptions.defaults().withRowGroupRows(500).withPageRows(100);
    List<Path> files = List.of(folder.resolve("1.parquet"), folder.resolve("2.parquet"));
    TypedRows.write(files.get(0), writing, allocator);
    TypedRows.write(files.get(1), writing.withDictionary(false), allocator);
    ParquetFileSet set = ParquetFileSet.open(files);
    List<Field> fields = new ArrayList<>(set.schema(ParquetReadOptions.defaults()).getFields());
    fields.add(Field.nullable("z", ArrowType.Utf8.INSTANCE));
    ReaderSchema wider = ReaderSchema.of(new Schema(fields)).withDefault("z", "last");
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
      assertThat(decoded(reader)).isNotEmpty().isEqualTo(TypedRows.rows(plain));
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
      TypedRows.addRows(new VectorSchemaRoot(vectors), rows);
      made.forEach(FieldVector::close);
    }
    return rows;
  }

  @Test
  void dictionary_begins_again_when_it_has_the_bytes_of_a_batch() throws IOException {
    ParquetReadOptions options =
        TypedRows.options(DEFAULTS.withDictionaries(Set.of("t")))
            .withBatchBytes(600)
            .withBatchSize(16);
    int most = 0;
    try (ParquetArrowReader reader = ParquetArrowReader.open(table.file(), options, allocator)) {
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
    try (ParquetArrowReader reader = table.open(DEFAULTS.withDictionaries(Set.of("t")));
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
}
