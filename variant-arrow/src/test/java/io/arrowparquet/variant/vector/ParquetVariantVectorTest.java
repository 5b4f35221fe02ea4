// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.ExtensionTypeRegistry;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.TransferPair;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ParquetVariantVectorTest {
  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  @BeforeEach
  void register() {
    ParquetVariantType.register();
  }

  static List<ArrowType> binaryTypes() {
    return List.of(
        ArrowType.Binary.INSTANCE, ArrowType.LargeBinary.INSTANCE, ArrowType.BinaryView.INSTANCE);
  }

  private static Field variant(ArrowType bytes) {
    return new Field(
        "v",
        FieldType.nullable(ParquetVariantType.INSTANCE),
        List.of(Field.nullable("value", bytes), Field.notNullable("metadata", bytes)));
  }

  private static void put(FieldVector vector, int row, String bytes) {
    byte[] utf8 = bytes.getBytes(UTF_8);
    if (vector instanceof VarBinaryVector small) {
      small.setSafe(row, utf8);
    } else if (vector instanceof LargeVarBinaryVector large) {
      large.setSafe(row, utf8);
    } else {
      ((ViewVarBinaryVector) vector).setSafe(row, utf8);
    }
  }

  /** Rows "m0", "v0 and a tail"...; row 1 is null. */
  private ParquetVariantVector threeRows(ArrowType bytes) {
    ParquetVariantVector vector = (ParquetVariantVector) variant(bytes).createVector(allocator);
    StructVector storage = vector.getUnderlyingVector();
    storage.allocateNew();
    for (int row = 0; row < 3; row++) {
      if (row == 1) {
        storage.setNull(row);
        continue;
      }
      put(vector.valueVector(), row, "v" + row + " and a tail");
      put(storage.getChild("metadata"), row, "m" + row);
      storage.setIndexDefined(row);
    }
    vector.setValueCount(3);
    return vector;
  }

  private static String text(BinaryColumn column, int row) {
    column.seek(row);
    byte[] bytes = new byte[(int) (column.end() - column.start())];
    column.buffer().getBytes(column.start(), bytes);
    return new String(bytes, UTF_8);
  }

  private static BinaryColumn metadata(ParquetVariantVector vector) {
    return BinaryColumn.ofMetadata(vector.getUnderlyingVector(), vector.dictionaries());
  }

  private static void assertThreeRows(ParquetVariantVector vector) {
    assertThat(vector.getValueCount()).isEqualTo(3);
    assertThat(vector.isNull(1)).isTrue();
    BinaryColumn metadata = metadata(vector);
    BinaryColumn value = BinaryColumn.of(vector.valueVector(), null);
    assertThat(List.of(text(metadata, 0), text(metadata, 2))).containsExactly("m0", "m2");
    assertThat(text(value, 2)).isEqualTo("v2 and a tail");
    assertThat(value.isNull(1)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("binaryTypes")
  void a_field_makes_a_vector_whose_rows_are_read_in_any_binary_form(ArrowType bytes) {
    try (ParquetVariantVector vector = threeRows(bytes)) {
      vector.validate();
      assertThreeRows(vector);
      assertThat(vector.getField()).isEqualTo(variant(bytes));
      assertThat(vector.layout().metadataChild()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("binaryTypes")
  void a_stream_round_trip_gives_the_same_rows(ArrowType bytes) throws Exception {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (VectorSchemaRoot root = VectorSchemaRoot.of(threeRows(bytes));
        ArrowStreamWriter writer = new ArrowStreamWriter(root, null, stream)) {
      writer.writeBatch();
    }
    try (ArrowStreamReader reader =
        new ArrowStreamReader(new ByteArrayInputStream(stream.toByteArray()), allocator)) {
      reader.loadNextBatch();
      assertThreeRows((ParquetVariantVector) reader.getVectorSchemaRoot().getVector("v"));
    }
  }

  @Test
  void the_legacy_name_is_read_and_the_canonical_one_written() throws Exception {
    Field storage =
        new Field(
            "v",
            new FieldType(
                true,
                ArrowType.Struct.INSTANCE,
                null,
                Map.of(
                    ExtensionType.EXTENSION_METADATA_KEY_NAME,
                    "parquet.variant",
                    ExtensionType.EXTENSION_METADATA_KEY_METADATA,
                    "")),
            variant(ArrowType.Binary.INSTANCE).getChildren());

    Schema read =
        Schema.deserializeMessage(
            ByteBuffer.wrap(new Schema(List.of(storage)).serializeAsMessage()));

    assertThat(read.getFields().get(0).getType()).isEqualTo(ParquetVariantType.INSTANCE);
    try (FieldVector vector = read.getFields().get(0).createVector(allocator)) {
      assertThat(vector).isInstanceOf(ParquetVariantVector.class);
      assertThat(vector.getField().getMetadata())
          .containsEntry(ExtensionType.EXTENSION_METADATA_KEY_NAME, "arrow.parquet.variant");
    }
  }

  @Test
  void registering_again_changes_nothing_and_leaves_a_foreign_type_alone() {
    ExtensionType legacy = ExtensionTypeRegistry.lookup(ParquetVariantType.LEGACY_NAME);

    assertThat(ParquetVariantType.register()).isTrue();

    assertThat(ExtensionTypeRegistry.lookup(ParquetVariantType.LEGACY_NAME)).isSameAs(legacy);
    assertThat(ExtensionTypeRegistry.lookup(ParquetVariantType.NAME))
        .isSameAs(ParquetVariantType.INSTANCE);
  }

  @Test
  void split_transfer_and_copy_keep_the_rows_and_the_type() {
    try (ParquetVariantVector vector = threeRows(ArrowType.Binary.INSTANCE)) {
      TransferPair split = vector.getTransferPair("part", allocator);
      split.splitAndTransfer(1, 2);
      try (ParquetVariantVector part = (ParquetVariantVector) split.getTo()) {
        assertThat(part.getName()).isEqualTo("part");
        assertThat(part.isNull(0)).isTrue();
        assertThat(text(metadata(part), 1)).isEqualTo("m2");
      }
      try (ParquetVariantVector copy =
          (ParquetVariantVector) variant(ArrowType.Binary.INSTANCE).createVector(allocator)) {
        copy.allocateNew();
        for (int row = 0; row < 3; row++) {
          copy.copyFromSafe(row, row, vector);
        }
        copy.setValueCount(3);
        assertThreeRows(copy);
      }
      TransferPair move = vector.getTransferPair(vector.getField(), allocator);
      move.transfer();
      try (ParquetVariantVector moved = (ParquetVariantVector) move.getTo()) {
        assertThreeRows(moved);
      }
    }
  }

  @Test
  void a_list_of_variants_holds_variant_vectors() {
    Field list =
        new Field(
            "l",
            FieldType.nullable(ArrowType.List.INSTANCE),
            List.of(variant(ArrowType.Binary.INSTANCE)));
    try (ListVector vector = (ListVector) list.createVector(allocator)) {
      assertThat(vector.getDataVector()).isInstanceOf(ParquetVariantVector.class);
      assertThat(vector.getField().getChildren().get(0).getType())
          .isEqualTo(ParquetVariantType.INSTANCE);
    }
  }

  @Test
  void a_plain_struct_with_the_right_children_can_be_taken_over() {
    try (StructVector storage = threeRows(ArrowType.Binary.INSTANCE).getUnderlyingVector()) {
      assertThreeRows(ParquetVariantVector.over(storage));
    }
  }

  @Test
  void dictionary_encoded_metadata_needs_and_uses_its_dictionary() {
    DictionaryEncoding encoding = new DictionaryEncoding(7, false, null);
    Field field =
        new Field(
            "v",
            FieldType.nullable(ParquetVariantType.INSTANCE),
            List.of(
                new Field(
                    "metadata", new FieldType(false, new ArrowType.Int(32, true), encoding), null),
                Field.nullable("value", ArrowType.Binary.INSTANCE)));
    try (VarBinaryVector names = new VarBinaryVector("d", allocator);
        ParquetVariantVector vector = (ParquetVariantVector) field.createVector(allocator)) {
      names.setSafe(0, "first".getBytes(UTF_8));
      names.setSafe(1, "second".getBytes(UTF_8));
      names.setValueCount(2);
      IntVector indices = vector.getUnderlyingVector().getChild("metadata", IntVector.class);
      indices.setSafe(0, 1);
      indices.setSafe(1, 5);
      vector.setValueCount(2);

      assertThatThrownBy(() -> metadata(vector)).hasMessageContaining("dictionary 7 is not known");
      BinaryColumn metadata =
          metadata(
              vector.withDictionaries(new MapDictionaryProvider(new Dictionary(names, encoding))));

      assertThat(text(metadata, 0)).isEqualTo("second");
      assertThatThrownBy(() -> metadata.seek(1))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageContaining("found 5, expected 0 to 1");
    }
  }

  @Test
  void run_end_encoded_metadata_is_found_by_its_run() {
    Field runs =
        new Field(
            "metadata",
            FieldType.notNullable(ArrowType.RunEndEncoded.INSTANCE),
            List.of(
                Field.notNullable("run_ends", new ArrowType.Int(32, true)),
                Field.notNullable("values", ArrowType.Binary.INSTANCE)));
    try (RunEndEncodedVector vector = (RunEndEncodedVector) runs.createVector(allocator)) {
      IntVector ends = (IntVector) vector.getRunEndsVector();
      VarBinaryVector values = (VarBinaryVector) vector.getValuesVector();
      ends.setSafe(0, 2);
      ends.setSafe(1, 5);
      ends.setValueCount(2);
      values.setSafe(0, "first".getBytes(UTF_8));
      values.setSafe(1, "second".getBytes(UTF_8));
      values.setValueCount(2);
      vector.setValueCount(5);
      BinaryColumn column = BinaryColumn.of(vector, null);

      assertThat(List.of(text(column, 1), text(column, 4), text(column, 0)))
          .containsExactly("first", "second", "first");
    }
  }

  @Test
  void a_vector_with_an_illegal_storage_is_not_made() {
    Field field =
        new Field(
            "v",
            FieldType.nullable(ParquetVariantType.INSTANCE),
            List.of(Field.nullable("value", ArrowType.Binary.INSTANCE)));

    assertThatThrownBy(() -> field.createVector(allocator)).hasMessageContaining("metadata");
  }
}
