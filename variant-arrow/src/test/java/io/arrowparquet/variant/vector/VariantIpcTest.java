// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.vector.SampleColumn.Form;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.ExtensionTypeRegistry;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.apache.arrow.vector.util.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Columns of every form through Arrow's stream and file formats.
 *
 * @see ParquetVariantType
 */
class VariantIpcTest {
  private BufferAllocator allocator;

  @BeforeEach
  void open() {
    allocator = new RootAllocator();
    ParquetVariantType.register();
  }

  @AfterEach
  void close() {
    ParquetVariantType.register();
    allocator.close();
  }

  private static byte[] stream(FieldVector vector, DictionaryProvider dictionaries)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    VectorSchemaRoot root = VectorSchemaRoot.of(vector);
    try (ArrowStreamWriter writer = new ArrowStreamWriter(root, dictionaries, bytes)) {
      writer.writeBatch();
    }
    return bytes.toByteArray();
  }

  private static byte[] file(FieldVector vector, DictionaryProvider dictionaries)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    VectorSchemaRoot root = VectorSchemaRoot.of(vector);
    try (ArrowFileWriter writer =
        new ArrowFileWriter(root, dictionaries, Channels.newChannel(bytes))) {
      writer.start();
      writer.writeBatch();
      writer.end();
    }
    return bytes.toByteArray();
  }

  private void read(ArrowReader opened, Consumer<ArrowReader> check) throws IOException {
    try (ArrowReader reader = opened) {
      assertThat(reader.loadNextBatch()).isTrue();
      check.accept(reader);
    }
  }

  private ArrowReader openStream(byte[] stream) {
    return new ArrowStreamReader(new ByteArrayInputStream(stream), allocator);
  }

  private static FieldVector column(ArrowReader reader) {
    try {
      return reader.getVectorSchemaRoot().getVector(0);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertRows(Form form, ParquetVariantVector vector) {
    vector.validate();
    assertThat(SampleColumn.objects(vector)).isEqualTo(SampleColumn.values(form));
  }

  @ParameterizedTest
  @EnumSource
  void streams_and_files_give_the_same_rows_back(Form form) throws IOException {
    try (SampleColumn sample = SampleColumn.of(allocator, form)) {
      Consumer<ArrowReader> check =
          reader -> {
            ParquetVariantVector read = (ParquetVariantVector) column(reader);
            assertThat(read.getField().getFieldType())
                .isEqualTo(sample.vector().getField().getFieldType());
            assertRows(form, read.withDictionaries(reader));
          };
      read(openStream(stream(sample.vector(), sample.dictionaries())), check);
      byte[] file = file(sample.vector(), sample.dictionaries());
      read(new ArrowFileReader(new ByteArrayReadableSeekableByteChannel(file), allocator), check);
    }
  }

  @ParameterizedTest
  @EnumSource
  void without_registration_a_struct_arrives_that_can_be_taken_over(Form form) throws IOException {
    try (SampleColumn sample = SampleColumn.of(allocator, form)) {
      byte[] stream = stream(sample.vector(), sample.dictionaries());
      ExtensionTypeRegistry.unregister(ParquetVariantType.INSTANCE);
      read(
          openStream(stream),
          reader -> {
            StructVector storage = (StructVector) column(reader);
            assertThat(storage.getField().getMetadata())
                .containsEntry(ExtensionType.EXTENSION_METADATA_KEY_NAME, ParquetVariantType.NAME)
                .containsEntry(ExtensionType.EXTENSION_METADATA_KEY_METADATA, "");
            ParquetVariantVector taken = ParquetVariantVector.over(storage, reader);
            assertRows(form, taken);
            assertThat(taken.getField().getFieldType())
                .isEqualTo(sample.vector().getField().getFieldType());
          });
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DICTIONARY")
  void lists_structs_and_maps_of_variants_come_back(Form form) throws IOException {
    int rows = SampleColumn.values(form).size();
    try (ListVector list = list(form, rows);
        StructVector struct = struct(form, rows);
        MapVector map = map(form, rows)) {
      read(
          openStream(stream(list, null)),
          reader -> {
            ListVector read = (ListVector) column(reader);
            assertRows(form, (ParquetVariantVector) read.getDataVector());
            assertThat(read.getObject(0)).isEqualTo(SampleColumn.values(form).subList(0, rows - 1));
          });
      read(
          openStream(stream(struct, null)),
          reader ->
              assertRows(
                  form, (ParquetVariantVector) column(reader).getChildrenFromFields().get(0)));
      read(
          openStream(stream(map, null)),
          reader -> {
            StructVector entries = (StructVector) ((MapVector) column(reader)).getDataVector();
            assertRows(form, (ParquetVariantVector) entries.getChild("value"));
            assertThat(entries.getObject(0).get("key")).isEqualTo(new Text("0"));
          });
    }
  }

  private ListVector list(Form form, int rows) {
    try (SampleColumn sample = SampleColumn.of(allocator, form)) {
      Field field =
          new Field(
              "l",
              FieldType.nullable(ArrowType.List.INSTANCE),
              List.of(sample.vector().getField()));
      ListVector list = (ListVector) field.createVector(allocator);
      list.allocateNew();
      sample.vector().makeTransferPair(list.getDataVector()).transfer();
      list.startNewValue(0);
      list.endValue(0, rows - 1);
      list.startNewValue(1);
      list.endValue(1, 1);
      list.setValueCount(2);
      return list;
    }
  }

  private StructVector struct(Form form, int rows) {
    try (SampleColumn sample = SampleColumn.of(allocator, form)) {
      Field field =
          new Field(
              "s",
              FieldType.nullable(ArrowType.Struct.INSTANCE),
              List.of(sample.vector().getField()));
      StructVector struct = (StructVector) field.createVector(allocator);
      sample.vector().makeTransferPair(struct.getChild("v")).transfer();
      for (int row = 0; row < rows; row++) {
        struct.setIndexDefined(row);
      }
      struct.setValueCount(rows);
      return struct;
    }
  }

  private MapVector map(Form form, int rows) {
    try (SampleColumn sample = SampleColumn.of(allocator, form)) {
      Field value =
          new Field(
              "value",
              sample.vector().getField().getFieldType(),
              sample.vector().getField().getChildren());
      Field entries =
          new Field(
              "entries",
              FieldType.notNullable(ArrowType.Struct.INSTANCE),
              List.of(Field.notNullable("key", ArrowType.Utf8.INSTANCE), value));
      Field field = new Field("m", FieldType.nullable(new ArrowType.Map(false)), List.of(entries));
      MapVector map = (MapVector) field.createVector(allocator);
      map.allocateNew();
      StructVector data = (StructVector) map.getDataVector();
      sample.vector().makeTransferPair(data.getChild("value")).transfer();
      VarCharVector keys = (VarCharVector) data.getChild("key");
      for (int row = 0; row < rows; row++) {
        keys.setSafe(row, new Text(Integer.toString(row)));
        data.setIndexDefined(row);
      }
      data.setValueCount(rows);
      map.startNewValue(0);
      map.endValue(0, rows);
      map.setValueCount(1);
      return map;
    }
  }

  @Test
  void a_name_that_another_library_registered_stays_theirs() throws IOException {
    ExtensionType ours = ExtensionTypeRegistry.lookup(ParquetVariantType.LEGACY_NAME);
    ExtensionTypeRegistry.unregister(ours);
    ForeignVariant foreign = new ForeignVariant(ParquetVariantType.LEGACY_NAME);
    ExtensionTypeRegistry.register(foreign);
    try (SampleColumn sample = SampleColumn.of(allocator, Form.BINARY)) {
      assertThat(ParquetVariantType.register()).as("the canonical name is ours").isTrue();
      assertThat(ExtensionTypeRegistry.lookup(ParquetVariantType.LEGACY_NAME)).isSameAs(foreign);
      Field legacy =
          new Field("v", FieldType.nullable(foreign), sample.vector().getField().getChildren());
      try (ForeignVariant.Vector theirs = (ForeignVariant.Vector) legacy.createVector(allocator)) {
        sample
            .vector()
            .getUnderlyingVector()
            .makeTransferPair(theirs.getUnderlyingVector())
            .transfer();
        read(
            openStream(stream(theirs, null)),
            reader -> {
              ForeignVariant.Vector read = (ForeignVariant.Vector) column(reader);
              assertRows(Form.BINARY, ParquetVariantVector.over(read.getUnderlyingVector()));
            });
      }
    } finally {
      ExtensionTypeRegistry.unregister(foreign);
      ParquetVariantType.register();
    }
    assertThat(ExtensionTypeRegistry.lookup(ParquetVariantType.LEGACY_NAME)).isNotNull();
  }
}
