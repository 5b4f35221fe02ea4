// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.dataset.ParquetSplit;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.vector.ForeignVariant;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.CDataDictionaryProvider;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.ExtensionTypeRegistry;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Another library's type under the canonical name of Variants, registered before or after ours.
 *
 * @see ParquetVariantType
 */
class ForeignVariantTypeTest {
  private static final List<String> ROWS =
      List.of("{\"a\":1,\"b\":\"x\"}", "{\"a\":\"text\"}", "[1,null]", "{\"a\":2}");

  private final ForeignVariant foreign = new ForeignVariant(ParquetVariantType.NAME);
  private final RootAllocator allocator = new RootAllocator();
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("shredded.parquet");
    JsonFile.write(file, ROWS, "struct<a: bigint>", allocator);
  }

  @AfterEach
  void close() {
    ExtensionTypeRegistry.unregister(foreign);
    ParquetVariantType.register();
    allocator.close();
  }

  private void register(boolean isFirst) {
    ExtensionTypeRegistry.unregister(ParquetVariantType.INSTANCE);
    assertThat(isFirst || ParquetVariantType.register()).isTrue();
    ExtensionTypeRegistry.register(foreign);
    assertThat(ParquetVariantType.register()).isFalse();
  }

  private List<String> json(FieldVector vector) {
    assertThat(vector).isInstanceOf(ParquetVariantVector.class);
    List<String> json = new ArrayList<>();
    try (FieldVector text = VariantToJson.write((ParquetVariantVector) vector, allocator)) {
      for (int row = 0; row < text.getValueCount(); row++) {
        json.add(String.valueOf(text.getObject(row)));
      }
    }
    return json;
  }

  private List<String> read(ArrowReader opened) throws IOException {
    try (ArrowReader reader = opened) {
      List<String> json = new ArrayList<>();
      while (reader.loadNextBatch()) {
        json.addAll(json(reader.getVectorSchemaRoot().getVector("v")));
      }
      return json;
    }
  }

  private ParquetArrowReader open(Path of) throws IOException {
    return ParquetArrowReader.open(of, ParquetReadOptions.defaults(), allocator);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shredded_files_are_read_and_written(boolean isFirst) throws IOException {
    register(isFirst);
    assertThat(read(open(file))).isEqualTo(ROWS);
    Path copy = folder.resolve("copy.parquet");
    try (ParquetArrowReader reader = open(file)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(
              copy, root.getSchema(), ParquetWriteOptions.defaults(), allocator)) {
        while (reader.loadNextBatch()) {
          assertThat(((ParquetVariantVector) root.getVector("v")).isShredded()).isTrue();
          writer.write(root);
        }
        writer.finish();
      }
    }
    assertThat(read(open(copy))).isEqualTo(ROWS);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sets_and_splits_with_a_schema_are_read(boolean isFirst) throws IOException {
    register(isFirst);
    ParquetReadOptions options = ParquetReadOptions.defaults();
    ParquetFileSet set = ParquetFileSet.open(List.of(file));
    Schema schema = set.schema(options);
    ParquetFileSet into = set.withSchema(ReaderSchema.of(schema));
    assertThat(read(into.read(options, allocator))).isEqualTo(ROWS);
    for (ParquetSplit split : ParquetScanPlan.of(into, options).splits(Long.MAX_VALUE)) {
      ParquetSplit sent = ParquetSplit.from(split.toBytes());
      assertThat(read(sent.open(ByteSources.defaults(), allocator))).isEqualTo(ROWS);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void columns_go_through_messages_and_c_data(boolean isFirst) throws IOException {
    register(isFirst);
    try (ParquetArrowReader reader = open(file)) {
      assertThat(reader.loadNextBatch()).isTrue();
      ParquetVariantVector column =
          (ParquetVariantVector) reader.getVectorSchemaRoot().getVector("v");
      try (ParquetVariantVector whole = VariantUnshred.unshred(column, allocator);
          FieldVector imported = throughC(whole);
          ArrowStreamReader messages = throughMessages(whole)) {
        assertThat(json(over(imported))).isEqualTo(ROWS);
        assertThat(json(over(messages.getVectorSchemaRoot().getVector("v")))).isEqualTo(ROWS);
      }
      // What that library cannot hold goes as its Struct.
      StructVector shredded = column.getUnderlyingVector();
      try (FieldVector imported = throughC(shredded);
          ArrowStreamReader messages = throughMessages(shredded)) {
        assertThat(json(over(imported))).isEqualTo(ROWS);
        assertThat(json(over(messages.getVectorSchemaRoot().getVector("v")))).isEqualTo(ROWS);
      }
    }
  }

  private static ParquetVariantVector over(FieldVector arrived) {
    return ParquetVariantVector.over(
        arrived instanceof ForeignVariant.Vector theirs
            ? theirs.getUnderlyingVector()
            : (StructVector) arrived);
  }

  private FieldVector throughC(FieldVector vector) {
    try (ArrowSchema schema = ArrowSchema.allocateNew(allocator);
        ArrowArray array = ArrowArray.allocateNew(allocator);
        CDataDictionaryProvider none = new CDataDictionaryProvider()) {
      Data.exportVector(allocator, vector, none, array, schema);
      return Data.importVector(allocator, array, schema, none);
    }
  }

  private ArrowStreamReader throughMessages(FieldVector vector) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ArrowStreamWriter writer =
        new ArrowStreamWriter(VectorSchemaRoot.of(vector), null, bytes)) {
      writer.writeBatch();
    }
    ArrowStreamReader reader =
        new ArrowStreamReader(new ByteArrayInputStream(bytes.toByteArray()), allocator);
    assertThat(reader.loadNextBatch()).isTrue();
    return reader;
  }
}
