// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.vector.SampleColumn.Form;
import java.util.List;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.CDataDictionaryProvider;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.ExtensionTypeRegistry;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Columns handed over through the C Data Interface, and taken back.
 *
 * @see ParquetVariantType
 */
class VariantCDataTest {
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

  private FieldVector roundTrip(
      FieldVector vector, SampleColumn sample, CDataDictionaryProvider imported) {
    try (ArrowSchema schema = ArrowSchema.allocateNew(allocator);
        ArrowArray array = ArrowArray.allocateNew(allocator)) {
      Data.exportVector(allocator, vector, sample.dictionaries(), array, schema);
      return Data.importVector(allocator, array, schema, imported);
    }
  }

  // Arrow 18 exports no runs.
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RUNS")
  void columns_come_back_as_they_went(Form form) {
    try (SampleColumn sample = SampleColumn.of(allocator, form);
        CDataDictionaryProvider imported = new CDataDictionaryProvider();
        FieldVector back = roundTrip(sample.vector(), sample, imported)) {
      ParquetVariantVector variants = ((ParquetVariantVector) back).withDictionaries(imported);
      variants.validate();
      assertThat(SampleColumn.objects(variants)).isEqualTo(SampleColumn.values(form));
    }
  }

  @Test
  void without_registration_a_struct_comes_back_that_can_be_taken_over() {
    try (SampleColumn sample = SampleColumn.of(allocator, Form.BINARY);
        CDataDictionaryProvider imported = new CDataDictionaryProvider()) {
      ExtensionTypeRegistry.unregister(ParquetVariantType.INSTANCE);
      try (FieldVector back = roundTrip(sample.vector(), sample, imported)) {
        assertThat(back.getField().getMetadata())
            .containsEntry(ExtensionType.EXTENSION_METADATA_KEY_NAME, ParquetVariantType.NAME);
        ParquetVariantVector variants = ParquetVariantVector.over((StructVector) back);
        assertThat(SampleColumn.objects(variants)).isEqualTo(SampleColumn.VALUES);
      }
    }
  }

  @Test
  void variants_inside_a_struct_come_back() {
    try (SampleColumn sample = SampleColumn.of(allocator, Form.LARGE_BINARY);
        CDataDictionaryProvider imported = new CDataDictionaryProvider()) {
      Field field =
          new Field(
              "s",
              FieldType.nullable(ArrowType.Struct.INSTANCE),
              List.of(sample.vector().getField()));
      try (StructVector struct = (StructVector) field.createVector(allocator)) {
        sample.vector().makeTransferPair(struct.getChild("v")).transfer();
        for (int row = 0; row < 9; row++) {
          struct.setIndexDefined(row);
        }
        struct.setValueCount(9);
        try (FieldVector back = roundTrip(struct, sample, imported)) {
          ParquetVariantVector child = (ParquetVariantVector) back.getChildrenFromFields().get(0);
          assertThat(SampleColumn.objects(child)).isEqualTo(SampleColumn.VALUES);
        }
      }
    }
  }
}
