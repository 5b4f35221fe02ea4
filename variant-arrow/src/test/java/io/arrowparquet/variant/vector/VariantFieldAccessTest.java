// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.value.Variant;
import io.arrowparquet.variant.vector.SampleColumn.Form;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.impl.NullableStructWriter;
import org.apache.arrow.vector.complex.reader.FieldReader;
import org.apache.arrow.vector.complex.writer.BaseWriter.ExtensionWriter;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Arrow's readers and writers of single values.
 *
 * @see VariantFieldWriter
 * @see VariantReader
 */
class VariantFieldAccessTest {
  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  @ParameterizedTest
  @EnumSource
  void a_reader_shows_variants_and_the_parts_of_the_storage(Form form) {
    try (SampleColumn sample = SampleColumn.of(allocator, form)) {
      FieldReader reader = sample.vector().getReader();
      assertThat(reader.getField()).isEqualTo(sample.vector().getField());
      List<Variant> values = SampleColumn.values(form);
      for (int row = 0; row < values.size(); row++) {
        reader.setPosition(row);
        assertThat(reader.isSet()).isEqualTo(values.get(row) != null);
        assertThat(reader.readObject()).isEqualTo(values.get(row));
      }
      reader.setPosition(0);
      if (form == Form.BINARY) {
        assertThat(reader.reader("value").isSet()).isTrue();
        assertThat(reader.reader("metadata").readByteArray()).startsWith((byte) 1);
      }
    }
  }

  @Test
  void a_writer_of_structs_makes_a_column_of_variants() throws Exception {
    try (StructVector struct = StructVector.empty("s", allocator)) {
      NullableStructWriter rows = struct.getWriter();
      ExtensionWriter writer = rows.extension("v", ParquetVariantType.INSTANCE);
      writer.addExtensionTypeWriterFactory(ParquetVariantType.writers());
      for (int row = 0; row < SampleColumn.VALUES.size(); row++) {
        rows.setPosition(row);
        rows.start();
        writer.writeExtension(SampleColumn.VALUES.get(row));
        rows.end();
      }
      struct.setValueCount(SampleColumn.VALUES.size());
      ParquetVariantVector written = (ParquetVariantVector) struct.getChild("v");
      written.validate();
      assertThat(SampleColumn.objects(written)).isEqualTo(SampleColumn.VALUES);
    }
  }

  @Test
  void the_elements_of_a_list_are_written_by_a_writer_of_their_own() {
    List<Variant> values = SampleColumn.VALUES;
    try (ListVector list = ListVector.empty("l", allocator)) {
      list.allocateNew();
      VariantFieldWriter writer =
          new VariantFieldWriter(
              (ParquetVariantVector)
                  list.addOrGetVector(FieldType.nullable(ParquetVariantType.INSTANCE)).getVector());
      for (int row = 0; row < 3; row++) {
        int start = list.startNewValue(row);
        for (int i = 0; i < values.size(); i++) {
          writer.setPosition(start + i);
          writer.writeExtension(values.get(i));
        }
        list.endValue(row, values.size());
      }
      list.setValueCount(3);

      assertThat(list.getObject(2)).isEqualTo(values);
    }
  }

  @Test
  void a_writer_takes_cursors_of_shredded_rows() {
    try (SampleColumn sample = SampleColumn.of(allocator, Form.SHREDDED);
        SampleColumn target = SampleColumn.of(allocator, Form.BINARY);
        VariantReader reader = new VariantReader(sample.vector())) {
      VariantFieldWriter writer = new VariantFieldWriter(target.vector());
      for (int row = 0; row < 600; row++) {
        writer.setPosition(row);
        writer.writeExtension(reader.seek(5 * row % 9));
      }
      assertThat(target.vector().getValueCount()).isEqualTo(600);
      for (int row = 0; row < 600; row++) {
        assertThat(target.vector().getObject(row)).isEqualTo(SampleColumn.VALUES.get(5 * row % 9));
      }
    }
  }

  @Test
  void a_writer_refuses_what_it_cannot_write() {
    try (SampleColumn shredded = SampleColumn.of(allocator, Form.SHREDDED);
        SampleColumn views = SampleColumn.of(allocator, Form.BINARY_VIEW);
        SampleColumn plain = SampleColumn.of(allocator, Form.BINARY)) {
      assertThatThrownBy(() -> new VariantFieldWriter(shredded.vector()))
          .hasMessageContaining("expected a Binary");
      assertThatThrownBy(() -> new VariantFieldWriter(views.vector()))
          .hasMessageContaining("expected a Binary");
      VariantFieldWriter writer = new VariantFieldWriter(plain.vector());
      assertThatThrownBy(() -> writer.writeExtension("text"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("found a java.lang.String");
    }
  }
}
